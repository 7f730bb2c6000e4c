import base from "./vitest.config.js";
import { mergeConfig } from "vitest/config";
const edits: Record<string, [string, string, string]> = {
  aad: ["store/seal/sealed-value.ts", 'this.#lineage, beside]', 'this.#lineage]'],
  row: ["store/rows/integrity.ts", 'name !== "mac").map', 'name !== "mac" && name !== "seq").map'],
  head: ["store/rows/integrity.ts", "      head.next_rid,\n", ""],
  chain: ["store/rows/integrity.ts", "if (recordHash(previous, record) !== record.hash)", "if (false)"],
  sum: ["store/rows/integrity.ts", '!== head.state_sum', '=== "x"'],
  export: ["operations/stacks/export-stack.ts", "`stack export ${place}`", '"stack export"'],
  zip: ["unpack/unpack-zip.ts", "crc32(content) !== entry.crc32", "false"],
  runs: ["store/rows/integrity.ts", "if (open === undefined) return;", "return;"],
  utf8: ["plan-file/plan-envelope.ts", "isUtf8(line) ?", "true ?"],
};
const edit = edits[process.env["EDIT"]!]!;
export default mergeConfig(base, { plugins: [{ name: "edit", enforce: "pre" as const, transform(code: string, id: string) {
  if (!id.endsWith(edit[0])) return undefined;
  if (!code.includes(edit[1])) throw new Error("no place for " + edit[1]);
  return code.replace(edit[1], edit[2]);
} }] });
