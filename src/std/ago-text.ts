import { counted } from "./counted.js";

/** How long ago something was, as people say it: `just now`, `3 minutes ago`. A clock that went back counts as now. */
export function agoText(ms: number): string {
  const unit = units.find(({ lengthMs }) => ms >= lengthMs);
  return unit === undefined ? "just now" : `${counted(Math.floor(ms / unit.lengthMs), unit.name)} ago`;
}

const units = [
  { name: "day", lengthMs: 86_400_000 },
  { name: "hour", lengthMs: 3_600_000 },
  { name: "minute", lengthMs: 60_000 },
  { name: "second", lengthMs: 1000 },
];
