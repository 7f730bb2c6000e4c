import {
  containsSecret,
  DiagnosticError,
  printDiagnostic,
  type Registration,
  type ValueObject,
} from "../../../model/index.js";
import { aboutThrown, openValue } from "../../../program/index.js";
import { errorText } from "../../../std/error-text.js";
import type { ResourceErrorEvent, ResourceHookEvent, ResourceHooks } from "../../../sdk/index.js";
import { hookFailed } from "../apply-problem.js";
import { repeatCall, type AskHooks, type CallEnd, type RepeatPorts, type StepCall } from "./repeat-call.js";

/** A step with hooks. */
export interface HookedStep<Result> extends StepCall<Result> {
  /** The registration of the resource; undefined if the program no longer declares it. */
  readonly registration: Registration | undefined;
  /** The facts that hooks receive. */
  readonly facts: HookFacts;
}

interface HookFacts {
  readonly id?: string | undefined;
  readonly before?: { readonly inputs: ValueObject; readonly outputs: ValueObject } | undefined;
  readonly inputs?: ValueObject;
}

/** The parts of a step's result that hooks receive. */
interface Ended extends CallEnd {
  readonly durable?: Promise<void>;
  readonly object?: { readonly stored: { readonly id?: string; readonly outputs: ValueObject } };
}

/**
 * Performs a step with the hooks of its resource. If a `before` hook fails, the step is not started. If an `after` hook
 * fails, the step fails, but its outcome is recorded. If the call certainly changed nothing, `onError` may request a
 * retry.
 */
export function betweenHooks<Result extends Ended>(
  step: HookedStep<Result>,
  ports: RepeatPorts,
): Promise<Result> {
  const { registration } = step;
  const hooks = registration?.options.hooks;
  if (registration === undefined || hooks === undefined) return repeatCall(step, noHooks, ports);
  return amongHooks(step, registration, hooks as ResourceHooks, ports);
}

const noHooks: AskHooks = () => Promise.resolve([]);

async function amongHooks<Result extends Ended>(
  step: HookedStep<Result>,
  registration: Registration,
  hooks: ResourceHooks,
  ports: RepeatPorts,
): Promise<Result> {
  const { facts, slot } = step;
  const action = actionNames[step.action];
  const event = eventOf(registration, facts);
  const guard = guardOf(registration, [facts.inputs, facts.before?.inputs, facts.before?.outputs]);
  await runAll(hooks[`before${action}`], event, `before${action}`, guard);
  const ask: AskHooks = async (diagnostics, attempt) => {
    const error = diagnostics.map(printDiagnostic).join("\n");
    const told: ResourceErrorEvent = { ...event, error, attempt };
    const answers: unknown[] = [];
    for (const hook of hooks.onError ?? []) {
      // The hook may wait until a retry makes sense.
      answers.push(await slot.aside(() => guard(() => hook(told), "onError")));
    }
    return answers;
  };
  const result = await repeatCall(step, ask, ports);
  if (result.kind !== "done") return result;
  await result.durable;
  const { stored } = result.object ?? {};
  const after = {
    ...event,
    id: stored?.id ?? event.id,
    newOutputs: stored === undefined ? undefined : opened(stored.outputs),
  };
  const guardAfter = containsSecret(stored?.outputs) ? guardOf(registration, [stored?.outputs]) : guard;
  await runAll(hooks[`after${action}`], after, `after${action}`, guardAfter);
  return result;
}

const actionNames = { create: "Create", update: "Update", delete: "Delete" } as const;

async function runAll(
  hooks: ResourceHooks["beforeCreate"] = [],
  event: ResourceHookEvent,
  name: string,
  guard: Guard,
): Promise<void> {
  for (const hook of hooks) await guard(() => hook(event), name);
}

/** Runs a hook under the given name. */
type Guard = <T>(run: () => T | Promise<T>, name: string) => Promise<T>;

/** Reports what a hook throws, without its text if the hook received a secret. */
function guardOf(registration: Registration, given: readonly (ValueObject | undefined)[]): Guard {
  const isSecret = given.some((values) => containsSecret(values));
  return async (run, name) => {
    try {
      return await run();
    } catch (error) {
      const { related, ...about } = aboutThrown(error);
      const told = isSecret ? about : { ...about, ...(related && { related }), text: errorText(error) };
      throw new DiagnosticError(hookFailed(registration, name, told));
    }
  };
}

function eventOf({ urn, name, type }: Registration, { id, before, inputs }: HookFacts): ResourceHookEvent {
  return {
    urn,
    name,
    type,
    id,
    newInputs: inputs && opened(inputs),
    oldInputs: before && opened(before.inputs),
    newOutputs: undefined,
    oldOutputs: before && opened(before.outputs),
  };
}

function opened(values: ValueObject): { readonly [property: string]: unknown } {
  return openValue(values) as { readonly [property: string]: unknown };
}
