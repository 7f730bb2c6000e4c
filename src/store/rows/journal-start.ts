import { hash } from "node:crypto";
import type { RawHead, RawRecord } from "../raw/index.js";

/** Returns the hash to which the first record of a stack is chained. */
export function firstHash(lineage: string): string {
  return hash("sha256", `coconut journal ${lineage}`);
}

/** Returns the record to which the first remaining record of the journal is chained. */
export function journalStart(head: RawHead): Pick<RawRecord, "seq" | "hash"> {
  return head.format < 3 || head.first_seq === null || head.first_hash === null
    ? { seq: 0, hash: firstHash(head.lineage) }
    : { seq: head.first_seq, hash: head.first_hash };
}
