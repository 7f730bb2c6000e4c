import * as v from "valibot";
import { expect, test } from "vitest";
import { secretOf, unknown, type Value } from "../../../model/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { partlyKnown } from "./partly-known.js";

const map = v.record(v.string(), v.string());
const object = v.object({
  host: v.pipe(v.string(), v.startsWith("arn")),
  note: v.optional(v.string()),
  protocol: v.optional(v.string(), "tcp"),
  inner: v.optional(v.object({ on: v.optional(v.boolean(), true) })),
});

type Row = [what: string, schema: object, given: Value, recorded: Value, known: Value];

test.each<Row>([
  ["a key of a map that is left out", map, { a: unknown }, { a: "1", b: "2" }, { a: unknown }],
  ["a key of a map that is new", map, { a: unknown, c: "3" }, { a: "1" }, { a: unknown, c: "3" }],
  ["a map that was not there", map, { a: unknown }, undefined, { a: unknown }],
  [
    "a default",
    object,
    { host: unknown },
    { host: "arn:1", protocol: "tcp" },
    { host: unknown, protocol: "tcp" },
  ],
  ["what is no default", object, { host: unknown }, { host: "arn:1", note: "a" }, { host: unknown }],
  [
    "a default that is another now",
    object,
    { host: unknown },
    { host: "arn:1", protocol: "udp" },
    { host: unknown, protocol: unknown },
  ],
  [
    "a default further inside",
    object,
    { host: unknown, inner: {} },
    { host: "arn:1", inner: { on: true } },
    { host: unknown, inner: { on: true } },
  ],
  [
    "a secret that is a default",
    object,
    { host: unknown },
    { host: "arn:1", protocol: secretOf("tcp") },
    { host: unknown, protocol: secretOf("tcp") },
  ],
  [
    "a guess that the schema does not take: nothing is said to be gone",
    object,
    { host: unknown },
    { note: "a", protocol: "udp" },
    { host: unknown, note: "a", protocol: "udp" },
  ],
  ["a list that is shorter", v.array(v.string()), ["a", unknown], ["a", "b", "c"], ["a", unknown]],
  [
    "objects in a list",
    v.array(object),
    [{ host: unknown }, { host: "arn:2", note: "b" }],
    [
      { host: "arn:1", note: "a", protocol: "tcp" },
      { host: "arn:2", protocol: "tcp" },
    ],
    [
      { host: unknown, protocol: "tcp" },
      { host: "arn:2", note: "b", protocol: "tcp" },
    ],
  ],
  [
    "a secret as a whole",
    map,
    secretOf({ a: unknown }),
    secretOf({ a: "1", b: "2" }),
    secretOf({ a: unknown }),
  ],
])("%s", (_, schema, given, recorded, known) => {
  const defined = { type: "a:b:C", inputs: { field: schema } } as unknown as DefinedResource;
  expect(partlyKnown(defined, { field: given }, { field: recorded })).toEqual({ field: known });
});
