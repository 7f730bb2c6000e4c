import { JSON } from "../../std/plain-json.js";

/** Prints the place of something in a value, such as `root.tags["a.b"][0]`. */
export function pathText(keys: readonly (string | number)[]): string {
  return `root${keys.map(keyText).join("")}`;
}

function keyText(key: string | number): string {
  if (typeof key === "number") return `[${key}]`;
  if (isPlainName(key)) return `.${key}`;
  return key === "*" ? String.raw`["\*"]` : `[${JSON.stringify(key)}]`;
}

const isPlainName = (key: string) => /^[\p{L}_$][\p{L}\p{Nd}_$-]*$/u.test(key);
