import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isOwn, makeOwnFolder } from "./own-files.js";

/**
 * The value of a script of ASCII, with what V8 compiled of it in an earlier process, if that was kept. If not, what it
 * compiles in this one is kept when the process ends well. Each text of the script needs a place of its own to keep it.
 * It is code: what others may have written is not used.
 */
export function runKept(file: string, kept: string): unknown {
  const text = readFileSync(file, "latin1");
  const cachedData = readKept(kept);
  const { Script } = process.getBuiltinModule("node:vm");
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  if (cachedData === undefined || script.cachedDataRejected)
    process.once("exit", (code) => {
      if (code === 0) keep(kept, script.createCachedData());
    });
  return script.runInThisContext();
}

/** V8 takes the bytes as they are: what is not as it was written would be run. */
function digestOf(compiled: Uint8Array): Buffer {
  // An import would load what is not used here, and with the file that this is part of.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(compiled).digest();
}

const digestBytes = 32;

function readKept(kept: string): Buffer | undefined {
  let bytes: Buffer;
  try {
    if (!isOwn(dirname(kept)) || !isOwn(kept)) return undefined;
    bytes = readFileSync(kept);
  } catch {
    return undefined;
  }
  const compiled = bytes.subarray(0, -digestBytes);
  return digestOf(compiled).equals(bytes.subarray(-digestBytes)) ? compiled : undefined;
}

function keep(kept: string, compiled: Uint8Array): void {
  const beside = `${kept}.${process.pid}`;
  try {
    if (!makeOwnFolder(dirname(kept))) return;
    writeFileSync(beside, Buffer.concat([compiled, digestOf(compiled)]), { mode: 0o600 });
    chmodSync(beside, 0o600);
    renameSync(beside, kept);
    removeOld(dirname(kept), basename(kept));
  } catch {
    // Then the next process compiles it again.
    rmSync(beside, { force: true });
  }
}

/** Of other versions of Node and of the script, and of commands that were used once. Whoever needs it makes it again. */
function removeOld(folder: string, latest: string): void {
  const others = readdirSync(folder)
    .filter((name) => name !== latest)
    .map((name) => ({ path: join(folder, name), mtimeMs: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.mtimeMs - one.mtimeMs);
  const isOld = ({ mtimeMs }: { readonly mtimeMs: number }) => Date.now() - mtimeMs > keepMs;
  for (const [index, other] of others.entries())
    if (index + 1 >= mostKept || isOld(other)) rmSync(other.path, { recursive: true, force: true });
}

const keepMs = 30 * 24 * 3_600_000;
/** Each has about a megabyte. */
const mostKept = 32;
