import type { FoundPeer } from "../../scripts/bench-table.js";
import { alchemy } from "./alchemy.js";
import { pulumi } from "./pulumi.js";
import { terraform } from "./terraform.js";

/** Another tool, with programs of the same shape. Times are of whole processes, in milliseconds. */
export interface Peer {
  /** Makes a project of so many resources in an empty folder; nothing is created yet. */
  prepare(folder: string, resources: number): void;
  /** Creates everything. */
  create(folder: string): number;
  /** Has everything created, if that can be had for less, in a folder that was prepared. */
  pretend?(folder: string, resources: number): void;
  /** Finds that nothing is to be done, and throws if it finds otherwise. */
  plan(folder: string): number;
}

/** How each is driven. */
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
