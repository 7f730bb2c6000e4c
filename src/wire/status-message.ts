/** Encodes a text for the `grpc-message` header: UTF-8 with percent escapes. */
export function encodeStatusMessage(text: string): string {
  if (/^[ -$&-~]*$/.test(text)) return text;
  let encoded = "";
  for (const byte of Buffer.from(text, "utf8"))
    encoded +=
      byte < 0x20 || byte > 0x7e || byte === 0x25
        ? `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
        : String.fromCharCode(byte);
  return encoded;
}

/** Decodes a `grpc-message` header. Never fails: invalid escapes stay as they are, invalid UTF-8 becomes U+FFFD. */
export function decodeStatusMessage(encoded: string): string {
  if (!encoded.includes("%")) return encoded;
  const bytes = Buffer.from(encoded, "utf8");
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const escape = bytes[index] === 0x25 ? bytes.toString("latin1", index + 1, index + 3) : "";
    const isEscape = /^[0-9a-f]{2}$/i.test(escape);
    bytes[length++] = isEscape ? parseInt(escape, 16) : (bytes[index] as number);
    if (isEscape) index += 2;
  }
  return bytes.toString("utf8", 0, length);
}
