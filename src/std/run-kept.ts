import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The value of a script of ASCII, with what V8 compiled of it in an earlier process, if that was kept. If not, what it
 * compiles in this one is kept when the process ends well. Each text of the script needs a place of its own to keep it.
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
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(beside, Buffer.concat([compiled, digestOf(compiled)]));
    renameSync(beside, kept);
  } catch {
    // Then the next process compiles it again.
    rmSync(beside, { force: true });
  }
}
