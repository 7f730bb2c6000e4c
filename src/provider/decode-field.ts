import type { StandardSchemaV1 } from "@standard-schema/spec";
import { DiagnosticError } from "../model/index.js";
import { problem } from "./diagnostics.js";

/** Decodes a value with the schema of a field. `owner` is the type, function or provider of the field, for messages. */
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
      detail: `The schema of field ${JSON.stringify(name)} of ${owner} returned a promise: it has an asynchronous part, or a function in it threw. Coconut decodes fields many times during planning, so schemas must be synchronous.`,
      hint: "Remove the asynchronous part. Put checks that call a service into `validate`.",
      path: name,
    }),
  );
}
