import {
  diffValues,
  isDiagnosticError,
  printPropertyPath,
  type Change,
  type Diagnostic,
  type ObjectRow,
  type PlannedField,
  type ResourceId,
  type ResourceRow,
  type Step,
  type Stored,
} from "../../model/index.js";
import type { Sighting } from "../../plan/index.js";
import type { RecordedProgram } from "../../program/index.js";
import { Limiter } from "../../std/limiter.js";
import { located } from "../facts/located.js";
import { accepted } from "../providers/accepted.js";
import type { PlanOptions } from "../facts/request.js";
import { readRequest } from "../facts/prior-state.js";
import { recordedSighting } from "./sighting.js";
import { TargetSelection } from "../targets/target-selection.js";
import {
  recordedProvider,
  upgradedObject,
  type RecordedProviderPorts,
} from "../providers/recorded-provider.js";
import type { WalkedRefresh } from "../facts/worked-plan.js";

export interface RefreshPorts extends Omit<RecordedProviderPorts, "configuration"> {
  readonly program: RecordedProgram;
  readonly options: PlanOptions;
  /** Resources with unresolved operations, by URN. They are left alone. */
  readonly held: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** An object that could not be read. Its record is unchanged. */
interface FailedRefresh extends Pick<WalkedRefresh, "change" | "row" | "object"> {
  readonly step: undefined;
}

export interface WalkedRefreshes {
  readonly refreshed: readonly WalkedRefresh[];
  /** The changes, including objects that could not be read. */
  readonly changes: readonly Change[];
  /** The reasons why objects could not be read. Their records are unchanged. */
  readonly unread: readonly Diagnostic[];
  /** The results of the reads. */
  readonly sightings: readonly Sighting[];
  /** The resources that the stack manages and that were read, each once. */
  readonly read: readonly ResourceId[];
  /** Problems with the request itself. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Reads all objects in state, each with the configuration that it was created with. A different configuration may point
 * elsewhere, where a missing object means nothing.
 */
export async function planRefresh(ports: RefreshPorts): Promise<WalkedRefreshes> {
  const { snapshot, options, held } = ports;
  const limiter = new Limiter(options.parallel ?? readAtOnce);
  const targets = selectionIn(ports);
  const readable = [...snapshot.objects.values()].flatMap((object) => {
    const row = snapshot.resources.get(object.rid)!;
    const isChosen = !held.has(row.urn) && targets.isChosen(row.urn);
    return isChosen && isReadable(row, object) ? [{ row, object }] : [];
  });
  const unread: Diagnostic[] = [];
  const sightings: Sighting[] = [];
  const seen = new Set<ResourceId>();
  const found = await Promise.all(
    readable.map(({ row, object }) =>
      limiter.run(async (aside) => {
        try {
          const call = (urn: string) => ({ ...ports.call(urn), aside });
          const walked = await refreshed(row, object, { ...ports, call });
          if (row.kind === "custom") seen.add(row.rid);
          sightings.push(recordedSighting(row, object, walked?.found === "absent", ports.state));
          return walked;
        } catch (error) {
          if (!isDiagnosticError(error)) throw error;
          const found = located(error.diagnostics, (urn) => (urn === row.urn ? row.position : undefined));
          unread.push(...found);
          return failed(row, object, found, ports);
        }
      }),
    ),
  );
  const inOrder = found
    .filter((each) => each !== undefined)
    .sort((a, b) => a.row.rid - b.row.rid || a.object.generation - b.object.generation);
  return {
    refreshed: inOrder.filter((each): each is WalkedRefresh => each.step !== undefined),
    changes: inOrder.map(({ change }) => change),
    unread,
    sightings,
    read: [...seen].sort((a, b) => a - b),
    problems: targets.problems,
  };
}

const readAtOnce = 64;

/**
 * True if there is an object to read: components and providers exist only in state, and an owed object does not exist
 * yet.
 */
function isReadable({ kind }: ResourceRow, { status }: ObjectRow): boolean {
  return (kind === "custom" || kind === "external") && (status === "current" || status === "doomed");
}

/** In a refresh, the program selects nothing: resources have their names in state. */
function selectionIn({ program, snapshot, state, options }: RefreshPorts): TargetSelection {
  return new TargetSelection({ program: { ...program, registrations: [] }, snapshot, state, options });
}

async function refreshed(
  row: ResourceRow,
  recorded: ObjectRow,
  ports: RefreshPorts,
): Promise<WalkedRefresh | undefined> {
  const object = await upgradedObject(row, recorded, ports);
  const found = await read(row, object, ports);
  if (found === "absent") return { row, object, found, ...gone(row, object, ports) };
  const fields = isDriftShown(object) ? observedFields(object.stored, found) : [];
  if (fields.length === 0) return undefined;
  const step = stepOf("refresh", row, object);
  const reasons = [{ kind: "observed", fields }] as const;
  return {
    row,
    object,
    found,
    step,
    change: { ...changeOf("refresh", row, object, reasons, ports), observed: found },
  };
}

function gone(
  row: ResourceRow,
  object: ObjectRow,
  ports: RefreshPorts,
): Pick<WalkedRefresh, "step" | "change"> {
  const change = changeOf("forget", row, object, [{ kind: "no-longer-present" }], ports);
  return { step: stepOf("forget", row, object), change };
}

function failed(
  row: ResourceRow,
  object: ObjectRow,
  diagnostics: readonly Diagnostic[],
  ports: RefreshPorts,
): FailedRefresh {
  const why = diagnostics.map(({ detail }) => detail);
  const change = changeOf("failed", row, object, [{ kind: "provider-failed", why }], ports);
  return { row, object, change, step: undefined };
}

async function read(row: ResourceRow, object: ObjectRow, ports: RefreshPorts): Promise<Stored | "absent"> {
  const recorded = { ...ports, configuration: () => Promise.resolve(undefined) };
  const provider = await recordedProvider(row, object, recorded);
  const call = ports.call(row.urn);
  const { type, id = "" } = object.stored;
  const answer =
    row.kind === "external"
      ? provider.lookup(call, { type, id })
      : provider.read(call, isDriftShown(object) ? readRequest(object, object) : { prior: object.stored });
  const found = accepted(await answer);
  return found.kind === "absent" ? "absent" : found.stored;
}

/** For an object that is still to be deleted, only its existence matters. */
function isDriftShown({ status }: ObjectRow): boolean {
  return status !== "doomed";
}

/** Returns the fields in which the object differs from its record. */
function observedFields(recorded: Stored, found: Stored): readonly PlannedField[] {
  const part = (of: "inputs" | "outputs") =>
    diffValues(recorded[of], found[of]).map(({ path, kind }): PlannedField => ({
      path: printPropertyPath(path),
      kind,
      replaces: false,
      of: of === "inputs" ? "inputs" : "drift",
    }));
  const id: PlannedField = { path: "id", kind: "update", replaces: false, of: "outputs" };
  return [...(recorded.id === found.id ? [] : [id]), ...part("inputs"), ...part("outputs")];
}

function changeOf(
  action: "refresh" | "forget" | "failed",
  { urn, type, name, kind, parent, position, rid }: ResourceRow,
  { stored }: ObjectRow,
  reasons: Change["reasons"],
  { state }: RefreshPorts,
): Change {
  return {
    urn,
    type,
    name,
    kind,
    ...(parent !== undefined && { parent: state.urnOf(parent) }),
    action,
    reasons,
    rid,
    prior: stored,
    ...(position !== undefined && { position }),
    sequence: [],
    inputs: stored.inputs,
    needs: [],
  };
}

function stepOf(action: "refresh" | "forget", { urn }: ResourceRow, object: ObjectRow): Step {
  const { rid, generation } = object;
  return {
    id: `${action} ${urn} ${generation}`,
    action,
    urn,
    object: { rid, generation },
    after: [],
    replacement: false,
  };
}
