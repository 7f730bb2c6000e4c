import { DiagnosticError } from "../diagnostic.js";
import { problem } from "./diagnostics.js";

/** Refuses a text that has no UTF-8 encoding, instead of hashing and sending something else in its place. */
export function checkAssetText(text: string, where: string): void {
  const index = text.search(/\p{Surrogate}/u);
  if (index < 0) return;
  throw new DiagnosticError(
    problem("model/asset-text-not-unicode", {
      detail: `The text of ${where} has half of a surrogate pair at index ${index}, which has no UTF-8 encoding.`,
      hint: "Make the text from whole characters, or write bytes to a file and use that as the asset.",
    }),
  );
}
