import { isKnown, type Registration, type ResourceHandle, type Stored } from "../../model/index.js";
import type { Evaluator, Outside } from "../../program/index.js";
import type { ProviderCall } from "../../provider/contract/index.js";
import type { AppliedRows } from "./applied-rows.js";
import type { ApplyProviders } from "./apply-providers.js";
import { askedFor } from "../facts/asked.js";
import type { ConfigurationSource } from "../providers/default-configuration.js";
import type { CallableObject } from "../outside/ask-method.js";
import { OtherStacks } from "../outside/other-stacks.js";
import { engineOutside } from "../outside/engine-outside.js";
import type { WorkedPlan } from "../facts/worked-plan.js";
import type { OpenOtherStack } from "../facts/evaluation-ports.js";

export interface ApplyOutsidePorts {
  readonly worked: Pick<WorkedPlan, "program" | "pool" | "resources" | "asked">;
  readonly call: (urn: string) => ProviderCall;
  readonly otherStack: OpenOtherStack | undefined;
  /** The apply in progress. A function, because the apply itself uses these answers. */
  readonly application: () => {
    readonly evaluator: Evaluator;
    readonly rows: AppliedRows;
    readonly providers: ApplyProviders;
  };
}

/** Answers function calls and stack references during apply. Their dependencies are done by then. */
export function applyOutside({ worked, call, otherStack, application }: ApplyOutsidePorts): Outside {
  const { program, pool, asked: answers, resources } = worked;
  const configuration = async (provider: Registration): Promise<ConfigurationSource> => {
    const { urn } = provider;
    const planned = resources.get(urn)?.inputs;
    if (planned !== undefined && isKnown(planned)) return { key: urn, urn, config: planned };
    const { inputs } = await askedFor(provider, application().evaluator);
    return { key: `${urn} now`, urn, config: inputs };
  };
  const objectOf = async ({ urn }: ResourceHandle): Promise<CallableObject | Stored | undefined> => {
    const walked = resources.get(urn);
    const { rows, providers } = application();
    const prior = rows.objectOf(urn)?.stored;
    if (walked === undefined || prior === undefined) return undefined;
    if (walked.provider !== undefined)
      return { provider: (await providers.providerFor(walked)).provider, prior };
    const isLeft = walked.registration.kind === "custom" || walked.registration.kind === "external";
    return isLeft ? { provider: await providers.formerProvider(walked), prior } : prior;
  };
  return engineOutside({
    program,
    pool,
    call,
    answers,
    stacks: new OtherStacks(otherStack),
    isSettled: () => true,
    configuration,
    objectOf,
    inTurn: (question) => question(),
  });
}
