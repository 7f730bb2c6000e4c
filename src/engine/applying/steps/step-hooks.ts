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

/** A step that hooks stand around. */
export interface HookedStep<Result> extends StepCall<Result> {
  /** What the program says of the resource; undefined if it does not name it any more. */
  readonly registration: Registration | undefined;
  /** What hooks are told. */
  readonly facts: HookFacts;
}

interface HookFacts {
  readonly id?: string | undefined;
  readonly before?: { readonly inputs: ValueObject; readonly outputs: ValueObject } | undefined;
  readonly inputs?: ValueObject;
}

/** How what a hook stands around ended, as far as hooks look at it. */
interface Ended extends CallEnd {
  readonly durable?: Promise<void>;
  readonly object?: { readonly stored: { readonly id?: string; readonly outputs: ValueObject } };
}

/**
 * Performs a step between the hooks of its resource. One that fails before keeps the step from being begun; one that
 * fails after fails a step whose outcome is recorded. If the call certainly did nothing, `onError` may have it repeated.
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
      // It may wait until trying again makes sense.
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

/** Runs a hook, which is called so. */
type Guard = <T>(run: () => T | Promise<T>, name: string) => Promise<T>;

/** What a hook throws is told; not in its own words if a secret was among what it was given. */
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
