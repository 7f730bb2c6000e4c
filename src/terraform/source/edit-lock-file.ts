import { JSON } from "../../std/plain-json.js";
import type { HclFault } from "../hcl/index.js";
import { addressText, type ProviderAddress } from "./address.js";
import { readLockFile, type LockedProvider, type LockEntry } from "./lock-file.js";

export type LockEdit =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "fault"; readonly fault: HclFault };

/**
 * Returns a lock file with the entry of one provider added or replaced. All other bytes stay. A new entry is placed by the order of
 * addresses. The text stays if it has the same entry. `text` is undefined if there is no file yet.
 */
export function withLocked(text: string | undefined, provider: LockedProvider): LockEdit {
  if (text === undefined || text.trim() === "")
    return { kind: "text", text: `${header}\n${blockText(provider, "\n")}\n` };
  const read = readLockFile(text);
  if (read.kind === "fault") return read;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const block = blockText(provider, newline);
  const address = addressText(provider.address);
  const old = read.entries.find((entry) => addressOf(entry) === address);
  if (old !== undefined) {
    if (blockText(old.provider, newline) === block) return { kind: "text", text };
    return { kind: "text", text: text.slice(0, old.start) + block + text.slice(old.end) };
  }
  const next = read.entries.find((entry) => addressOf(entry) > address);
  if (next !== undefined) {
    const at = startOfComments(text, next.start);
    return { kind: "text", text: `${text.slice(0, at)}${block}${newline}${newline}${text.slice(at)}` };
  }
  const last = read.entries.at(-1);
  const at = last === undefined ? text.length : endOfLine(text, last.end);
  const before = text.slice(0, at).replace(/[ \t\r\n]+$/, "");
  const after = text.slice(at).replace(/^\r?\n/, "");
  return { kind: "text", text: `${before}${newline}${newline}${block}${newline}${after}` };
}

/** Returns a lock file without the entry of a provider. All other bytes stay. */
export function withoutLocked(text: string, address: ProviderAddress): LockEdit {
  const read = readLockFile(text);
  if (read.kind === "fault") return read;
  const entry = read.entries.find((each) => addressOf(each) === addressText(address));
  if (entry === undefined) return { kind: "text", text };
  const before = text.slice(0, entry.start);
  const after = text.slice(endOfLine(text, entry.end)).replace(/^\r?\n/, "");
  // One of the empty lines around the block goes with it.
  if (/\n\r?\n$/.test(before) && /^\s*$|^\r?\n/.test(after))
    return { kind: "text", text: before.replace(/\r?\n$/, "") + after };
  return { kind: "text", text: before + after };
}

/** Returns an entry as Terraform formats it. */
export function blockText(
  { address, version, constraints, hashes }: LockedProvider,
  newline: string,
): string {
  const sorted = [...new Set(hashes)].sort();
  return [
    `provider ${quote(addressText(address))} {`,
    // Terraform aligns neighboring lines, and a list of several lines is not aligned.
    constraints === undefined || constraints === ""
      ? `  version = ${quote(version)}`
      : `  version     = ${quote(version)}`,
    ...(constraints === undefined || constraints === "" ? [] : [`  constraints = ${quote(constraints)}`]),
    ...(sorted.length === 0 ? [] : ["  hashes = [", ...sorted.map((hash) => `    ${quote(hash)},`), "  ]"]),
    "}",
  ].join(newline);
}

const header = `# The providers of this project, as Coconut chose them with "coco provider". Terraform and OpenTofu use the same file.
# Commit it. Change it with these programs, not by hand.
`;

/** HCL has two escapes less than JSON, and templates. */
function quote(text: string): string {
  return JSON.stringify(text)
    .replace(/\\(.)/g, (escape, kind: string) =>
      kind === "b" ? "\\u0008" : kind === "f" ? "\\u000c" : escape,
    )
    .replace(/[$%](?=\{)/g, "$&$&");
}

function addressOf({ provider }: LockEntry): string {
  return addressText(provider.address);
}

/** Comments directly above a block belong to it, unless they begin the file. */
function startOfComments(text: string, start: number): number {
  let at = start;
  for (;;) {
    const line = /(?:^|\n)([ \t]*(?:#|\/\/)[^\n]*\n)[ \t]*$/.exec(text.slice(0, at))?.[1];
    if (line === undefined) return at;
    const above = text.slice(0, at).lastIndexOf(line);
    if (above === 0) return start;
    at = above;
  }
}

/** A comment may follow a block on its line. */
function endOfLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}
