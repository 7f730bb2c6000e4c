import { DiagnosticError, type Registration, type ResourceHandle, type Stored } from "../../model/index.js";
import type { Outside } from "../../program/index.js";
import type { WalkContext, WalkPorts } from "./walk/walk-context.js";
import type { WalkedResource } from "../facts/walked.js";
import type { ConfigurationSource } from "../providers/default-configuration.js";
import type { AnswerMemory } from "../facts/answer-memory.js";
import type { CallableObject } from "../outside/ask-method.js";
import type { OtherStacks } from "../outside/other-stacks.js";
import { engineOutside } from "../outside/engine-outside.js";
import { isSettled } from "../../plan/index.js";
import { recordedProvider, upgradedObject } from "../providers/recorded-provider.js";

export interface PlanOutsidePorts extends Pick<WalkContext, "ports" | "walk"> {
  readonly asked: AnswerMemory;
  readonly stacks: OtherStacks;
  /** Returns a resource that has been planned. */
  walked(resource: ResourceHandle): WalkedResource | undefined;
}

/** Answers function calls and method calls during planning, for resources that the plan leaves unchanged. */
export function planOutside(plan: PlanOutsidePorts): Outside {
  const { program, pool, call, limiter } = plan.ports;
  return engineOutside({
    program,
    pool,
    call,
    answers: plan.asked,
    stacks: plan.stacks,
    isSettled: (resource) => isSettledNow(resource, plan),
    configuration: (provider) => plannedConfiguration(provider, plan),
    objectOf: async (resource) => plannedObject(plan.walked(resource), plan.ports),
    inTurn: (question) => limiter.run(question),
  });
}

/** A provider is settled when the sources of its configuration are. */
function isSettledNow(resource: ResourceHandle, plan: PlanOutsidePorts): boolean {
  const walked = plan.walked(resource);
  if (walked === undefined) return false;
  const { decision, prior, needs } = walked;
  const facts = { kind: resource.kind, action: decision.action, exists: prior !== undefined };
  if (!isSettled(facts)) return false;
  return (
    resource.kind !== "provider" || needs.every(({ kind, to }) => kind === "parent" || isSettledNow(to, plan))
  );
}

async function plannedConfiguration(
  provider: Registration,
  plan: PlanOutsidePorts,
): Promise<ConfigurationSource> {
  const walked = await plan.walk(provider);
  if (walked.ok) return { key: provider.urn, urn: provider.urn, config: walked.inputs };
  const [first, ...rest] = walked.answer.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}

async function plannedObject(
  walked: WalkedResource | undefined,
  ports: WalkPorts,
): Promise<CallableObject | Stored | undefined> {
  if (walked?.decision.action === "skip") return leftObject(walked, ports);
  if (walked?.provider === undefined) return walked && unmanaged(walked);
  const { provider, observed, prior, registration } = walked;
  const seen = observed === "absent" ? undefined : observed;
  const stored = registration.kind === "external" ? seen : prior?.stored;
  return stored && { provider: provider.provider, prior: stored };
}

/** Returns the future record of a component or provider configuration. */
function unmanaged({ registration, inputs, prior }: WalkedResource): Stored {
  const { type } = registration;
  return { schemaVersion: 1, outputs: {}, ...prior?.stored, type, inputs };
}

/** Resources that the plan leaves alone use the configuration that they were created with. */
async function leftObject(
  { registration, prior }: WalkedResource,
  { state, pool, call, program, settingsNow }: WalkPorts,
): Promise<CallableObject | Stored | undefined> {
  const isManaged = registration.kind === "custom" || registration.kind === "external";
  if (!isManaged || prior === undefined) return prior?.stored;
  const { settings } = program.recorder;
  const configuration = () => Promise.resolve(undefined);
  const recorded = { state, pool, call, settings, configuration, settingsNow };
  const { stored } = await upgradedObject(prior.row, prior.object, recorded);
  return { provider: await recordedProvider(prior.row, prior.object, recorded), prior: stored };
}
