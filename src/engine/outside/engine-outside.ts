import {
  type AskExpression,
  ephemeralOf,
  isDiagnosticError,
  isKnown,
  type Registration,
  type ResourceHandle,
  type Stored,
  unknown,
  type Value,
} from "../../model/index.js";
import type { Dependencies, Outside, OutsideAnswer, RecordedProgram } from "../../program/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import { isWithin } from "../facts/needs.js";
import type { ConfigurationSource } from "../providers/default-configuration.js";
import type { ProviderPool } from "../providers/provider-pool.js";
import type { AnswerMemory } from "../facts/answer-memory.js";
import { askMethod, type CallableObject } from "./ask-method.js";
import type { OtherStacks } from "./other-stacks.js";
import { configuringProvider } from "./function-provider.js";
import { askFunction } from "./ask-function.js";

/** The ports that answers need from the plan or apply that they are part of. */
export interface OutsidePorts {
  readonly program: Pick<RecordedProgram, "recorder">;
  readonly pool: ProviderPool;
  /** Shared by a plan and its apply. */
  readonly answers: AnswerMemory;
  /** Not shared: if another stack changed since the plan, the apply sees it and stops the steps that relied on it. */
  readonly stacks: OtherStacks;
  readonly call: (urn: string) => ProviderCall;
  /** True if the resource will not change any more in this run. Until then, calls that depend on it are deferred. */
  readonly isSettled: (resource: ResourceHandle) => boolean;
  /** Returns the configuration of a provider resource, as far as it is known. */
  readonly configuration: (provider: Registration) => Promise<ConfigurationSource>;
  /** Returns the current object of a resource, or the current or future record of one that no provider manages. */
  readonly objectOf: (resource: ResourceHandle) => Promise<CallableObject | Stored | undefined>;
  /** Runs a call when it is its turn. */
  readonly inTurn: <T>(question: () => Promise<T>) => Promise<T>;
}

/**
 * Answers function calls, method calls and stack references of a program: during planning only those whose dependencies
 * are unchanged, during apply all of them.
 */
export function engineOutside(ports: OutsidePorts): Outside {
  return {
    awaits: (node, dependencies) => awaitedBy(node, dependencies, ports),
    async ask(node, value, dependencies) {
      if (!isKnown(value) || ![...dependencies].every(ports.isSettled))
        return { ok: true, value: await unanswered(node, ports) };
      if (node.question.kind === "stack-outputs") return answer(node, value, ports);
      return ports.answers.recall(node, value, () => answer(node, value, ports));
    },
  };
}

/** Expands components to all resources in them, unless the call comes from inside. */
function awaitedBy(
  { question }: AskExpression,
  dependencies: Dependencies,
  { program }: OutsidePorts,
): readonly ResourceHandle[] {
  const { registrations } = program.recorder;
  const asker =
    question.kind === "invoke" ? (question.options.parent as Registration | undefined) : undefined;
  const components = [...dependencies].filter(
    (each) => each.kind === "component" && !(asker !== undefined && isWithin(asker, each)),
  );
  const isInside = (each: Registration) =>
    components.some((component) => each !== component && isWithin(each, component));
  const descendants = components.length === 0 ? [] : registrations.filter(isInside);
  const provider = question.kind === "invoke" ? configuringProvider(question) : undefined;
  return provider === undefined ? descendants : [...descendants, provider];
}

/** The answer of a question that cannot be asked yet. A function whose answers are ephemeral says so beforehand. */
async function unanswered({ question }: AskExpression, { pool }: OutsidePorts): Promise<Value> {
  if (question.kind !== "invoke") return unknown;
  const loaded = await pool.packageOfFunction(question, question.options.version);
  const isEphemeral = loaded.kind === "loaded" && loaded.package.isEphemeral?.(question.token) === true;
  return isEphemeral ? ephemeralOf(unknown) : unknown;
}

async function answer(node: AskExpression, value: Value, ports: OutsidePorts): Promise<OutsideAnswer> {
  try {
    return { ok: true, value: await answerQuestion(node, value, ports) };
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    const place = node.position && { position: node.position };
    return { ok: false, diagnostics: error.diagnostics.map((diagnostic) => ({ ...place, ...diagnostic })) };
  }
}

/** Answers a call whose argument is known and whose dependencies exist. Throws its problems. */
async function answerQuestion(
  { question }: AskExpression,
  value: Value,
  ports: OutsidePorts,
): Promise<Value> {
  switch (question.kind) {
    case "invoke":
      return askFunction(question, value, ports);
    case "call":
      return askMethod(question, value, ports);
    case "stack-outputs":
      return ports.stacks.ask(question, value);
  }
}
