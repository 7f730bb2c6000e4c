import { DiagnosticError, type Stored } from "../../../model/index.js";
import { JSON } from "../../../std/plain-json.js";
import { problem } from "../diagnostics.js";

/** The exact state of an object as the provider returned it. Outputs in state are derived from it. */
export interface ObjectState {
  /** The msgpack encoding of the state, which Terraform's protocol calls "new state". */
  readonly state: Uint8Array;
  /** Bytes that only the provider understands. */
  readonly private?: Uint8Array | undefined;
  /** The msgpack encoding of the identity, for types that have one. */
  readonly identity?: Uint8Array | undefined;
  readonly identityVersion?: number | undefined;
  /** True if the type uses the legacy type system, whose plans are predictions. */
  readonly legacy?: boolean | undefined;
  /** The version of the provider that returned the state. */
  readonly provider: string;
}

/** A planned change, as far as the provider needs it again to perform the change. */
export interface PlannedState extends Omit<ObjectState, "provider"> {
  /** The msgpack encoding of the configuration, without write-only values. */
  readonly config: Uint8Array;
}

/** A planned delete. */
export interface PlannedRemoval {
  readonly private?: Uint8Array | undefined;
  readonly identity?: Uint8Array | undefined;
}

type Content = { readonly [name: string]: Uint8Array | string | number | boolean | undefined };

/** Returns a header with the plain members and the lengths of the others, a line break, and then their bytes, as base64. */
export function encodeOpaque(content: ObjectState | PlannedState | PlannedRemoval): string {
  const plain: { [name: string]: unknown } = {};
  const lengths: [name: string, length: number][] = [];
  const parts: Uint8Array[] = [];
  for (const [name, value] of Object.entries(content as Content)) {
    if (value instanceof Uint8Array) {
      lengths.push([name, value.length]);
      parts.push(value);
    } else if (value !== undefined) plain[name] = value;
  }
  const header = Buffer.from(`${JSON.stringify({ format, plain, lengths })}\n`);
  return Buffer.concat([header, ...parts]).toString("base64");
}

/** Returns the state of a stored object. Throws if another program than the Terraform adapter recorded it. */
export function objectState(stored: Stored): ObjectState {
  const known = decoded.get(stored);
  if (known !== undefined) return known;
  const content = decodeOpaque(stored.opaque, stored.type) as ObjectState;
  decoded.set(stored, content);
  return content;
}

/** A stored object is immutable, and read several times in a run. */
const decoded = new WeakMap<Stored, ObjectState>();

export function plannedState(opaque: string, type: string): PlannedState {
  return decodeOpaque(opaque, type) as PlannedState;
}

export function plannedRemoval(opaque: string, type: string): PlannedRemoval {
  return decodeOpaque(opaque, type) as PlannedRemoval;
}

/** Decodes what `encodeOpaque` returned. */
function decodeOpaque(opaque: string | undefined, type: string): unknown {
  const content = opaque === undefined ? undefined : contentOf(Buffer.from(opaque, "base64"));
  if (content !== undefined) return content;
  throw new DiagnosticError(
    problem("provider/terraform-state", {
      detail: `The recorded state of an object of type ${type} has no Terraform state that this version of Coconut can read.`,
      hint: "Use the version of Coconut that recorded it, or a newer one. To record the object again, remove the resource from state and import it:\n    coco state rm <resource>\n    coco import <type> <name> <id>",
    }),
  );
}

function contentOf(bytes: Buffer): { readonly [name: string]: unknown } | undefined {
  const end = bytes.indexOf("\n");
  try {
    const header = JSON.parse(bytes.toString("utf8", 0, end)) as Header;
    if (header.format !== format) return undefined;
    const content: { [name: string]: unknown } = { ...header.plain };
    let at = end + 1;
    for (const [name, length] of header.lengths) {
      content[name] = bytes.subarray(at, at + length);
      at += length;
    }
    return at === bytes.length ? content : undefined;
  } catch {
    return undefined;
  }
}

interface Header {
  readonly format: unknown;
  readonly plain: { readonly [name: string]: unknown };
  readonly lengths: readonly (readonly [name: string, length: number])[];
}

/** Changes only if an older version of Coconut could not read the content. */
const format = 1;
