import { createHash } from "node:crypto";

// This file is also put into the projects of these tests, so that no secret stands in the text of a program.

/** A secret that is recognised wherever it turns up, for one place: the same in every process, never the same twice. */
export function canary(place: string): string {
  return `cnry${digest(place)}`;
}

/** One that JSON, URLs, HTML and shells each spell otherwise. */
export function awkwardCanary(place: string): string {
  const hex = digest(`awkward ${place}`);
  return `cnry${hex.slice(0, 9)}"<${hex.slice(9, 17)}&'é\n${hex.slice(17, 26)}\\ $€${hex.slice(26, 35)}`;
}

/** One that is too short to be looked for within a text without hiding the text. */
export function shortCanary(place: string): string {
  const hex = digest(`short ${place}`);
  // No base64 has an exclamation mark, so that chance does not make one.
  return `${hex[0]}Z!${hex[1]}q`;
}

function digest(place: string): string {
  return createHash("sha1").update(`canary ${place}`).digest("hex");
}
