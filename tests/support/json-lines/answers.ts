import * as v from "valibot";
import type { Method } from "./messages.js";

/** What each answer has to look like. Whatever else it holds is for the engine to judge. */
const values = v.custom<object>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const diagnostic = v.looseObject({
  code: v.string(),
  severity: v.picklist(["error", "warning", "note"]),
  summary: v.string(),
  detail: v.string(),
});
const diagnostics = v.array(diagnostic);
const stored = v.looseObject({
  type: v.string(),
  schemaVersion: v.number(),
  id: v.optional(v.string()),
  inputs: values,
  outputs: values,
});
const rejected = v.looseObject({ kind: v.literal("rejected"), diagnostics });
const found = v.looseObject({ kind: v.literal("found"), stored });
const absent = v.looseObject({ kind: v.literal("absent") });
const returned = v.looseObject({ kind: v.literal("returned"), outputs: values });
const planned = v.looseObject({
  inputs: values,
  outputs: values,
  change: v.picklist(["none", "some", "compare"]),
  fields: v.array(
    v.looseObject({
      path: v.string(),
      kind: v.picklist(["add", "delete", "update"]),
      replaces: v.boolean(),
      of: v.picklist(["inputs", "outputs", "drift"]),
    }),
  ),
});
const outcome = v.variant("kind", [
  v.looseObject({ kind: v.literal("ok"), stored: v.looseObject({ ...stored.entries, id: v.string() }) }),
  v.looseObject({ kind: v.literal("unfinished"), stored, diagnostics }),
  v.looseObject({ kind: v.literal("failed"), diagnostics }),
  v.looseObject({ kind: v.literal("uncertain"), diagnostics }),
]);

const schemas: { readonly [Each in Method]: v.GenericSchema } = {
  upgrade: v.union([rejected, stored]),
  checkConfig: v.union([rejected, v.looseObject({ config: values, replaces: v.boolean() })]),
  configure: v.union([rejected, v.looseObject({ provider: v.number(), ready: v.boolean() })]),
  plan: v.union([rejected, planned]),
  validate: diagnostics,
  create: outcome,
  update: outcome,
  planDelete: v.union([rejected, v.looseObject({ opaque: v.optional(v.string()) })]),
  delete: outcome,
  read: v.union([found, absent, rejected]),
  lookup: v.union([found, absent, rejected]),
  find: v.union([v.array(found), v.looseObject({ kind: v.literal("untold") }), rejected]),
  logs: v.union([rejected, v.null()]),
  stats: v.record(v.string(), v.any()),
  invoke: v.union([returned, rejected]),
  call: v.union([returned, rejected]),
  close: v.null(),
};

/** What is wrong with an answer; undefined if nothing is. */
export function faultInAnswer(method: Method, answer: unknown): string | undefined {
  const { issues } = v.safeParse(schemas[method], answer);
  return issues?.[0] === undefined
    ? undefined
    : `the answer to ${method} has the wrong shape (${issues[0].message})`;
}
