import { expect, test } from "vitest";
import { longestRow } from "../raw/index.js";
import { dataKey } from "../seal/data-key.js";
import { authenticRow } from "./integrity.js";
import { refuseUnkeepable } from "./refuse-unkeepable.js";

const key = dataKey("one", Buffer.alloc(32));
/** Returns the row of an intent with this many bytes before it is authenticated. */
const rowOf = (bytes: number) => ({ op_id: "1", seq: 1, body: "x".repeat(bytes - 2) });

test("with what authenticates it, a row has as many bytes as can be read again, and no more", () => {
  const { mac } = authenticRow(key, "intent", rowOf(100));
  const most = longestRow - String(mac).length;
  expect(() => refuseUnkeepable(rowOf(most))).not.toThrow();
  expect(() => refuseUnkeepable(rowOf(most + 1))).toThrow("store/refused-record");
});
