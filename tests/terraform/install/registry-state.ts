import type { IncomingMessage } from "node:http";
import type { PackedFile } from "./provider-archive.js";
import type { RegistryFaults } from "./registry-faults.js";
import type { SigningKey } from "./signing-key.js";

export interface Release {
  readonly provider: ServedProvider;
  readonly archives: ReadonlyMap<string, Buffer>;
}

/** The contents and the history of a test registry. */
export interface State {
  readonly releases: readonly Release[];
  readonly key: SigningKey;
  readonly stranger: SigningKey;
  faults: RegistryFaults;
  readonly requests: SeenRequest[];
  token: string | undefined;
  /** How often a fault occurred, by its name and path. */
  readonly sent: Map<string, number>;
}

/** A version of a provider that the test registry has. */
export interface ServedProvider {
  readonly namespace: string;
  readonly type: string;
  readonly version: string;
  /** The path of the provider's program for the platform of this machine. */
  readonly program?: string;
  /** The files of the archive, instead of a program. */
  readonly files?: Readonly<Record<string, PackedFile>>;
  /** The archive itself, instead of its files. */
  readonly archive?: Buffer;
  /** Default: this machine's, and one more. */
  readonly platforms?: readonly string[];
  /** Default: `["5.0"]`. */
  readonly protocols?: readonly string[];
}

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

/** Returns how often this was called with the name, with this call. */
export function counted({ sent }: State, name: string): number {
  const count = (sent.get(name) ?? 0) + 1;
  sent.set(name, count);
  return count;
}
