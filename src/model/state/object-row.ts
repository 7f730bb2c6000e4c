import type { EdgeKind } from "../resource-handle.js";
import type { ValueObject } from "../value/index.js";
import type { PackageRecord } from "./package-record.js";
import type { ResourceId } from "./resource-row.js";

/** One thing that may exist in the world. A resource has one per generation; at most one of them is current. */
export interface ObjectRow {
  readonly rid: ResourceId;
  readonly generation: number;
  readonly status: ObjectStatus;
  readonly stored: Stored;
  /** The outputs of the last create or update. What is observed beside them is drift. */
  readonly baseline: ValueObject;
  /** The provider resource that manages it; absent for the package's default configuration. */
  readonly provider?: ResourceId;
  /** Absent for components. */
  readonly package?: PackageRecord;
  readonly edges: readonly Edge[];
  readonly createdAt?: string;
  readonly modifiedAt?: string;
  /** The key of its create, as long as that may still make a second object: whoever looks once more takes it away. */
  readonly createKey?: string;
  /** When it was last seen and found to be otherwise than it is recorded, in ISO 8601. */
  readonly seenAt?: string;
  /** Its `inputs` and `outputs` as they were found then. Absent if the rest of the row is what was found. */
  readonly observed?: ValueObject;
}

export type ObjectStatus =
  /** What the resource stands for. */
  | "current"
  /** Replaced; still to be deleted. */
  | "doomed"
  /** Deleted in order to be replaced; its successor is still to be created. */
  | "owed"
  /** A create was begun and has no outcome yet. */
  | "creating";

/** That one resource needs another, and through what. */
export interface Edge {
  readonly kind: EdgeKind;
  readonly to: ResourceId;
  /** For `input`: the field that refers to it. */
  readonly field?: string;
}

/** What state keeps of one object of a provider: everything needed to read, update or delete it. */
export interface Stored {
  readonly type: string;
  /** The version of the type's schema that inputs and outputs were written with. */
  readonly schemaVersion: number;
  /** Absent while a create has not said it yet. */
  readonly id?: string;
  /** As the provider decoded them, defaults included. */
  readonly inputs: ValueObject;
  readonly outputs: ValueObject;
  /** The provider's own bytes in base64: sealed, never read, returned as they came. */
  readonly opaque?: string;
  /** Why the last create or update is not complete. */
  readonly unfinished?: readonly string[];
  /** To be replaced by the next plan. */
  readonly tainted?: boolean;
}
