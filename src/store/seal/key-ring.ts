import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { KeySource } from "../ports.js";
import { dataKey, dataKeyBytes, type DataKey } from "./data-key.js";
import { Sealer } from "./sealed-value.js";
import { unwrapKey, wrapKey, type WrappedKey } from "./wrapped-key.js";
import { newWrapping, openWrapping, wrappingText, type Wrapping } from "./wrapping.js";
import { JSON } from "../../std/plain-json.js";

/**
 * The keys of one stack, oldest first. The last key encrypts and authenticates all new data; the keys before it decrypt
 * older data. During a rotation, rows are authenticated by either key; then the old key is retired.
 */
export class KeyRing {
  readonly lineage: string;
  readonly wrapped: readonly WrappedKey[];
  readonly keys: readonly DataKey[];
  /** The keys that may authenticate rows. More than one key means that a rotation is not finished. */
  readonly active: readonly DataKey[];
  readonly sealer: Sealer;
  /** The form in which the row of the stack stores it. */
  readonly text: string;

  constructor(lineage: string, wrapped: readonly WrappedKey[], keys: readonly DataKey[]) {
    this.lineage = lineage;
    this.wrapped = wrapped;
    this.keys = keys;
    this.active = keys.filter((_, index) => wrapped[index]!.retired !== true);
    this.sealer = new Sealer(lineage, keys);
    this.text = JSON.stringify(wrapped);
  }

  get current(): DataKey {
    return this.keys.at(-1)!;
  }
}

type RandomBytes = (count: number) => Uint8Array;

/** Creates the first key of a new stack. */
export async function firstRing(
  lineage: string,
  source: KeySource,
  randomBytes: RandomBytes,
): Promise<KeyRing> {
  const random = (count: number) => Buffer.from(randomBytes(count));
  const key = newKey(random);
  const wrapped = wrapKey(lineage, key, await newWrapping(source, random), random);
  return new KeyRing(lineage, [wrapped], [key]);
}

/** Unwraps the keys that are not `known`. A different key with a known id is detected by the MACs. */
export async function openRing(
  lineage: string,
  wrapped: readonly WrappedKey[],
  source: KeySource,
  known: readonly DataKey[] = [],
): Promise<KeyRing> {
  const opened = new Map<string, Promise<Buffer>>();
  const keys: DataKey[] = [];
  for (const each of wrapped) {
    const found = known.find(({ id }) => id === each.id);
    const text = wrappingText(each);
    if (found === undefined && !opened.has(text)) opened.set(text, openWrapping(each, source));
    keys.push(found ?? unwrapKey(lineage, each, await opened.get(text)!));
  }
  return new KeyRing(lineage, wrapped, keys);
}

/** Adds a new current key, wrapped in the same way as the last one. */
export async function withNewKey(
  ring: KeyRing,
  source: KeySource,
  randomBytes: RandomBytes,
): Promise<KeyRing> {
  const random = (count: number) => Buffer.from(randomBytes(count));
  const wrapping = wrappingOf(ring.wrapped.at(-1)!);
  const key = newKey(random);
  const by = { wrapping, bytes: await openWrapping(wrapping, source) };
  const wrapped = wrapKey(ring.lineage, key, by, random);
  return new KeyRing(ring.lineage, [...ring.wrapped, wrapped], [...ring.keys, key]);
}

/** Retires every key except the current one. */
export function withOldRetired({ lineage, wrapped, keys }: KeyRing): KeyRing {
  const last = wrapped.length - 1;
  const retired = wrapped.map((each, index) => (index === last ? each : { ...each, retired: true as const }));
  return new KeyRing(lineage, retired, keys);
}

/** Returns the same keys with a new wrapping. The old passphrase or key file no longer opens them. */
export async function rewrapped(
  ring: KeyRing,
  source: KeySource,
  randomBytes: RandomBytes,
): Promise<KeyRing> {
  const random = (count: number) => Buffer.from(randomBytes(count));
  const by = await newWrapping(source, random);
  if (ring.wrapped.some((each) => wrappingText(each) === wrappingText(by.wrapping)))
    throw unchanged(by.wrapping);
  const wrapped = ring.wrapped.map((each, index) => ({
    ...wrapKey(ring.lineage, ring.keys[index]!, by, random),
    ...(each.retired && { retired: each.retired }),
  }));
  return new KeyRing(ring.lineage, wrapped, ring.keys);
}

function newKey(random: (count: number) => Buffer): DataKey {
  return dataKey(random(4).toString("hex"), random(dataKeyBytes));
}

function wrappingOf(wrapped: WrappedKey): Wrapping {
  return wrapped.by === "passphrase"
    ? { by: wrapped.by, cost: wrapped.cost, salt: wrapped.salt }
    : { by: wrapped.by, file: wrapped.file };
}

function unchanged(wrapping: Wrapping): DiagnosticError {
  const file = wrapping.by === "key-file" ? ` ${wrapping.file}` : "";
  return new DiagnosticError(
    problem("store/key-unchanged", {
      detail: `The encryption key of the stack is already protected by the key file${file}. Nothing was changed.`,
      hint: "Specify a file that does not exist yet, or use a passphrase.",
    }),
  );
}
