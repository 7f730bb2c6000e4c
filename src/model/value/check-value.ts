import type { Diagnostic } from "../diagnostic.js";
import { problem } from "./diagnostics.js";
import { fold, insideSecret, samePlace, visibleKeys, type PartKey, type Trail } from "./fold.js";
import { pathText } from "./path-text.js";
import { isArchive, isAsset, isUnknown, kindOf, valueKind } from "./value.js";
import type { Archive, Asset, ResourceReference, Secret, Unknown, UnknownOf, Value } from "./value.js";

/**
 * Everything that keeps `input` from being a Value, each with its path; none if it is one. Parts may be
 * shared but not contain themselves. Strings are taken as they are, never normalised.
 */
export function checkValue(input: unknown): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (why: string, trail: Trail) => void found.push(notAValue(why, trail));
  fold<unknown, void>(
    input,
    (node, trail) => {
      const why = refusal(node);
      if (why !== undefined) return { result: report(why, trail) };
      if (typeof node !== "object" || node === null) return { result: undefined };
      const parts = partsOf(node as Value & object);
      for (const [key] of parts) {
        const why = typeof key === "string" ? stringRefusal(key) : undefined;
        const shown = trail.secret ? "" : `: ${JSON.stringify(key)}`;
        if (why !== undefined) report(`has a key that ${why}${shown}`, trail);
      }
      return { parts, join: () => {} };
    },
    { onCycle: (trail) => void found.push(cyclicValue(trail)) },
  );
  return found;
}

/**
 * Why this is no Value, as the rest of a sentence ("is a bigint, …"), looking at nothing inside it: an array or
 * a plain object passes, whatever it holds. Nothing if it may be one.
 */
export function refusal(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return stringRefusal(value);
    case "bigint":
      return "is a bigint, and numbers are IEEE doubles";
    case "function":
      return "is a function";
    case "symbol":
      return "is a symbol";
    case "object":
      return value === null ? undefined : objectRefusal(value);
    default:
      return undefined;
  }
}

function stringRefusal(text: string): string | undefined {
  // Every text of a program comes through here, and `test` is several times faster than `search`.
  if (!loneSurrogate.test(text)) return undefined;
  return `has half of a surrogate pair at position ${text.search(loneSurrogate)}, which no encoding can carry`;
}

const loneSurrogate = /\p{Surrogate}/u;

function objectRefusal(value: object): string | undefined {
  if (Object.hasOwn(value, valueKind)) return specialRefusal(value as { [valueKind]: unknown });
  // The class first: whoever watches a process marks its promises with symbols.
  if (!Array.isArray(value) && !isPlain(value))
    return `is an instance of ${className(value)}, and only plain objects and arrays are data`;
  if (Object.getOwnPropertySymbols(value).length > 0) return "has a symbol as a key, and keys are strings";
  return undefined;
}

/** The `Object.prototype` of another realm counts too. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function className(value: object): string {
  const name: unknown = (value.constructor as { name?: unknown } | undefined)?.name;
  return typeof name === "string" && name !== "" ? name : "a class without a name";
}

function specialRefusal(value: { [valueKind]: unknown }): string | undefined {
  switch (value[valueKind]) {
    case "secret":
      return undefined;
    case "unknown":
      return unknownRefusal(value as Unknown);
    case "reference":
      return referenceRefusal(value as ResourceReference);
    case "asset":
    case "archive":
      return blobRefusal(value as Asset | Archive);
    default:
      return "is marked as a kind of value that does not exist";
  }
}

function unknownRefusal({ of }: Unknown): string | undefined {
  return of === undefined || Object.hasOwn(unknownKinds, of)
    ? undefined
    : "is an unknown of a type that does not exist";
}

const unknownKinds: Record<UnknownOf, true> = {
  boolean: true,
  number: true,
  array: true,
  asset: true,
  archive: true,
  object: true,
};

function referenceRefusal({ urn, id, packageVersion }: ResourceReference): string | undefined {
  if (typeof urn !== "string" || urn === "") return "is a reference without a URN";
  if (id === "" || !(id === undefined || typeof id === "string" || isUnknown(id))) {
    return "is a reference whose id is neither text nor unknown";
  }
  if (packageVersion !== undefined && typeof packageVersion !== "string") {
    return "is a reference whose package version is no text";
  }
  return undefined;
}

function blobRefusal(value: Asset | Archive): string | undefined {
  const kind = value[valueKind];
  const known = kind === "asset" ? ["text", "path", "uri"] : ["assets", "path", "uri"];
  const [name = "", content] = soleEntry(value.source);
  const isContent = name === "assets" ? kindOf(content as Value) === "object" : typeof content === "string";
  const isEmptyPlace = content === "" && name !== "text";
  if (!known.includes(name) || !isContent || isEmptyPlace) {
    return `is an ${kind} whose source is not exactly one of ${known.join(", ")}`;
  }
  if (
    name === "assets" &&
    !Object.values(content as object).every((entry) => isAsset(entry) || isArchive(entry))
  ) {
    return "is an archive that holds something other than assets and archives";
  }
  if (value.hash !== undefined && typeof value.hash !== "string")
    return `is an ${kind} whose hash is no text`;
  return undefined;
}

function soleEntry(source: unknown): [string?, unknown?] {
  const entries = typeof source === "object" && source !== null ? Object.entries(source) : [];
  return entries.length === 1 ? entries[0]! : [];
}

function partsOf(value: Value & object): (readonly [PartKey, unknown])[] {
  switch (kindOf(value)) {
    case "array":
      return Array.from(value as readonly Value[], (item, index) => [index, item]);
    case "object":
      return Object.entries(value);
    case "secret":
      return [[insideSecret, (value as Secret).value]];
    case "reference": {
      const { urn, id, packageVersion } = value as ResourceReference;
      return Object.entries({ urn, id, packageVersion });
    }
    case "asset":
    case "archive":
      return [[samePlace, (value as Asset | Archive).source]];
    default:
      return [];
  }
}

function notAValue(why: string, trail: Trail): Diagnostic {
  const path = pathText(visibleKeys(trail));
  return problem("model/not-a-value", {
    detail: `${place(trail, path)} ${why}.`,
    hint: "Use null, booleans, numbers, well-formed strings, assets, archives, resources, and arrays and plain objects of these.",
    path,
  });
}

function cyclicValue(trail: Trail): Diagnostic {
  const path = pathText(visibleKeys(trail));
  return problem("model/cyclic-value", {
    detail: `${place(trail, path)} is one of the objects that contain it, so the value has no end.`,
    hint: "Leave out the property that leads back, or refer to the object by a name or an id.",
    path,
  });
}

const place = (trail: Trail, path: string) => (trail.secret ? `Something inside the secret ${path}` : path);
