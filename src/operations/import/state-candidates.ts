import { packageOfType, providerType, Urn, type ResourceRow } from "../../model/index.js";
import type { ForeignObject, ForeignRecord, Obstacle } from "../../provider/contract/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { JSON } from "../../std/plain-json.js";
import { shellWord } from "../../std/shell-word.js";

/** An object of another tool's state file, and what an import does with it. */
export interface StateCandidate {
  readonly object: ForeignObject;
  readonly urn: string;
  readonly decision: CandidateDecision;
}

export type CandidateDecision =
  | {
      readonly kind: "import";
      readonly record: ForeignRecord;
      /** The provider resource that configures it; undefined for the default configuration. */
      readonly provider: ResourceRow | undefined;
    }
  /** The stack manages it already. */
  | { readonly kind: "already" }
  | { readonly kind: "left"; readonly obstacle: Obstacle };

/** Decides which objects of a state file are imported, from the file and the state of the stack alone. */
export function stateCandidates(
  objects: readonly ForeignObject[],
  state: SnapshotIndex,
  stack: Pick<Urn, "stack" | "project">,
): readonly StateCandidate[] {
  return objects.map((object) => {
    const { type, name } = object;
    const urn = Urn.print(Urn.of({ ...stack, types: [type], name }));
    return { object, urn, decision: decide(object, urn, state) };
  });
}

function decide(object: ForeignObject, urn: string, state: SnapshotIndex): CandidateDecision {
  const { obstacle, current, type, provider: configuration, address } = object;
  const row = state.byUrn.get(urn);
  if (row !== undefined) return decideKnown(object, row, state);
  if (obstacle !== undefined) return { kind: "left", obstacle };
  if (current === undefined)
    throw new Error(`This is a bug in Coconut: ${address} has no object and no obstacle.`);
  if (configuration === undefined) return { kind: "import", record: current, provider: undefined };
  const wanted = providerType(packageOfType(type));
  const provider = [...state.byUrn.values()].find(
    (each) => each.kind === "provider" && each.type === wanted && each.name === configuration.name,
  );
  if (provider !== undefined) return { kind: "import", record: current, provider };
  return left(
    `Its provider is the configuration ${JSON.stringify(configuration.name)}, and the stack has no provider resource of ${packageOfType(type)} with that name.`,
    configuration.remedy,
  );
}

/** Decides about an object whose name a resource of the stack has. */
function decideKnown({ id }: ForeignObject, row: ResourceRow, state: SnapshotIndex): CandidateDecision {
  const stored = state.currentOf(row.rid)?.stored;
  const isOther = stored === undefined || row.kind !== "custom" || (id !== undefined && stored.id !== id);
  if (!isOther) return { kind: "already" };
  return left(
    `The stack has ${row.urn}, which is another object.`,
    `Rename that one, and import again: coco rename ${shellWord(row.urn)} <new name>`,
  );
}

function left(reason: string, remedy: string): CandidateDecision {
  return { kind: "left", obstacle: { reason, remedy } };
}
