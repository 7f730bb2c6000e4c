import { tarEnd, tarHeader, tarPadding } from "../../src/model/index.js";

export interface CraftedEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** The type flag: "0" file, "1" hard link, "2" symbolic link, "3" device, "5" folder, "6" pipe, and so on. */
  readonly type?: string;
  readonly link?: string;
  /** What the header says, if it is to lie. */
  readonly size?: number;
}

/** A tar archive with anything in it, also what no tool would write. Names are at most 100 ASCII bytes. */
export function craftedTar(entries: readonly CraftedEntry[], end: Uint8Array = tarEnd): Buffer {
  return Buffer.concat([...entries.flatMap(craftedEntry), end]);
}

function craftedEntry({ name, content = "", type = "0", link = "", size }: CraftedEntry): Uint8Array[] {
  const bytes = Buffer.from(content);
  const header = Buffer.from(tarHeader("", size ?? bytes.length));
  header.write(name, 0, 100, "latin1");
  header.write(type, 156, 1, "latin1");
  header.write(link, 157, 100, "latin1");
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return [header, bytes, tarPadding(bytes.length)];
}

/** A PAX record: `<length> key=value\n`. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = Buffer.byteLength(rest);
  const total = [length + 1, length + 2, length + 3, length + 4].find(
    (candidate) => String(candidate).length + length === candidate,
  );
  return `${total}${rest}`;
}
