import type { FoundPeer } from "../../scripts/bench-table.js";
import { alchemy } from "./alchemy.js";
import { pulumi } from "./pulumi.js";
import { terraform } from "./terraform.js";

/** Another tool with a program of the same shape. Returned times are those of whole processes, in milliseconds. */
export interface Peer {
  /** Writes a project with this many resources to an empty folder. Creates no resources. */
  prepare(folder: string, resources: number): void;
  /** Creates everything. */
  create(folder: string): number;
  /** Generates the state of a prepared folder as if everything was created. Absent if the tool does not allow this. */
  pretend?(folder: string, resources: number): void;
  /** Runs a plan without changes. Throws if the tool finds changes. */
  plan(folder: string): number;
}

/** Returns the driver of a tool. */
export function peerOf({ name, folder = "" }: FoundPeer): Peer {
  switch (name) {
    case "pulumi":
      return pulumi();
    case "alchemy":
      return alchemy(folder);
    default:
      return terraform(name);
  }
}
