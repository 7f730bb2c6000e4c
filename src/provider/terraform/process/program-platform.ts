import { closeSync, openSync, readSync } from "node:fs";

/**
 * Returns the reason why a file cannot be a program for this machine; undefined if it may be one, or cannot be read. Checked before a
 * start, because Node hands a file that the system refuses to a shell, which would run it as a script.
 */
export function programFault(
  path: string,
  machine: { readonly platform: string; readonly arch: string } = process,
): string | undefined {
  const head = headOf(path);
  if (head === undefined || head.subarray(0, 2).toString() === "#!") return undefined;
  const found = builtFor(head);
  if (found === undefined) return "The file is not a program.";
  const runs = found.platform === machine.platform && runnable(machine, found.arch);
  if (runs) return undefined;
  const on = found.arch === "any" ? "" : ` on ${found.arch ?? "another processor"}`;
  return `The program is built for ${found.platform}${on}.`;
}

interface Build {
  readonly platform: "linux" | "darwin" | "win32";
  /** Undefined for a processor that is not in the table, or for several. */
  readonly arch: string | undefined;
}

function builtFor(head: Buffer): Build | undefined {
  const magic = head.toString("latin1", 0, 4);
  // ELF is also the format of BSDs, which Node reports as other platforms, and which have no providers of Linux.
  if (magic === "\x7fELF") {
    const isBig = head[5] === 2;
    return { platform: "linux", arch: elfArchs[isBig ? head.readUInt16BE(18) : head.readUInt16LE(18)] };
  }
  if (magic === "\xcf\xfa\xed\xfe") return { platform: "darwin", arch: machArchs[head.readUInt32LE(4)] };
  if (magic === "\xca\xfe\xba\xbe") return { platform: "darwin", arch: "any" };
  if (magic.startsWith("MZ")) return { platform: "win32", arch: "any" };
  return undefined;
}

const elfArchs: { readonly [machine: number]: string } = {
  3: "ia32",
  21: "ppc64",
  22: "s390x",
  40: "arm",
  62: "x64",
  183: "arm64",
  243: "riscv64",
  258: "loong64",
};
const machArchs: { readonly [type: number]: string } = { 0x01000007: "x64", 0x0100000c: "arm64" };

/** Some processors also run programs of another one. */
function runnable(
  machine: { readonly platform: string; readonly arch: string },
  arch: string | undefined,
): boolean {
  if (arch === machine.arch || arch === "any") return true;
  return alsoRuns[`${machine.platform}-${machine.arch}`]?.includes(arch ?? "") ?? false;
}

const alsoRuns: { readonly [machine: string]: readonly string[] } = {
  "linux-x64": ["ia32"],
  "linux-arm64": ["arm"],
  "darwin-arm64": ["x64"],
};

function headOf(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const head = Buffer.alloc(20);
    readSync(file, head, 0, head.length, 0);
    return head;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
