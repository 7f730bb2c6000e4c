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

/** What state says about a resource, with others by URN. What is secret is marked. */
export interface StateResource extends NamedResource {
  readonly kind: ResourceKind;
  readonly parent?: string;
  /** The provider resource that manages it, and the package that this configures. */
  readonly provider?: string;
  readonly package?: PackageRecord;
  readonly isProtected: boolean;
  readonly isTainted: boolean;
  /** What there is of it beside its current object: `doomed` for what a replacement left to be deleted. */
  readonly others: readonly ObjectStatus[];
  /** Whether an operation on it was cut off. */
  readonly isOpen: boolean;
  readonly needs: readonly string[];
  readonly inputs: ValueObject;
  readonly outputs: ValueObject;
  readonly position?: SourcePosition;
  /** When its object was last seen, in ISO 8601, and what was found then if it was not what is recorded. */
  readonly seenAt?: string;
  readonly observed?: ValueObject;
}

/** In the order in which they came into state. */
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
