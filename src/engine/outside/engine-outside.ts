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

/** What answering questions needs of the plan or the apply that it is part of. */
export interface OutsidePorts {
  readonly program: Pick<RecordedProgram, "recorder">;
  readonly pool: ProviderPool;
  /** Shared by a plan and its apply. */
  readonly answers: AnswerMemory;
  /** Not shared: a stack that moved since the plan is seen by the apply, and stops whoever relied on it. */
  readonly stacks: OtherStacks;
  readonly call: (urn: string) => ProviderCall;
  /** Whether nothing more will happen to a resource: until then, what depends on it is not asked. */
  readonly isSettled: (resource: ResourceHandle) => boolean;
  /** What a provider resource configures, as far as it is known. */
  readonly configuration: (provider: Registration) => Promise<ConfigurationSource>;
  /** The object that a resource stands for; what state holds, or will hold, of what no provider manages. */
  readonly objectOf: (resource: ResourceHandle) => Promise<CallableObject | Stored | undefined>;
  /** Runs a question when it is its turn. */
  readonly inTurn: <T>(question: () => Promise<T>) => Promise<T>;
}

/** Answers the questions of a program: at plan those whose dependencies stay as they are, at apply all of them. */
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

/** A component stands for everything in it, unless the question is asked from inside. */
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

/** The answer to a question whose value is known, and whose dependencies are there. Problems are thrown. */
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
