import type { Slot } from "../../../apply/index.js";
import {
  containsSecret,
  DiagnosticError,
  printDiagnostic,
  type Diagnostic,
  type Registration,
  type ValueObject,
} from "../../../model/index.js";
import { aboutThrown, openValue } from "../../../program/index.js";
import { errorText } from "../../../std/error-text.js";
import type { ResourceErrorEvent, ResourceHookEvent, ResourceHooks } from "../../../sdk/index.js";
import { hookFailed } from "../apply-problem.js";

/** What a hook is told of the step that it stands around. */
export interface HookFacts {
  readonly id?: string | undefined;
  readonly before?: { readonly inputs: ValueObject; readonly outputs: ValueObject } | undefined;
  readonly inputs?: ValueObject;
}

/** How what a hook stands around ended, as far as hooks look at it. */
interface Ended {
  readonly kind: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly durable?: Promise<void>;
  readonly object?: { readonly stored: { readonly id?: string; readonly outputs: ValueObject } };
}

/** Nobody waits longer than this for an error to go away by itself. */
const mostAttempts = 100;

/**
 * Performs a step between the hooks of its resource. One that fails before keeps the step from being begun; one that
 * fails after fails a step whose outcome is recorded. If the call certainly did nothing, `onError` may have it made
 * again, as an operation of its own.
 */
export function betweenHooks<Result extends Ended>(
  action: "Create" | "Update" | "Delete",
  registration: Registration | undefined,
  facts: HookFacts,
  slot: Slot,
  perform: () => Promise<Result>,
): Promise<Result> {
  const hooks = registration?.options.hooks;
  if (registration === undefined || hooks === undefined) return perform();
  return amongHooks(action, registration, hooks as ResourceHooks, facts, slot, perform);
}

async function amongHooks<Result extends Ended>(
  action: "Create" | "Update" | "Delete",
  registration: Registration,
  hooks: ResourceHooks,
  facts: HookFacts,
  slot: Slot,
  perform: () => Promise<Result>,
): Promise<Result> {
  const event = eventOf(registration, facts);
  const guard = guardOf(registration, [facts.inputs, facts.before?.inputs, facts.before?.outputs]);
  await runAll(hooks[`before${action}`], event, `before${action}`, guard);
  const result = await attempted(hooks, event, guard, slot, perform);
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

async function attempted<Result extends Ended>(
  { onError = [] }: ResourceHooks,
  event: ResourceHookEvent,
  guard: Guard,
  slot: Slot,
  perform: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const result = await perform();
    if (result.kind !== "failed" || attempt === mostAttempts) return result;
    const error = (result.diagnostics ?? []).map(printDiagnostic).join("\n");
    const told: ResourceErrorEvent = { ...event, error, attempt };
    const answers: unknown[] = [];
    for (const hook of onError) {
      // It may wait until trying again makes sense.
      answers.push(await slot.aside(() => guard(() => hook(told), "onError")));
    }
    if (!answers.includes("retry")) return result;
  }
}

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
