import { elapsedText } from "../progress/index.js";

export type Counter = number | { readonly value: number; readonly unit: string };

/** A number as people say it: thousands apart, bytes and times in the unit that suits their size. */
export function counterText(counter: Counter): string {
  if (typeof counter === "number") return numberText(counter);
  const { value, unit } = counter;
  if (unit === "B" || unit === "bytes") return bytesText(value);
  if (unit === "ms") return elapsedText(value);
  if (unit === "s") return elapsedText(value * 1000);
  return `${numberText(value)} ${unit}`;
}

function bytesText(value: number): string {
  let rest = value;
  let unit = "B";
  for (const next of ["KiB", "MiB", "GiB", "TiB", "PiB"]) {
    if (Math.abs(rest) < 1023.95) break;
    rest /= 1024;
    unit = next;
  }
  return `${unit === "B" ? numberText(rest) : rest.toFixed(1)} ${unit}`;
}

/** Whole numbers as they are, others to three digits after the point. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const [whole, part] = String(Math.round(value * 1000) / 1000).split(".");
  // A number that is written with an exponent is left as it is.
  if (!/^-?\d+$/.test(whole!)) return String(value);
  const apart = whole!.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return part === undefined ? apart : `${apart}.${part}`;
}
