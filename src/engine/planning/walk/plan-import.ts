import {
  containsSecret,
  DiagnosticError,
  getProperty,
  secretParts,
  secretTextsIn,
  stripSecrets,
  type RegisteredOptions,
  type Registration,
  type SecretMarks,
  type Stored,
  type ValueObject,
} from "../../../model/index.js";
import { decideImport } from "../../../plan/index.js";
import { hideTexts } from "../../../std/index.js";
import { accepted } from "../../providers/accepted.js";
import { importOtherId, importReplaces, importTooEarly } from "../import-problem.js";
import { refusePlanned } from "../../facts/ephemeral-sinks.js";
import { lookupRequest } from "../../facts/lookup-request.js";
import { objectSeed } from "../../facts/object-seed.js";
import { plannedAnswer } from "../../facts/planned-answer.js";
import type { PlannedAsked, WalkContext } from "./walk-context.js";
import { notFound } from "../../facts/resource-problem.js";
import type { ProviderUse } from "./walk-provider.js";
import type { WalkedResource } from "../../facts/walked.js";
import type { PriorState } from "../../facts/prior-state.js";

/**
 * Plans the import of an existing object: looks it up and plans the resource against it. Undefined if there is nothing
 * to import: the resource already has its object, or must be created because none is found.
 */
export async function planImport(
  registration: Registration,
  adopting: NonNullable<RegisteredOptions["import"]>,
  asked: PlannedAsked,
  { pooled, use }: ProviderUse,
  prior: PriorState | undefined,
  context: WalkContext,
): Promise<WalkedResource | undefined> {
  const { urn, type, options } = registration;
  const { id, orCreate = false } = typeof adopting === "string" ? { id: adopting } : adopting;
  if (prior !== undefined && prior.row.kind !== "external") {
    if (id !== prior.stored.id && id !== prior.row.options.import)
      throw new DiagnosticError(importOtherId(registration, id, prior.stored.id));
    return undefined;
  }
  const { provider } = pooled;
  if (!provider.ready) throw new DiagnosticError(importTooEarly(registration));
  const found = accepted(
    await context.ask(urn, (call) => provider.lookup(call, lookupRequest(registration, id, asked))),
  );
  if (found.kind === "absent") {
    // A resource that was only read is in state. It is removed from state first, so that the existing object is not
    // taken for its own.
    if (orCreate && prior === undefined) return undefined;
    throw new DiagnosticError(notFound(registration, id));
  }
  const observed = sealedLike(found.stored, asked.inputs);
  const planned = accepted(
    await context.ask(urn, (call) =>
      provider.plan(call, {
        mode: "update",
        type,
        inputs: asked.inputs,
        prior: observed,
        baseline: observed.outputs,
        replaceOnChanges: options.replaceOnChanges ?? [],
        ignoreChanges: options.ignoreChanges ?? [],
        timeouts: options.customTimeouts,
        seed: objectSeed(urn, "current", context.ports.state, context.ports.seed),
      }),
    ),
  );
  refusePlanned(registration, asked.inputs, planned);
  const decided = decideImport(id, planned);
  if (!decided.ok) throw new DiagnosticError(importReplaces(registration, id, decided.fields));
  const { decision } = decided;
  const answer = plannedAnswer(registration, decision, planned, observed);
  return { ok: true, registration, prior, ...asked, ...use, observed, planned, decision, answer };
}

/** Marks values as secret that the program marks as secret: inputs, and outputs of the same name. */
function sealedLike(found: Stored, asked: ValueObject): Stored {
  const hide = hideTexts(() => secretTextsIn([asked]));
  const marks: SecretMarks = { tells: (text) => hide(text) !== text, additions: "secret" };
  const seal = (values: ValueObject): ValueObject =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => {
        const wanted = getProperty(asked, field);
        return [field, containsSecret(wanted) ? secretParts(wanted, stripSecrets(value), marks) : value];
      }),
    );
  return { ...found, inputs: seal(found.inputs), outputs: seal(found.outputs) };
}
