import type { ProviderCall, ProviderMessage } from "../../../src/provider/contract/index.js";
import type { RunningProcess } from "../../../src/model/index.js";
import type { Json } from "./wire.js";

/** The first line of a child: what is known of its package before anything is asked. */
export interface Description {
  readonly protocol: 1;
  readonly name: string;
  readonly version: string;
  readonly callsAtOnce?: number;
  readonly configFields: readonly string[];
  readonly types: { readonly [type: string]: TypeDescription };
  /** The functions whose answers are ephemeral. */
  readonly ephemeralFunctions: readonly string[];
}

export interface TypeDescription {
  readonly globalId?: string;
  readonly replaceFields: readonly string[];
  readonly hasUniqueIds: boolean;
  readonly schemaVersion: number;
  readonly canFind: boolean;
  readonly canLookUp: boolean;
  readonly hasLogs: boolean;
  readonly hasStats: boolean;
  readonly settlesWithinMs: number;
  readonly lateWithinMs: number;
}

/** What Coconut writes. */
export type ToChild =
  | {
      readonly id: number;
      readonly method: Method;
      /** Which configuration is asked; absent for the package itself. */
      readonly provider?: number;
      readonly call: SentCall;
      readonly request: Json;
    }
  | { readonly cancel: number }
  /** What a child told has been written down. */
  | { readonly noted: number };

/** What the child writes after its description. */
export type FromChild =
  | { readonly id: number; readonly answer: Json }
  | { readonly id: number; readonly report: ProviderMessage }
  | { readonly id: number; readonly line: Json }
  | { readonly id: number; readonly told: number; readonly identified: string }
  | { readonly id: number; readonly told: number; readonly running: RunningProcess };

export type SentCall = Pick<ProviderCall, "phase" | "urn" | "timeoutMs" | "assets"> & {
  /** Whether it was cancelled before it was asked: a message behind it would come too late. */
  readonly isCancelled: boolean;
};

export type Method =
  | "upgrade"
  | "checkConfig"
  | "configure"
  | "plan"
  | "validate"
  | "create"
  | "update"
  | "planDelete"
  | "delete"
  | "read"
  | "lookup"
  | "find"
  | "logs"
  | "stats"
  | "invoke"
  | "call"
  | "close";
