import { decode, encode } from "@msgpack/msgpack";
import { DiagnosticError, type Stored } from "../../../model/index.js";
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

export function encodeOpaque(content: ObjectState | PlannedState | PlannedRemoval): string {
  return Buffer.from(encode({ format, ...content }, { ignoreUndefined: true })).toString("base64");
}

/** Returns the state of a stored object. Throws if another program than the Terraform adapter recorded it. */
export function objectState(stored: Stored): ObjectState {
  const known = decoded.get(stored);
  if (known !== undefined) return known;
  const content = decodeOpaque<ObjectState>(stored.opaque, stored.type);
  decoded.set(stored, content);
  return content;
}

/** A stored object is immutable, and read several times in a run. */
const decoded = new WeakMap<Stored, ObjectState>();

/** Decodes what `encodeOpaque` returned. */
export function decodeOpaque<Content extends PlannedRemoval>(opaque: string | undefined, type: string): Content {
  try {
    const content = decode(Buffer.from(opaque!, "base64")) as Content & { readonly format: unknown };
    if (content.format === format) return content;
  } catch {
    // Reported below.
  }
  throw new DiagnosticError(
    problem("provider/terraform-state", {
      detail: `The recorded state of an object of type ${type} has no Terraform state that this version of Coconut can read.`,
      hint: "Use the version of Coconut that recorded it, or a newer one. To record the object again, remove the resource from state and import it:\n    coco state rm <resource>\n    coco import <type> <name> <id>",
    }),
  );
}

/** Changes only if an older version of Coconut could not read the content. */
const format = 1;
