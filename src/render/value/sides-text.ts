import type { PlannedField, Sides } from "../../model/index.js";
import { valueText } from "./value-text.js";

/** What a property was and will be, on one line. */
export function sidesText({ kind, before, after }: Sides & { readonly kind: PlannedField["kind"] }): string {
  if (kind === "add") return valueText(after);
  return `${valueText(before)} -> ${kind === "delete" ? "null" : valueText(after)}`;
}
