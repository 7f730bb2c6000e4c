import type { EdgeKind } from "../resource-handle.js";
import type { ValueObject } from "../value/index.js";
import type { PackageRecord } from "./package-record.js";
import type { ResourceId } from "./resource-row.js";

/**
 * One real object, or one whose create is in progress. A resource has one per generation; at most one of them is
 * current.
 */
export interface ObjectRow {
  readonly rid: ResourceId;
  readonly generation: number;
  readonly status: ObjectStatus;
  readonly stored: Stored;
  /** The outputs of the last create or update. Observed differences from them are drift. */
  readonly baseline: ValueObject;
  /** The provider resource that manages it; absent for the default provider of the package. */
  readonly provider?: ResourceId;
  /** Absent for components. */
  readonly package?: PackageRecord;
  readonly edges: readonly Edge[];
  readonly createdAt?: string;
  readonly modifiedAt?: string;
  /** The idempotency key of its create, while that may still create a second object. A later check removes it. */
  readonly createKey?: string;
  /** When it was last observed to differ from its record, in ISO 8601. */
  readonly seenAt?: string;
  /** Its `inputs` and `outputs` as observed then. Absent if the rest of the row is what was observed. */
  readonly observed?: ValueObject;
}

export type ObjectStatus =
  /** The object that the resource manages. */
  | "current"
  /** Replaced; still to be deleted. */
  | "doomed"
  /** Deleted for a replacement; its successor is still to be created. */
  | "owed"
  /** A create has begun and has no outcome yet. */
  | "creating";

/** A dependency of one resource on another, and its kind. */
export interface Edge {
  readonly kind: EdgeKind;
  readonly to: ResourceId;
  /** For `input`: the field that refers to the dependency. */
  readonly field?: string;
}

/** The recorded data of one object: everything needed to read, update or delete it. */
export interface Stored {
  readonly type: string;
  /** The version of the type's schema for inputs and outputs. */
  readonly schemaVersion: number;
  /** Absent while a create has not reported it yet. */
  readonly id?: string;
  /** The inputs as the provider decoded them, including defaults. */
  readonly inputs: ValueObject;
  readonly outputs: ValueObject;
  /** Private bytes of the provider in base64: encrypted, never interpreted, passed back unchanged. */
  readonly opaque?: string;
  /** Why the last create or update is incomplete. */
  readonly unfinished?: readonly string[];
  /** To be replaced by the next plan. */
  readonly tainted?: boolean;
}
