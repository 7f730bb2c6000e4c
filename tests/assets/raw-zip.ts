import { crc32 } from "node:zlib";

export interface RawZipEntry {
  /** Written as it is. */
  readonly name: string;
  readonly content?: string;
  /** The Unix mode with its type bits, such as 0o120777 for a link. */
  readonly mode?: number;
  /** What the directory says, if it is to lie. */
  readonly size?: number;
}

/** A zip archive with anything in it, also what no tool would write. Contents are stored, not compressed. */
export function rawZip(entries: readonly RawZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", mode = 0o100644, size } of entries) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(content)];
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    // Names are UTF-8.
    shared.writeUInt16LE(0x800, 2);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(bytes.length, 14);
    shared.writeUInt32LE(size ?? bytes.length, 18);
    shared.writeUInt16LE(title.length, 22);
    files.push(Buffer.from("PK\x03\x04", "latin1"), shared, title, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(mode * 0x10000, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), shared, place, title);
    offset += 4 + shared.length + title.length + bytes.length;
  }
  const end = Buffer.alloc(18);
  const length = directory.reduce((total, part) => total + part.length, 0);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}
