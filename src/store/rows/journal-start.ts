import { hash } from "node:crypto";
import type { RawHead, RawRecord } from "../raw/index.js";

/** The hash that the first record of a stack follows. */
export function firstHash(lineage: string): string {
  return hash("sha256", `coconut journal ${lineage}`);
}

/** The record that the first one of the journal follows. */
export function journalStart(head: RawHead): Pick<RawRecord, "seq" | "hash"> {
  return head.format < 3 || head.first_seq === null || head.first_hash === null
    ? { seq: 0, hash: firstHash(head.lineage) }
    : { seq: head.first_seq, hash: head.first_hash };
}
