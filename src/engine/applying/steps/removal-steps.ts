import { afterDelete, performDelete, type PerformPorts, type Slot } from "../../../apply/index.js";
import {
  DiagnosticError,
  objectKey,
  type ObjectRow,
  type PlannedDelete,
  type RecordedOptions,
  type Registration,
  type ResourceId,
  type ResourceRow,
  type RowChange,
  type RunEvent,
  type Step,
  type StepEnd,
} from "../../../model/index.js";
import { decideRemoval } from "../../../plan/index.js";
import type { ProviderCall } from "../../../provider/contract/index.js";
import { inheritedOptions } from "../../facts/inherited-options.js";
import { recordedOptions } from "../../facts/recorded-options.js";
import type { WalkedResource } from "../../facts/walked.js";
import type { AppliedRows } from "../applied-rows.js";
import type { ApplyProviders } from "../apply-providers.js";
import { objectInUse, type NamedPlace } from "../../facts/resource-problem.js";
import { objectMaybeInUse, stepStopped } from "../apply-problem.js";
import type { LiveObjects } from "../live-objects.js";
import type { KnownChanges } from "./known-changes.js";
import { done } from "./resource-steps.js";
import { betweenHooks } from "./step-hooks.js";
import type { WalkedRemoval } from "../../facts/worked-plan.js";

export interface RemovalStepPorts {
  readonly resources: ReadonlyMap<string, WalkedResource>;
  /** By URN and generation. */
  readonly removals: ReadonlyMap<string, WalkedRemoval>;
  readonly rows: AppliedRows;
  readonly providers: ApplyProviders;
  readonly changes: KnownChanges;
  readonly live: LiveObjects;
  readonly perform: PerformPorts;
  /** Returns the registration of a resource; undefined if the program does not declare it. */
  readonly registrationOf: (urn: string) => Registration | undefined;
  readonly call: (urn: string, timeoutMs?: number) => ProviderCall;
  readonly emit: (event: RunEvent) => void;
}

/** The steps that delete objects or remove them from state. */
export class RemovalSteps {
  readonly #ports: RemovalStepPorts;
  /** URNs of resources whose objects were not deleted because other resources use them. */
  readonly #stayed = new Set<string>();
  /** Objects that have been removed. */
  readonly #left = new Set<string>();
  readonly #pointingAt = new Map<ResourceId, WalkedRemoval[]>();

  constructor(ports: RemovalStepPorts) {
    this.#ports = ports;
    for (const removal of ports.removals.values()) {
      const { row, object } = removal;
      for (const to of new Set([row.parent, ...object.edges.map((edge) => edge.to)])) {
        if (to === undefined) continue;
        const others = this.#pointingAt.get(to);
        if (others === undefined) this.#pointingAt.set(to, [removal]);
        else others.push(removal);
      }
    }
  }

  /** The planned removal of an object that the program no longer declares. */
  of(urn: string, generation: number): WalkedRemoval | undefined {
    return this.#ports.removals.get(`${urn} ${generation}`);
  }

  /** Removes an object that was replaced or that the program no longer declares. */
  async remove(step: Step, slot: Slot): Promise<StepEnd> {
    const { generation } = step.object!;
    const removal = this.of(step.urn, generation);
    const object = removal?.object ?? this.#ports.rows.formerObject(step.urn, generation);
    const walked = this.#ports.resources.get(step.urn);
    const isFirstHalf = removal === undefined && object.status === "current";
    const leaderStays = removal?.goesWith !== undefined && this.#stayed.has(removal.goesWith);
    let goes: boolean | undefined;
    for (;;) {
      const verdict = decideRemoval({
        action: step.action === "delete" ? "delete" : "forget",
        isFirstHalf,
        goes,
        leaderStays: leaderStays ? removal.goesWith : undefined,
      });
      switch (verdict.kind) {
        case "find":
          goes = await this.#mustGo(walked!, slot);
          break;
        case "skip":
          return { result: "skipped", diagnostics: [] };
        case "stop":
          throw new DiagnosticError(stepStopped(namedPlace(step, walked, removal), verdict));
        case "forget":
          this.#ports.live.leave(object);
          await this.#drop("forgotten", step, object, isFirstHalf);
          return done;
        case "delete":
          return this.#delete(step, object, isFirstHalf, slot);
      }
    }
  }

