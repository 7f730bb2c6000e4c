import { createHash } from "node:crypto";
import { encodeValue, type Planned, type PlannedDelete, type Stored } from "../../src/model/index.js";
import type { Outcome, PackageHost } from "../../src/provider/contract/index.js";
import { canonicalJson } from "../../src/store/seal/index.js";
import { wrappedHost } from "./wrapped-host.js";

/**
 * Packages that make plans of their own for some types: their plans, deletes and objects have bytes, each of which has to
 * come back as it was. `broken` is told of every one that does not.
 */
export function opaqueHost(
  host: PackageHost,
  isOpaque: (type: string) => boolean,
  broken: (what: string) => void,
): PackageHost {
  const expect = (what: string, found: string | undefined, expected: string) => {
    if (found !== expected) broken(`${what}: ${found ?? "none"} instead of ${expected}`);
  };
  const own = (stored: Stored, what: string) =>
    expect(`${what} of an object`, stored.opaque, bytesOf(stored));
  return wrappedHost(host, (provider) => ({
    plan: async (call, request) => {
      if (isOpaque(request.type) && request.prior !== undefined) own(request.prior, "plan");
      const planned = await provider.plan(call, request);
      return "kind" in planned || !isOpaque(request.type) ? planned : { ...planned, opaque: planOf(planned) };
    },
    create: async (call, request) => {
      if (!isOpaque(request.type)) return provider.create(call, request);
      expect("create", request.planned.opaque, planOf(request.planned));
      return made(await provider.create(call, request));
    },
    update: async (call, request) => {
      if (!isOpaque(request.prior.type)) return provider.update(call, request);
      own(request.prior, "update");
      expect("update", request.planned.opaque, planOf(request.planned));
      return made(await provider.update(call, request));
    },
    planDelete: async (call, request) => {
      const planned = await provider.planDelete!(call, request);
      if ("kind" in planned || !isOpaque(request.prior.type)) return planned;
      own(request.prior, "planDelete");
      return deleteOf(request.prior);
    },
    delete: async (call, request) => {
      if (!isOpaque(request.prior.type)) return provider.delete(call, request);
      own(request.prior, "delete");
      expect("delete", request.planned?.opaque, deleteOf(request.prior).opaque!);
      return made(await provider.delete(call, request));
    },
    read: async (call, request) => {
      const found = await provider.read(call, request);
      return found.kind === "found" && isOpaque(request.prior.type) ? withStored(found) : found;
    },
    lookup: async (call, request) => {
      const found = await provider.lookup(call, request);
      return found.kind === "found" && isOpaque(request.type) ? withStored(found) : found;
    },
    find: async (call, request) => {
      const found = await provider.find(call, request);
      return "kind" in found || !isOpaque(request.type) ? found : found.map(withStored);
    },
  }));
}

/** Bytes that are no text in any encoding, made from what they belong to. */
export function bytesOf({ id }: Pick<Stored, "id">): string {
  return bytes(`object ${id ?? ""}`);
}

function planOf({ inputs }: Planned): string {
  return bytes(`plan ${canonicalJson(encodeValue(inputs))}`);
}

function deleteOf({ id }: Stored): PlannedDelete {
  return { opaque: bytes(`delete ${id ?? ""}`) };
}

function bytes(text: string): string {
  return Buffer.concat([Buffer.from([0, 255, 254]), createHash("sha256").update(text).digest()]).toString(
    "base64",
  );
}

function withStored<T extends { readonly stored: Stored }>(found: T): T {
  return { ...found, stored: { ...found.stored, opaque: bytesOf(found.stored) } };
}

function made(outcome: Outcome): Outcome {
  return "stored" in outcome ? withStored(outcome) : outcome;
}
