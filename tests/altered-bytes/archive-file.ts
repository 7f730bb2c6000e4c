import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { archiveEntries } from "../../src/asset/index.js";
import { archiveOf, isDiagnosticError } from "../../src/model/index.js";
import { craftedTar, paxRecord } from "../assets/crafted-tar.js";
import { craftedZip } from "../assets/crafted-zip.js";
import { Random } from "../simulation/random.js";
import { changed, changesOf, spreadChanges, type Altered } from "./alterations.js";

/**
 * Alters bytes of archives, one and several at a time, and cuts them. Each is refused with a reason or is a whole
 * archive: names that stay inside, sizes that are those of the contents, never more than the limits let through, and of
 * formats with checksums no content but those that were packed.
 */
export async function alteredArchives(changes: number | "all"): Promise<Altered> {
  const folder = mkdtempSync(join(tmpdir(), "coconut-altered-archive-"));
  const found = { archiveAlterations: 0, archiveRefused: 0, archiveWhole: 0 };
  const wrong: string[] = [];
  const attempt = async (name: string, what: string, bytes: Uint8Array) => {
    found.archiveAlterations++;
    writeFileSync(join(folder, name), bytes);
    const fault = await faultOf(folder, name);
    if (fault === "refused") found.archiveRefused++;
    else if (fault === undefined) found.archiveWhole++;
    else wrong.push(`${name}, ${what}: ${fault}`);
  };
  try {
    for (const [name, bytes] of await samples()) {
      expect(await faultOf(put(folder, name, bytes), name)).toBeUndefined();
      const single = changes === "all" ? everyChange(bytes) : spreadChanges(bytes, changes);
      for (const change of single)
        await attempt(name, `byte ${change.at} as ${change.to}`, changed(bytes, change));
      for (const several of burstsOf(bytes, changes === "all" ? 2000 : changes / 4))
        await attempt(name, "several bytes", several);
      const step = changes === "all" ? 1 : 97;
      for (let end = 0; end < bytes.length; end += step)
        await attempt(name, `cut at ${end}`, bytes.subarray(0, end));
    }
    return { figures: { ...found, archiveFaults: wrong.length }, wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const limits = { entries: 100, bytes: 2 ** 20, ratio: 100, ratioFreeBytes: 2 ** 16 };

/** Nothing if what is there is a whole archive within its limits. */
async function faultOf(folder: string, name: string): Promise<string | undefined> {
  const hasChecksums = name !== "a.tar";
  try {
    const entries = await archiveEntries(archiveOf({ path: name }), { baseDirectory: folder, limits });
    if (entries.length > limits.entries) return `${entries.length} entries`;
    let total = 0;
    for (const entry of entries) {
      const content = await entry.read();
      const { length } = content;
      total += length;
      if (hasChecksums && !contents.some((each) => each.equals(content)))
        return `${entry.name} has another content`;
      if (length !== entry.size) return `${entry.name} has ${length} bytes, not ${entry.size}`;
      if (!join("/inside", entry.name).startsWith("/inside/")) return `${entry.name} leads outside`;
      if (/[\\\0]|^[A-Za-z]:|(?:^|\/)\.\.(?:\/|$)/.test(entry.name)) return `${entry.name} is no safe name`;
    }
    if (new Set(entries.map((entry) => entry.name)).size < entries.length) return "one name twice";
    return total > limits.bytes ? `${total} bytes` : undefined;
  } catch (error) {
    return isDiagnosticError(error) ? "refused" : `crashed: ${String(error)}`;
  }
}

const hello = Buffer.from("hello\n".repeat(40));
const noise = createHash("shake256", { outputLength: 700 }).digest();
const contents: readonly Buffer[] = [hello, noise, Buffer.alloc(0)];

/** Of each format: folders, an empty file, an extended header, a compressed and a stored content. */
async function samples(): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  const tar = craftedTar([
    { name: "folder/", type: "5" },
    { name: "x", type: "x", content: paxRecord("path", "folder/grüße") },
    { name: "folder/-", content: hello },
    { name: "noise", content: noise },
    { name: "empty" },
  ]);
  const zip = await craftedZip([
    { name: "folder/" },
    { name: "folder/grüße", content: hello },
    { name: "noise", content: noise },
    { name: "empty" },
  ]);
  return [
    ["a.tar", tar],
    ["a.tar.gz", gzipSync(tar)],
    ["a.zip", zip],
  ];
}

function* everyChange(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at++) yield* changesOf(bytes, at);
}

/** A few bytes near each other, as a field that is written over. */
function* burstsOf(bytes: Uint8Array, count: number): Generator<Uint8Array> {
  const random = new Random(count);
  for (let index = 0; index < count; index++) {
    const copy = Uint8Array.from(bytes);
    const at = random.below(bytes.length);
    const length = 1 + random.below(12);
    for (let offset = 0; offset < length && at + offset < copy.length; offset++)
      copy[at + offset] = random.below(256);
    yield copy;
  }
}

function put(folder: string, name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return folder;
}
