import * as zlib from "node:zlib";
import { forms, spelled, type Form } from "./spellings.js";

/** A secret, or twelve characters of it, that stands where it must not. */
export interface Finding {
  readonly secret: string;
  readonly form: Form;
  /** What the bytes were in that were looked at. */
  readonly inside: "as it is" | "gzip" | "zstd";
  /** What stands there, with a little of what stands around it. */
  readonly around: string;
}

/**
 * Looks for secrets in bytes, in every form, and for any twelve characters of one. What is compressed is looked at
 * opened as well.
 */
export class Scanner {
  scannedBytes = 0;
  readonly #secrets = new Set<string>();
  /** By the first bytes, whether it is worth to look closer. */
  readonly #hints = new Uint8Array(hintCount);
  /** Windows of twelve characters; by all of their bytes. */
  readonly #windows = new Map<string, { readonly secret: string; readonly form: Form }>();
  readonly #lengths = new Set<number>();

  /** Looks for this one from now on. `name` is what a finding calls it. Of bytes that are no text, fewer forms exist. */
  add(name: string, secret: string | Buffer): void {
    this.#secrets.add(name);
    const bytes = Buffer.from(secret);
    for (const form of typeof secret === "string"
      ? forms
      : forms.filter((each) => /^(raw|base64|hex)/i.test(each))) {
      const spelling = spelled(bytes, form);
      const length = Math.min(windowLength(form), spelling.length);
      if (length < shortest) continue;
      this.#lengths.add(length);
      for (let start = 0; start + length <= spelling.length; start++) {
        const window = spelling.subarray(start, start + length);
        const key = window.toString("latin1");
        if (this.#windows.has(key)) continue;
        this.#windows.set(key, { secret: name, form });
        this.#hints[hint(window, 0)] = 1;
      }
    }
  }

  get secrets(): number {
    return this.#secrets.size;
  }

  scan(bytes: Buffer): readonly Finding[] {
    this.scannedBytes += bytes.length;
    const found = this.#scan(bytes, "as it is");
    for (const inside of ["gzip", "zstd"] as const)
      for (const opened of openedFrom(bytes, inside)) found.push(...this.#scan(opened, inside));
    return found;
  }

  #scan(bytes: Buffer, inside: Finding["inside"]): Finding[] {
    const found = new Map<string, Finding>();
    for (let offset = 0; offset + shortest <= bytes.length; offset++) {
      if (this.#hints[hint(bytes, offset)] === 0) continue;
      for (const length of this.#lengths) {
        const window = this.#windows.get(bytes.toString("latin1", offset, offset + length));
        if (window === undefined) continue;
        const key = `${window.secret} ${window.form}`;
        if (!found.has(key)) found.set(key, { ...window, inside, around: excerpt(bytes, offset, length) });
      }
    }
    return [...found.values()];
  }
}

/** The bytes of twelve characters; of forms that only some of them have, of some of those. */
function windowLength(form: Form): number {
  if (form === "raw") return 12;
  if (form === "print of a Buffer" || form === "bytes with colons") return 35;
  if (/entit|escapes$/.test(form)) return 48;
  if (form.startsWith("wide")) return form.endsWith("hex") ? 48 : 32;
  if (form.startsWith("base64")) return 16;
  if (form.startsWith("PERCENT")) return 36;
  return form === "hex" || form === "HEX" || form.startsWith("UTF-16") ? 24 : 20;
}

/** Fewer characters may stand anywhere by chance. */
const shortest = 5;
const hintCount = 1 << 22;

function hint(bytes: Buffer, offset: number): number {
  return Math.imul(bytes.readUInt32LE(offset), 0x9e3779b1) >>> 10;
}

function excerpt(bytes: Buffer, offset: number, length: number): string {
  return JSON.stringify(bytes.toString("latin1", Math.max(0, offset - 20), offset + length + 20));
}

const magics = { gzip: Buffer.from([0x1f, 0x8b, 8]), zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]) };

/** All that is compressed so within the bytes, as far as it can be opened. */
function* openedFrom(bytes: Buffer, how: keyof typeof magics): Iterable<Buffer> {
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: typeof zlib.gunzipSync };
  const open = how === "gzip" ? zlib.gunzipSync : zstdDecompressSync;
  for (let at = bytes.indexOf(magics[how]); at !== -1; at = bytes.indexOf(magics[how], at + 1)) {
    try {
      if (open !== undefined) yield open(bytes.subarray(at), { finishFlush: zlib.constants.Z_SYNC_FLUSH });
    } catch {
      // By chance it begins so, and is something else.
    }
  }
}