  async #delete(step: Step, object: ObjectRow, isFirstHalf: boolean, slot: Slot): Promise<StepEnd> {
    const { live, call, providers, resources } = this.#ports;
    const removal = this.of(step.urn, object.generation);
    const walked = resources.get(step.urn);
    const provider = removal?.provider ?? (await providers.formerProvider(walked!));
    const registration = walked?.registration ?? this.#ports.registrationOf(step.urn);
    const options = optionsFor(registration, removal?.row);
    const facts = { id: object.stored.id, before: object.stored };
    const changes = () => this.#changes(step, object, isFirstHalf);
    const task = {
      object,
      prior: object.stored,
      planned: removal === undefined ? plannedFor(object, walked) : removal.planned,
      provider,
      call: call(step.urn, options.deleteTimeoutMs),
      changes,
    };
    const attempt = (ports: PerformPorts) => performDelete(task, ports);
    const { urn } = step;
    const hooked = { action: "delete", urn, registration, options, facts, slot, perform: attempt } as const;
    const deleted = await live.deleting(object, slot, () => betweenHooks(hooked, this.#ports));
    const place = namedPlace(step, walked, removal);
    switch (deleted.kind) {
      case "maybe-in-use":
        return { result: "failed", diagnostics: [objectMaybeInUse(place, object, deleted.by)] };
      case "in-use":
        this.#stayed.add(step.urn);
        await this.#drop("in use", step, object, isFirstHalf);
        return { ...done, performed: "forget", diagnostics: [objectInUse(place, object, deleted.by, "was")] };
      case "done":
        slot.handOver();
        await deleted.durable;
        return done;
      default:
        if (object.status === "current") live.enter(step.urn, object);
        return { result: deleted.kind, diagnostics: deleted.diagnostics };
    }
  }

  /** Removes the record of an object from state; the object is not deleted. */
  #drop(what: string, step: Step, object: ObjectRow, isFirstHalf: boolean): Promise<void> {
    return this.#ports.perform.journal.append({
      event: { kind: "recorded", what },
      changes: this.#changes(step, object, isFirstHalf),
    });
  }

  /**
   * Returns the row changes for an object that is gone. Objects that are deleted together with it are removed later and
   * refer to it until then.
   */
  #changes(step: Step, object: ObjectRow, isFirstHalf: boolean): readonly RowChange[] {
    const remains = this.#ports.rows.remove(step.urn, object, isFirstHalf);
    const { rid, generation } = object;
    this.#left.add(objectKey(rid, generation));
    const own = afterDelete(object, remains);
    if (remains !== "nothing") return own;
    const behind = (this.#pointingAt.get(rid) ?? []).filter(
      (each) => !this.#left.has(objectKey(each.row.rid, each.object.generation)),
    );
    return [...own, ...behind.flatMap((each) => withoutEdges(each, rid))];
  }

  /** True if an object must be deleted for its successor. Validates the successor as far as possible. */
  async #mustGo(walked: WalkedResource, slot: Slot): Promise<boolean> {
    const { changes } = this.#ports;
    if (!(await changes.mustGo(walked, slot))) return false;
    await changes.validate(walked);
    return true;
  }
}

/** The provider's plan for deleting a replaced object. An object made by a repeated create has no such plan. */
function plannedFor(
  { generation }: ObjectRow,
  walked: WalkedResource | undefined,
): PlannedDelete | undefined {
  return walked?.prior?.object.generation === generation ? walked.plannedDelete : undefined;
}

function namedPlace(
  { urn }: Step,
  walked: WalkedResource | undefined,
  removal: WalkedRemoval | undefined,
): NamedPlace {
  return walked?.registration ?? removal?.row ?? { urn };
}

/** The options of the program take precedence over the recorded ones. */
function optionsFor(registration: Registration | undefined, row: ResourceRow | undefined): RecordedOptions {
  if (registration === undefined) return row?.options ?? {};
  return recordedOptions(inheritedOptions(registration), () => undefined);
}

function withoutEdges({ row, object }: WalkedRemoval, gone: ResourceId): readonly RowChange[] {
  const { parent, ...orphan } = row;
  const edges = object.edges.filter(({ to }) => to !== gone);
  return [
    ...(parent === gone ? [{ put: "resource", row: orphan } as const] : []),
    ...(edges.length < object.edges.length ? [{ put: "object", row: { ...object, edges } } as const] : []),
  ];
}
