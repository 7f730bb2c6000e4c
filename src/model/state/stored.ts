import type { ValueObject } from "../value/index.js";

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
