import type { Diagnostic } from "../diagnostic.js";
import { problem } from "./diagnostics.js";
import { fold, insideSecret, samePlace, visibleKeys, type PartKey, type Trail } from "./fold.js";
import { pathText } from "./path-text.js";
import { isArchive, isAsset, isUnknown, kindOf, valueKind } from "./value.js";
import type { Archive, Asset, ResourceReference, Secret, Unknown, UnknownOf, Value } from "./value.js";

/**
 * Returns everything that keeps `input` from being a Value, each with its path; empty if it is one. Parts may be
 * shared, but must not contain themselves. Strings are never normalized.
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
 * Returns why this is not a Value, as the rest of a sentence ("is a bigint, …"), without examining its content: any
 * array or plain object passes. Undefined if it may be one.
 */
export function refusal(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return stringRefusal(value);
    case "bigint":
      return "is a bigint; numbers are IEEE doubles";
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
  // Every text of a program is checked here, and `test` is several times faster than `search`.
  if (!loneSurrogate.test(text)) return undefined;
  return `contains half of a surrogate pair at position ${text.search(loneSurrogate)}, which no encoding can represent`;
}

const loneSurrogate = /\p{Surrogate}/u;

function objectRefusal(value: object): string | undefined {
  if (Object.hasOwn(value, valueKind)) return specialRefusal(value as { [valueKind]: unknown });
  // The class is checked first: tools that observe a process mark its promises with symbols.
  if (!Array.isArray(value) && !isPlain(value))
    return `is an instance of ${className(value)}; only plain objects and arrays are allowed`;
  if (Object.getOwnPropertySymbols(value).length > 0) return "has a symbol as a key; keys must be strings";
  return undefined;
}

/** The `Object.prototype` of another realm counts too. */
function isPlain(value: object): boolean {
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function className(value: object): string {
  const name: unknown = (value.constructor as { name?: unknown } | undefined)?.name;
  return typeof name === "string" && name !== "" ? name : "an anonymous class";
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
      return "is marked as an unsupported kind of value";
  }
}

function unknownRefusal({ of }: Unknown): string | undefined {
  return of === undefined || Object.hasOwn(unknownKinds, of)
    ? undefined
    : "is an unknown of an unsupported type";
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
    return "is a reference whose id is neither a string nor unknown";
  }
  if (packageVersion !== undefined && typeof packageVersion !== "string") {
    return "is a reference whose package version is not a string";
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
    return "is an archive that contains something other than assets and archives";
  }
  if (value.hash !== undefined && typeof value.hash !== "string")
    return `is an ${kind} whose hash is not a string`;
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
    detail: `${place(trail, path)} refers back to an object that contains it, so the value is infinite.`,
    hint: "Remove the property that refers back, or refer to the object by a name or an id.",
    path,
  });
}

const place = (trail: Trail, path: string) => (trail.secret ? `Something inside the secret ${path}` : path);
