import { isAsset, kindOf, type Archive, type Asset, type Value, type ValueObject } from "../model/index.js";
import { asset as assetClasses } from "../sdk/index.js";

/**
 * The plain data that a callback is given for a value: a copy of its own, without secret wrappers, with
 * resource objects for references and asset objects for assets. The value must be known.
 */
export function openValue(value: Value): unknown {
  switch (kindOf(value)) {
    case "array":
      return (value as readonly Value[]).map(openValue);
    case "object":
      return Object.fromEntries(
        Object.entries(value as ValueObject).map(([key, part]) => [key, openValue(part)]),
      );
    case "secret":
      return openValue((value as { value: Value }).value);
    case "reference":
      return (value as { live?: object }).live ?? value;
    case "asset":
      return openAsset(value as Asset);
    case "archive":
      return openArchive(value as Archive);
    case "unknown":
      throw new Error("This is a bug in Coconut: a value that is not known was opened.");
    default:
      return value;
  }
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
