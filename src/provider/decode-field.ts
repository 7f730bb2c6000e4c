import type { StandardSchemaV1 } from "@standard-schema/spec";
import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** What a field's schema makes of a value. `owner` is the type, function or provider whose field it is. */
export function decodeField(
  owner: string,
  name: string,
  field: StandardSchemaV1,
  value: unknown,
): StandardSchemaV1.Result<unknown> {
  const result = field["~standard"].validate(value);
  if (!(result instanceof Promise)) return result;
  result.catch(() => {});
  throw new DiagnosticError(
    problem("provider/async-schema", {
      detail: `The schema of the field ${JSON.stringify(name)} of ${owner} answers with a promise: it contains something asynchronous, or a function that threw. Fields are decoded again and again while a plan is made, so their schemas must answer at once.`,
      hint: "Use a schema without asynchronous parts, and check what needs the world in `validate`.",
      path: name,
    }),
  );
}
