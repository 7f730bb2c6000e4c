/** A form in which a secret can be written. */
export type Form = (typeof forms)[number];

export const forms = [
  "raw",
  "base64",
  "base64 after one byte",
  "base64 after two bytes",
  "base64url",
  "base64url after one byte",
  "base64url after two bytes",
  "hex",
  "HEX",
  "percent",
  "PERCENT of every byte",
  "JSON",
  "JSON in JSON",
  "JSON of ASCII alone",
  "HTML",
  "shell",
  "print of a Buffer",
  "bytes with colons",
  "decimal entities",
  "entities in hex",
  "Unicode escapes",
  "byte escapes",
  "wide characters in hex",
  "wide characters in base64",
  "UTF-16LE",
  "UTF-16BE",
] as const;

/** The bytes of a secret in a form. Those of base64 at its ends depend on what stands around, and are left out. */
export function spelled(secret: Buffer, form: Form): Buffer {
  const text = secret.toString();
  switch (form) {
    case "raw":
      return secret;
    case "base64":
    case "base64url":
      return base64(secret, 0, form);
    case "base64 after one byte":
    case "base64url after one byte":
      return base64(secret, 1, form.startsWith("base64url") ? "base64url" : "base64");
    case "base64 after two bytes":
    case "base64url after two bytes":
      return base64(secret, 2, form.startsWith("base64url") ? "base64url" : "base64");
    case "hex":
      return Buffer.from(secret.toString("hex"));
    case "HEX":
      return Buffer.from(secret.toString("hex").toUpperCase());
    case "percent":
      return Buffer.from(encodeURIComponent(text));
    case "PERCENT of every byte":
      return Buffer.from(
        inHex(secret)
          .map((byte) => `%${byte}`)
          .join(""),
      );
    case "JSON":
      return Buffer.from(inJson(text));
    case "JSON in JSON":
      return Buffer.from(inJson(inJson(text)));
    case "JSON of ASCII alone":
      return Buffer.from(inJson(text).replace(/[^\0-\x7f]/gu, unicodeEscape));
    case "HTML":
      return Buffer.from(text.replace(/[&<>"']/g, (character) => entities[character]!));
    case "shell":
      return Buffer.from(text.replaceAll("'", `'\\''`));
    case "print of a Buffer":
      return Buffer.from(inHex(secret).join(" "));
    case "bytes with colons":
      return Buffer.from(inHex(secret).join(":"));
    case "decimal entities":
      return Buffer.from(
        Array.from(text)
          .map((character) => `&#${character.codePointAt(0)};`)
          .join(""),
      );
    case "entities in hex":
      return Buffer.from(
        Array.from(text)
          .map((one) => `&#x${one.codePointAt(0)!.toString(16)};`)
          .join(""),
      );
    case "Unicode escapes":
      return Buffer.from(Array.from(text).map(unicodeEscape).join(""));
    case "byte escapes":
      return Buffer.from(
        inHex(secret)
          .map((byte) => `\\x${byte}`)
          .join(""),
      );
    case "wide characters in hex":
      return Buffer.from(Buffer.from(text, "utf16le").toString("hex"));
    case "wide characters in base64":
      return base64(Buffer.from(text, "utf16le"), 0, "base64");
    case "UTF-16LE":
      return Buffer.from(text, "utf16le");
    case "UTF-16BE":
      return Buffer.from(text, "utf16le").swap16();
  }
}

function inHex(bytes: Buffer): readonly string[] {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
}

function base64(secret: Buffer, offset: number, alphabet: "base64" | "base64url"): Buffer {
  const whole = Buffer.concat([Buffer.alloc(offset), secret]);
  // Three bytes are four characters: what shares a group with a stranger is cut off.
  const first = offset === 0 ? 0 : 4;
  const last = Math.floor(whole.length / 3) * 4;
  return Buffer.from(whole.toString(alphabet).slice(first, last));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function unicodeEscape(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
