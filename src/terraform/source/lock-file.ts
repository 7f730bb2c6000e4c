import { JSON } from "../../std/plain-json.js";
import { hclPosition, parseHcl, type HclBlock, type HclFault, type HclValue } from "../hcl/index.js";
import { addressText, type ProviderAddress } from "./address.js";
import { parseAddress } from "./parse-provider-source.js";
import { parseVersion } from "./version.js";

/** The name of the lock file, which is in the folder of the project. */
export const lockFileName = ".terraform.lock.hcl";

/** An entry of the lock file. */
export interface LockedProvider {
  readonly address: ProviderAddress;
  readonly version: string;
  /** The constraint that the version was chosen by, as Terraform writes it. Absent if there was none. */
  readonly constraints?: string;
  /** Such as `h1:…`, of the unpacked files of one platform, and `zh:…`, of one archive. Other kinds are kept. */
  readonly hashes: readonly string[];
}

export type LockFileResult =
  | { readonly kind: "lock"; readonly providers: readonly LockedProvider[] }
  | { readonly kind: "fault"; readonly fault: HclFault };

/** Parses a lock file. A fault also says where the file is not what Terraform writes. */
export function parseLockFile(text: string): LockFileResult {
  const read = readLockFile(text);
  return read.kind === "fault"
    ? read
    : { kind: "lock", providers: read.entries.map(({ provider }) => provider) };
}

/** Returns the entry of a provider. */
export function lockedProvider(
  providers: readonly LockedProvider[],
  address: ProviderAddress,
): LockedProvider | undefined {
  return providers.find((each) => addressText(each.address) === addressText(address));
}

/** An entry and the place of its block in the text. */
export interface LockEntry {
  readonly provider: LockedProvider;
  readonly start: number;
  readonly end: number;
}

type EntriesResult =
  | { readonly kind: "entries"; readonly entries: readonly LockEntry[] }
  | { readonly kind: "fault"; readonly fault: HclFault };

/** Parses a lock file, with the places of its entries. */
export function readLockFile(text: string): EntriesResult {
  const conflict = /^(?:<{7} |={7}\r?$|>{7} )/m.exec(text);
  if (conflict !== null) return faultAt(text, conflict.index, conflicted);
  const parsed = parseHcl(text);
  if (parsed.kind === "fault") return parsed;
  const entries: LockEntry[] = [];
  const seen = new Set<string>();
  for (const block of parsed.body.blocks) {
    // Later versions of Terraform may lock other things.
    if (block.type !== "provider") continue;
    const provider = entryOf(block);
    if (isFault(provider)) return faultAt(text, provider.offset, provider.problem);
    const address = addressText(provider.address);
    if (seen.has(address))
      return faultAt(text, block.start, `the provider ${JSON.stringify(address)} is locked twice`);
    seen.add(address);
    entries.push({ provider, start: block.start, end: block.end });
  }
  return { kind: "entries", entries };
}

const conflicted =
  "this is a conflict marker of git. Keep one side of each conflict, or delete the entries between the markers and install the providers again";

interface BlockFault {
  readonly offset: number;
  readonly problem: string;
}

function entryOf({ labels, body, start }: HclBlock): LockedProvider | BlockFault {
  const [label = ""] = labels;
  const parsed = parseAddress(label);
  if (labels.length !== 1 || parsed.kind === "fault" || label !== addressText(parsed.address))
    return {
      offset: start,
      problem: `a block of a lock file is named provider "host/namespace/type", this one ${JSON.stringify(labels)}`,
    };
  const values = new Map(body.attributes.map((each) => [each.name, each]));
  const wrong = (name: string, must: string): BlockFault => ({
    offset: values.get(name)?.start ?? start,
    problem: `${name} of the provider ${JSON.stringify(label)} must be ${must}`,
  });
  const version = values.get("version")?.value;
  if (typeof version !== "string" || parseVersion(version) === undefined)
    return wrong("version", 'a version such as "1.2.3"');
  const constraints = values.get("constraints")?.value;
  if (constraints !== undefined && typeof constraints !== "string") return wrong("constraints", "a string");
  const hashes = hashesOf(values.get("hashes")?.value ?? []);
  if (hashes === undefined) return wrong("hashes", 'a list of strings such as "h1:…" and "zh:…"');
  return { address: parsed.address, version, ...(constraints === undefined ? {} : { constraints }), hashes };
}

function hashesOf(value: HclValue): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const hashes = value as readonly HclValue[];
  return hashes.every((each): each is string => typeof each === "string" && /^[^:\s]+:\S/.test(each))
    ? hashes
    : undefined;
}

function isFault(entry: LockedProvider | BlockFault): entry is BlockFault {
  return "problem" in entry;
}

function faultAt(
  text: string,
  offset: number,
  problem: string,
): { readonly kind: "fault"; readonly fault: HclFault } {
  return { kind: "fault", fault: { ...hclPosition(text, offset), problem } };
}
