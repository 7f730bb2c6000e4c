/** Text between tags or in an attribute. Characters that XML has no place for do not get here: they are made printable before. */
export function escapedXml(text: string): string {
  return text.replaceAll(/[&<>"'\uFFFE\uFFFF]/g, (character) => escapes[character] ?? "\uFFFD");
}

/** As short as it can be written with one digit after the point. */
export function svgNumber(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
