/**
 * Returns the bytes before a file's content in the tar stream by which archives are hashed: a USTAR header, preceded by
 * a PAX header if the name or size does not fit. The mode is 0600; everything else that could vary is zero or empty.
 * The layout is part of every recorded hash and can never change. It is byte for byte that of the ecosystem, including
 * choices that the standard leaves to the writer.
 */
export function tarHeader(name: string, size: number): Uint8Array {
  const split = splitName(name);
  if (split !== undefined && size <= maxOctalSize) {
    return block({ name: split.name, prefix: split.prefix, mode: 0o600, size, type: "0", devices: true });
  }
  return concat(paxHeader(name, size), paxMainBlock(name, size));
}

/** Returns the zero bytes after a file's content. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((blockSize - (size % blockSize)) % blockSize);
}

/** The end of the stream. */
export const tarEnd: Uint8Array = new Uint8Array(1024);

const blockSize = 512;
const nameSize = 100;
const prefixSize = 155;
/** Eleven octal digits. */
const maxOctalSize = 0o77777777777;

/** Splits a name over 100 bytes at the last slash that leaves at most 155 bytes before it. */
function splitName(name: string): { readonly prefix: string; readonly name: string } | undefined {
  if (!isAscii(name)) return undefined;
  if (name.length <= nameSize) return { prefix: "", name };
  const slash = name.lastIndexOf("/", prefixSize);
  if (slash <= 0 || name.length - slash - 1 > nameSize) return undefined;
  return { prefix: name.slice(0, slash), name: name.slice(slash + 1) };
}

/** A pseudo-file with the full name and size. Its own name is for readers without PAX support. */
function paxHeader(name: string, size: number): Uint8Array {
  const records: Uint8Array[] = [];
  if (!isAscii(name) || name.length > nameSize) records.push(paxRecord("path", name));
  if (size > maxOctalSize) records.push(paxRecord("size", String(size)));
  const data = concat(...records);
  const cut = name.lastIndexOf("/") + 1;
  const shown = toAscii(`${name.slice(0, cut)}PaxHeaders.0/${name.slice(cut)}`)
    .slice(0, nameSize)
    .replace(/\/+$/, "");
  const header = block({ name: shown, prefix: "", mode: 0, size: data.length, type: "x", devices: false });
  return concat(header, data, tarPadding(data.length));
}

/** `<length> <key>=<value>\n`, where the length includes its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = new TextEncoder().encode(` ${key}=${value}\n`);
  let length = rest.length + String(rest.length).length;
  if (String(length).length + rest.length !== length) length = rest.length + String(length).length;
  return concat(new TextEncoder().encode(String(length)), rest);
}

function paxMainBlock(name: string, size: number): Uint8Array {
  const recorded = size > maxOctalSize ? 0 : size;
  return block({
    name: cutName(toAscii(name)),
    prefix: "",
    mode: 0o600,
    size: recorded,
    type: "0",
    devices: true,
  });
}

/** A name cut after a slash would look like a folder, so the first of its trailing slashes becomes a NUL. */
function cutName(name: string): string {
  const shown = name.slice(0, nameSize);
  if (name.length <= nameSize || !shown.endsWith("/")) return shown;
  const bare = shown.slice(0, -1).replace(/\/+$/, "");
  return `${bare}\0${shown.slice(bare.length + 1)}`;
}

interface BlockFields {
  readonly name: string;
  readonly prefix: string;
  readonly mode: number;
  readonly size: number;
  readonly type: "0" | "x";
  /** The ecosystem leaves the device fields of PAX pseudo-files blank, and writes zeros elsewhere. */
  readonly devices: boolean;
}

function block({ name, prefix, mode, size, type, devices }: BlockFields): Uint8Array {
  const bytes = new Uint8Array(blockSize);
  const put = (offset: number, text: string) => bytes.set(new TextEncoder().encode(text), offset);
  put(0, name);
  put(100, octal(mode, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(156, type);
  put(257, "ustar\x0000");
  if (devices) {
    put(329, octal(0, 7));
    put(337, octal(0, 7));
  }
  put(345, prefix);
  // The checksum is computed with its own eight bytes as spaces.
  put(148, " ".repeat(8));
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 6)}\0 `);
  return bytes;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, "");
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
