import { DiagnosticError, type Diagnostic, type Stored } from "../../model/index.js";
import type {
  Absent,
  FindRequest,
  Found,
  LogsRequest,
  ProviderCall,
  Rejected,
  Untold,
} from "../contract/index.js";
import type { LogLine, Stats } from "../hook-calls.js";
import type { DefinedResource } from "../resource-type.js";
import { Bug } from "./bug.js";
import { recordedOf } from "./change-object.js";
import { decodeAnswer } from "./field/decode-fields.js";
import { problem } from "./diagnostics.js";
import { answerProblem, outputProblems } from "./field/field-problems.js";
import { describeKind, identifiedFrom, isRecord, outputsFrom } from "./hook/hook-answers.js";
import { about, commonOf, hookFailed, runHook, type Connection } from "./hook/hook-runner.js";
import { toPlainFields } from "./field/plain.js";
import { recordedFields } from "./field/write-only-inputs.js";
import { maskFor } from "./hook/secret-texts.js";
import { schemaVersion } from "./upgrade-stored.js";

/** Reads an object. Only `null` means that it does not exist. */
export async function readObject(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  prior: Stored,
): Promise<Found | Absent | Rejected> {
  const { type, read } = defined;
  const seen = [prior.inputs, prior.outputs];
  const result = await runHook({ type, hook: "read" }, connection, call, seen, (common) =>
    read(Object.assign(common, recordedOf(prior))),
  );
  if (!result.ok) return rejected(result.diagnostics);
  const { answer } = result;
  if (answer === null) return { kind: "absent" };
  if (!isRecord(answer) || !("outputs" in answer)) {
    const { outputs, diagnostics } = outputsFrom(call, defined, "read", answer, prior.inputs, seen);
    return found({ ...prior, outputs }, diagnostics);
  }
  const corrected = { ...answer, id: answer["id"] ?? prior.id };
  const { id, outputs, diagnostics } = identifiedFrom(call, defined, "read", corrected, prior.inputs, seen);
  return found({ ...prior, ...(id !== undefined && { id }), outputs }, diagnostics);
}

export async function lookUpObject(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  id: string,
): Promise<Found | Absent | Rejected> {
  const { type, lookup } = defined;
  if (lookup === undefined) return rejected([noLookup(call, type)]);
  const result = await runHook({ type, hook: "lookup" }, connection, call, [], (common) =>
    lookup({ ...common, id }),
  );
  if (!result.ok) return rejected(result.diagnostics);
  const answer: unknown = result.answer;
  if (answer === null) return { kind: "absent" };
  if (!isRecord(answer) || !isRecord(answer["inputs"])) {
    const fault = `returned ${describeKind(answer)} instead of { inputs, outputs }.`;
    return rejected([answerProblem(call, type, "lookup", fault)]);
  }
  const inputs = decodeAnswer(type, recordedFields(defined), answer["inputs"], () => undefined);
  const named = { ...answer, id: answer["id"] ?? id };
  const identified = identifiedFrom(call, defined, "lookup", named, inputs.values);
  const stored: Stored = {
    type,
    schemaVersion: schemaVersion(defined),
    id: identified.id ?? id,
    inputs: inputs.values,
    outputs: identified.outputs,
  };
  return found(stored, [
    ...outputProblems(call, type, "lookup", inputs.issues, "input"),
    ...identified.diagnostics,
  ]);
}

/** Finds the objects that a create with this key and these inputs made, if the type can find them. */
export async function findObjects(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  { key, inputs }: FindRequest,
): Promise<readonly Found[] | Untold | Rejected> {
  const { type, find } = defined;
  if (find === undefined) throw new Bug(`find was called for ${type}, which does not have it.`);
  const result = await runHook({ type, hook: "find" }, connection, call, [inputs], (common) =>
    find({ ...common, idempotencyKey: key, inputs: toPlainFields(inputs) }),
  );
  if (!result.ok) return rejected(result.diagnostics);
  const answer: unknown = result.answer;
  if (answer === null) return { kind: "untold" };
  if (!Array.isArray(answer)) {
    const fault = `returned ${describeKind(answer)} instead of an array of { id, outputs }.`;
    return rejected([answerProblem(call, type, "find", fault)]);
  }
  const objects = answer.map((each: unknown) => identifiedFrom(call, defined, "find", each, inputs));
  const diagnostics = objects.flatMap((object) => object.diagnostics);
  if (diagnostics.length > 0) return rejected(diagnostics);
  const version = schemaVersion(defined);
  return objects.map(({ id, outputs }) => ({
    kind: "found",
    stored: { type, schemaVersion: version, id: id!, inputs, outputs },
  }));
}

export function logsOf(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  { prior, since, follow }: LogsRequest,
): AsyncIterable<LogLine> | undefined {
  const { type, logs } = defined;
  if (logs === undefined) return undefined;
  const mask = maskFor(connection.config, prior.inputs, prior.outputs);
  const lines = async function* () {
    try {
      const common = commonOf(connection, call, mask);
      for await (const line of logs({ ...common, ...recordedOf(prior), since, follow })) {
        const { stream } = line;
        yield { ...line, message: mask(line.message), ...(stream !== undefined && { stream: mask(stream) }) };
      }
    } catch (error) {
      const thrown = { error, mask };
      throw new DiagnosticError(hookFailed({ type, hook: "logs" }, connection.packageText, thrown, call));
    }
  };
  return lines();
}

export function statsOf(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  prior: Stored,
): Promise<Stats | Rejected> | undefined {
  const { type, stats } = defined;
  if (stats === undefined) return undefined;
  const ask = async () => {
    const seen = [prior.inputs, prior.outputs];
    const result = await runHook({ type, hook: "stats" }, connection, call, seen, (common) =>
      stats({ ...common, ...recordedOf(prior) }),
    );
    return result.ok ? result.answer : rejected(result.diagnostics);
  };
  return ask();
}

function found(stored: Stored, diagnostics: readonly Diagnostic[]): Found | Rejected {
  return diagnostics.length === 0 ? { kind: "found", stored } : rejected(diagnostics);
}

function rejected(diagnostics: readonly Diagnostic[]): Rejected {
  return { kind: "rejected", diagnostics };
}

function noLookup(call: ProviderCall, type: string): Diagnostic {
  return problem("provider/no-lookup", {
    detail: `The provider cannot look up objects of ${type} by id, so they cannot be imported.`,
    hint: "Let the program create the object, or ask the provider's author to add `lookup` to the type.",
    ...about(call),
  });
}
