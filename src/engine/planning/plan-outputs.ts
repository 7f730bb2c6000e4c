import {
  isKnown,
  type Change,
  type OutputChange,
  type OutputSource,
  type Plan,
  type ValueObject,
} from "../../model/index.js";
import {
  isChanging,
  outputChanges,
  planRelations,
  stackOutputs,
  type PlanRelations,
  type SourceFacts,
} from "../../plan/index.js";
import type { Evaluator, RecordedProgram, ResourceAnswer } from "../../program/index.js";
import { outputDependencies, type ProgramOutputs } from "../facts/program-outputs.js";
import type { PredictedValues } from "../facts/predicted-values.js";
import { propertyReads } from "../facts/property-reads.js";
import type { WalkedResource } from "../facts/walked.js";

export interface PlanOutputPorts {
  /** The outputs of the program; undefined if this plan leaves the recorded ones unchanged. */
  readonly evaluated: ProgramOutputs | undefined;
  readonly program: RecordedProgram;
  readonly evaluator: Evaluator;
  readonly resources: ReadonlyMap<string, WalkedResource>;
  readonly changes: readonly Change[];
  readonly predicted: PredictedValues;
}

export interface PlannedOutputs extends Pick<Plan, "outputs" | "outputChanges"> {
  /** The recorded outputs; absent if they are unchanged. */
  readonly lastOutputs?: ValueObject;
}

/**
 * Returns the changes of the stack outputs. Outputs that could not be evaluated are unchanged. The sources of an output
 * are only looked up if it changes or is unknown.
 */
export function planOutputs(recorded: ValueObject, ports: PlanOutputPorts): PlannedOutputs {
  const { evaluated, program, evaluator, resources, changes, predicted } = ports;
  if (evaluated?.failed === undefined) return { outputs: recorded, outputChanges: [] };
  const { failed } = evaluated;
  const outputs = stackOutputs(evaluated.value, recorded);
  const reads = propertyReads({ inputs: program.outputs });
  const changesBehind = changesBehindOthers(resources, changes);
  const found = outputChanges({
    recorded,
    planned: outputs,
    isFailed: (name) => failed.has(name),
    sourcesOf: (name) =>
      Array.from(outputDependencies(program.outputs, name, evaluator), (resource): OutputSource => {
        const properties = reads(name, resource);
        return { urn: resource.urn, ...(properties !== undefined && { reads: properties }) };
      }),
    sourceFacts: (urn) => {
      const walked = resources.get(urn);
      return walked && factsOf(walked, changesBehind);
    },
  });
  return { outputs, outputChanges: found.map((each) => marked(each, predicted)), lastOutputs: recorded };
}

/** Marks the change if the value depends on a predicted output. */
function marked(change: OutputChange, predicted: PredictedValues): OutputChange {
  const isPredicted = change.sources.some(({ urn, reads }) => predicted.isRead(urn, reads));
  return isPredicted ? { ...change, predicted: true } : change;
}

type ChangesBehind = (walked: WalkedResource) => boolean;

/** True if a resource changes that is inside a component, or that a provider configuration comes from. */
function changesBehindOthers(
  resources: ReadonlyMap<string, WalkedResource>,
  changes: readonly Change[],
): ChangesBehind {
  let known: PlanRelations | undefined;
  // Computed on demand: it visits all changes, and most outputs come from resources alone.
  const relations = () => (known ??= planRelations({ changes, steps: [] }));
  const changesBehind: ChangesBehind = ({ registration: { kind, urn }, needs }) => {
    if (kind === "component") return relations().changingIn(urn).length > 0;
    return kind === "provider" && needs.some((need) => need.kind !== "parent" && isMoving(need.to.urn));
  };
  const isMoving = (urn: string): boolean => {
    const change = relations().changes.get(urn);
    const walked = resources.get(urn);
    return (change !== undefined && isChanging(change)) || (walked !== undefined && changesBehind(walked));
  };
  return changesBehind;
}

function factsOf(walked: WalkedResource, changesBehind: ChangesBehind): SourceFacts {
  const { registration, decision, prior, answer } = walked;
  return {
    kind: registration.kind,
    action: decision.action,
    exists: prior?.object.status === "current",
    isKnown: isAnswerKnown(answer),
    changesBehind: changesBehind(walked),
  };
}

function isAnswerKnown(answer: ResourceAnswer): boolean {
  return answer.ok && answer.others === "absent" && answer.properties.every(isKnown);
}
