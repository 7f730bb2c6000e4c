import { counted } from "./counted.js";

/** Formats a configured duration exactly: `10 minutes`. */
export function durationText(ms: number): string {
  const unit = units.find(({ lengthMs }) => ms >= lengthMs && ms % lengthMs === 0);
  if (unit === undefined) return `${ms} ms`;
  const count = ms / unit.lengthMs;
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

const units = [
  { name: "hour", lengthMs: 3_600_000 },
  { name: "minute", lengthMs: 60_000 },
  { name: "second", lengthMs: 1000 },
];

/** Formats the time since something: `just now`, `3 minutes ago`. A negative duration counts as now. */
export function agoText(ms: number): string {
  const unit = unitsWithDays.find(({ lengthMs }) => ms >= lengthMs);
  return unit === undefined ? "just now" : `${counted(Math.floor(ms / unit.lengthMs), unit.name)} ago`;
}

const unitsWithDays = [{ name: "day", lengthMs: 86_400_000 }, ...units];
