import {
  containsSecret,
  getProperty,
  markedAs,
  whollySecret,
  type Diagnostic,
  type Value,
  type ValueObject,
} from "../../model/index.js";
import type { InvokeRequest, MethodRequest, ProviderCall, Rejected, Returned } from "../contract/index.js";
import type { Call } from "../hook-calls.js";
import type { Fields } from "../fields.js";
import type { DefinedFunction } from "../provider-function.js";
import type { DefinedResource } from "../resource-type.js";
import { recordedOf } from "./change-object.js";
import { problem } from "./diagnostics.js";
import { decodeAnswer, decodeFields } from "./field/decode-fields.js";
import { answerProblem, inputProblems, outputProblems } from "./field/field-problems.js";
import { nearestName } from "../../std/nearest-name.js";
import { toPlainFields, type PlainFields } from "./field/plain.js";
import { describeKind, isRecord } from "./hook/hook-answers.js";
import { about, runHook, type Connection, type HookName } from "./hook/hook-runner.js";

/** Calls a function and returns its result, decoded by its schemas. */
export async function answerFunction(
  call: ProviderCall,
  defined: DefinedFunction,
  connection: Connection,
  { inputs }: InvokeRequest,
): Promise<Returned | Rejected> {
  const { token, invoke, ephemeral } = defined;
  const answer = await answerCall(call, connection, {
    owner: token,
    name: { type: token, hook: "invoke" },
    fields: defined,
    inputs,
    seen: [],
    secretAs: () => undefined,
    run: (common, plain) => invoke({ ...common, inputs: plain }),
  });
  if (!ephemeral || answer.kind === "rejected") return answer;
  const outputs = Object.entries(answer.outputs).map(([name, value]) => [name, markedAs("ephemeral", value)]);
  return { ...answer, outputs: Object.fromEntries(outputs) as ValueObject };
}

/** Calls a method of an object. An output is secret if the object has a secret input or output of the same name. */
export async function answerMethod(
  call: ProviderCall,
  defined: DefinedResource,
  connection: Connection,
  { method, prior, inputs }: MethodRequest,
): Promise<Returned | Rejected> {
  const { type, methods = {} } = defined;
  if (!Object.hasOwn(methods, method)) return noSuchMethod(call, type, method, Object.keys(methods));
  const definition = methods[method]!;
  return answerCall(call, connection, {
    owner: `${method} of ${type}`,
    name: { type, hook: method },
    fields: definition,
    inputs,
    seen: [prior.inputs, prior.outputs],
    secretAs: (field) =>
      [prior.inputs, prior.outputs].some((values) => containsSecret(getProperty(values, field)))
        ? whollySecret
        : undefined,
    run: (common, plain) => definition.call({ ...common, ...recordedOf(prior), inputs: plain }),
  });
}

interface Answering {
  /** The owner of the inputs, for messages. */
  readonly owner: string;
  readonly name: HookName;
  readonly fields: { readonly inputs: Fields; readonly outputs: Fields };
  readonly inputs: ValueObject;
  /** The values that the hook gets besides its inputs. */
  readonly seen: readonly ValueObject[];
  /** The value whose secret parts are also secret in the output of this name. */
  readonly secretAs: (field: string) => Value;
  readonly run: (common: Call<unknown, unknown>, inputs: PlainFields) => Promise<unknown>;
}

async function answerCall(
  call: ProviderCall,
  connection: Connection,
  { owner, name, fields, inputs, seen, secretAs, run }: Answering,
): Promise<Returned | Rejected> {
  const { values, partly, issues } = decodeFields(owner, fields.inputs, inputs);
  const missing = Object.keys(partly).map((field) => ({ ...notThere, field, path: field }));
  const faults = inputProblems(call, owner, fields.inputs, inputs, [...issues, ...missing], "makes the call");
  if (faults.length > 0) return rejected(faults);
  const result = await runHook(name, connection, call, [values, ...seen], (common) =>
    run(common, toPlainFields(values)),
  );
  if (!result.ok) return rejected(result.diagnostics);
  const { answer } = result;
  if (!isRecord(answer)) {
    const fault = `returned ${describeKind(answer)} instead of outputs.`;
    return rejected([answerProblem(call, name.type, name.hook, fault)]);
  }
  const outputs = decodeAnswer(owner, fields.outputs, answer, secretAs);
  const problems = outputProblems(call, name.type, name.hook, outputs.issues);
  return problems.length > 0 ? rejected(problems) : { kind: "returned", outputs: outputs.values };
}

/** For a resource that is passed where its id is needed, but has no id. */
const notThere = { isMissing: false, message: "The value is a resource without an id." };

function rejected(diagnostics: readonly Diagnostic[]): Rejected {
  return { kind: "rejected", diagnostics };
}

export function noSuchFunction(packageText: string, token: string, tokens: readonly string[]): Rejected {
  const diagnostic = problem("provider/no-such-function", {
    detail: `Package ${packageText} does not define the function ${token}.`,
    hint: suggestion(token, tokens),
  });
  return rejected([diagnostic]);
}

export function noSuchMethod(
  call: ProviderCall,
  type: string,
  method: string,
  methods: readonly string[] = [],
): Rejected {
  const diagnostic = problem("provider/no-such-method", {
    detail: `${type} has no method ${JSON.stringify(method)}.`,
    hint: suggestion(method, methods),
    ...about(call),
  });
  return rejected([diagnostic]);
}

function suggestion(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return names.length === 0 ? "None are defined." : `Available: ${names.join(", ")}`;
}
