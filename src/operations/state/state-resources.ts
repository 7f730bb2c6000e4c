import type {
  ObjectRow,
  ObjectStatus,
  PackageRecord,
  ResourceKind,
  Snapshot,
  SourcePosition,
  ValueObject,
} from "../../model/index.js";
import type { NamedResource } from "../../plan/index.js";
import { indexSnapshot, lastSeen } from "../../state/index.js";
import { namedRow } from "../../engine/index.js";

/** The recorded data of a resource, with other resources by URN. Secrets are marked. */
export interface StateResource extends NamedResource {
  readonly kind: ResourceKind;
  readonly parent?: string;
  /** The provider resource that manages it, and the package that it configures. */
  readonly provider?: string;
  readonly package?: PackageRecord;
  readonly isProtected: boolean;
  readonly isTainted: boolean;
  /** The status of its other objects: `doomed` for one that a replacement left to be deleted. */
  readonly others: readonly ObjectStatus[];
  /** True if an operation on it was interrupted. */
  readonly isOpen: boolean;
  readonly needs: readonly string[];
  readonly inputs: ValueObject;
  readonly outputs: ValueObject;
  readonly position?: SourcePosition;
  /**
   * When its object was last observed, in ISO 8601, and the observed values if they differed from the recorded
   * ones.
   */
  readonly seenAt?: string;
  readonly observed?: ValueObject;
}

/** Returns the resources in the order in which they were recorded. */
export function stateResources(snapshot: Snapshot): readonly StateResource[] {
  const state = indexSnapshot(snapshot);
  const open = new Set([...snapshot.open.values()].map(({ rid }) => rid));
  return [...snapshot.resources.values()]
    .sort((a, b) => a.rid - b.rid)
    .map((row) => {
      const { rid, kind, parent, options, position } = row;
      const current = state.currentOf(rid);
      const managed = current?.package;
      const edges = new Set(current?.edges.map(({ to }) => state.urnOf(to)));
      return {
        ...namedRow(row, state),
        kind,
        ...(parent !== undefined && { parent: state.urnOf(parent) }),
        ...(current?.provider !== undefined && { provider: state.urnOf(current.provider) }),
        ...(managed !== undefined && { package: managed }),
        isProtected: Boolean(options.protect),
        isTainted: current?.stored.tainted ?? false,
        others: state
          .objectsOf(rid)
          .map(({ status }) => status)
          .filter((status) => status !== "current"),
        isOpen: open.has(rid),
        needs: [...edges],
        inputs: current?.stored.inputs ?? {},
        outputs: current?.stored.outputs ?? {},
        ...(position !== undefined && { position }),
        ...(current !== undefined && kind === "custom" && seen(current, snapshot)),
      };
    });
}

function seen(object: ObjectRow, snapshot: Snapshot): Pick<StateResource, "seenAt" | "observed"> {
  const seenAt = lastSeen(object, snapshot.seen);
  const { observed } = object;
  return { ...(seenAt !== undefined && { seenAt }), ...(observed !== undefined && { observed }) };
}
