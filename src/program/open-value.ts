import {
  isAsset,
  kindOf,
  type Archive,
  type Asset,
  type ResourceReference,
  type Value,
  type ValueObject,
} from "../model/index.js";
import { asset as assetClasses } from "../sdk/index.js";
import { hydrate } from "../sdk/internal.js";

/**
 * Returns the plain data that a callback receives for a value: its own copy without secret wrappers, with resource
 * objects for references and asset objects for assets. The value must be known.
 */
export function openValue(value: Value): unknown {
  return open(value, new Map());
}

/** Keeps shared parts shared in the copy: sixty levels of `[x, x]` have 2^60 paths. */
function open(value: Value, opened: Map<Value, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const earlier = opened.get(value);
  if (earlier !== undefined) return earlier;
  const plain = openParts(value, opened);
  opened.set(value, plain);
  return plain;
}

function openParts(value: Value, opened: Map<Value, unknown>): unknown {
  switch (kindOf(value)) {
    case "array":
      return Array.from(value as readonly Value[], (item) => open(item, opened));
    case "object":
      return Object.fromEntries(
        Object.entries(value as ValueObject).map(([key, part]) => [key, open(part, opened)]),
      );
    case "secret":
      return open((value as { value: Value }).value, opened);
    case "reference":
      return openReference(value as ResourceReference);
    case "asset":
      return openAsset(value as Asset);
    case "archive":
      return openArchive(value as Archive);
    case "unknown":
      throw new Error("This is a bug in Coconut: an unknown value was opened.");
    default:
      return value;
  }
}

function openReference(reference: ResourceReference): object {
  return reference.live ?? hydrate({ urn: reference.urn, reference });
}

function openAsset({ source }: Asset): assetClasses.Asset {
  if ("text" in source) return new assetClasses.TextAsset(source.text);
  return "path" in source
    ? new assetClasses.FileAsset(source.path)
    : new assetClasses.RemoteAsset(source.uri);
}

function openArchive({ source }: Archive): assetClasses.Archive {
  if ("path" in source) return new assetClasses.FileArchive(source.path);
  if ("uri" in source) return new assetClasses.RemoteArchive(source.uri);
  const members = Object.entries(source.assets).map(
    ([name, member]) => [name, isAsset(member) ? openAsset(member) : openArchive(member)] as const,
  );
  return new assetClasses.AssetArchive(Object.fromEntries(members));
}
