import { orderGraph } from "../graph/index.js";
import { objectKey } from "../model/index.js";
import type {
  Diagnostic,
  JournalEvent,
  OpenIntent,
  ResourceId,
  RowChange,
  SequencedRecord,
  Snapshot,
  ValueObject,
} from "../model/index.js";
import { circle, misfit, resourceFaults } from "./rules.js";
import { Rows } from "./rows.js";
import { verifySnapshot } from "./verify-snapshot.js";

/**
 * State that grows record by record. A record is entered completely or not at all: one that does not match, or would
 * make state inconsistent, leaves everything unchanged. The cost depends on the size of the record, not of the state;
 * only new edges of a resource that has dependents are followed further.
 */
export class Ledger {
  readonly #base: Snapshot;
  readonly #rows: Rows;
  /** Whether the rows are still those of the base. */
  #isUnchanged = true;
  #head: number;
  #nextRid: ResourceId;

  constructor(base: Snapshot) {
    this.#base = base;
    this.#head = base.head;
    this.#nextRid = base.nextRid;
    this.#rows = new Rows(base);
  }

  /** Returns all inconsistencies of the initial state. Call before entering records. */
  verify(): Diagnostic[] {
    return verifySnapshot(this.#base, this.#rows);
  }

  get head(): number {
    return this.#head;
  }

  /** The number of the next resource. Numbers are never reused, even those of dropped resources. */
  get nextRid(): ResourceId {
    return this.#nextRid;
  }

  get outputs(): ValueObject {
    return this.#rows.outputs;
  }

  openIntent(operation: string): OpenIntent | undefined {
    return this.#rows.open.get(operation);
  }

  get seen(): Snapshot["seen"] {
    return this.#rows.seen;
  }

  openOperations(): string[] {
    return [...this.#rows.open.keys()];
  }

  urnOf(rid: ResourceId): string | undefined {
    return this.#rows.resources.get(rid)?.urn;
  }

  /** Returns the reasons why the record cannot be entered; empty if it was entered. */
  enter({ sequence, event, changes }: SequencedRecord): Diagnostic[] {
    if (sequence !== this.#head + 1) {
      return [misfit(`Record ${sequence} follows record ${this.#head}.`)];
    }
    const faults = this.#eventFaults(event, sequence);
    if (faults.length > 0) return faults;
    const entry = this.#change(event, changes);
    const found = [...entry.faults, ...this.#faultsAfter(entry)];
    if (found.length > 0) {
      for (const undo of entry.undo.reverse()) undo();
      return found.map((each) => inRecord(each, sequence));
    }
    this.#head = sequence;
    if (entry.undo.length > 0) this.#isUnchanged = false;
    for (const rid of entry.added) this.#nextRid = Math.max(this.#nextRid, rid + 1);
    return [];
  }

  /** Continues as if everything up to a record had been entered. */
  pass(sequence: number): void {
    this.#head = Math.max(this.#head, sequence);
  }

  /** Returns a copy that later records do not change. */
  snapshot(): Snapshot {
    const now = { ...this.#base, head: this.#head, nextRid: this.#nextRid };
    if (this.#isUnchanged) return now;
    const { resources, open, outputs, moves, seen } = this.#rows;
    const objects = this.#rows.objects();
    return { ...now, resources: new Map(resources), objects, open: new Map(open), outputs, moves, seen };
  }

  #eventFaults(event: JournalEvent, sequence: number): Diagnostic[] {
    if (!("operation" in event)) return [];
    const isOpen = this.#rows.open.has(event.operation);
    if (event.kind === "intent") {
      return isOpen ? [misfit(`Record ${sequence} begins operation ${event.operation} a second time.`)] : [];
    }
    return isOpen
      ? []
      : [misfit(`Record ${sequence} refers to operation ${event.operation}, which is not in progress.`)];
  }

  #change(event: JournalEvent, changes: readonly RowChange[]): RecordEffect {
    const entry: RecordEffect = { undo: [], faults: [], touched: new Map(), added: [] };
    this.#changeIntents(event, entry);
    for (const change of changes) this.#changeRow(change, entry);
    return entry;
  }

  /** Call before changing anything of a resource: its dependencies before and after the record are compared. */
  #touch(rid: ResourceId, { touched }: RecordEffect): void {
    if (!touched.has(rid)) touched.set(rid, this.#rows.needs(rid));
  }

  #changeIntents(event: JournalEvent, entry: RecordEffect): void {
    if (!("operation" in event)) return;
    const { operation } = event;
    const old = this.#rows.open.get(operation);
    const next = event.kind === "intent" ? event : old && intentAfter(old, event);
    this.#touch((event.kind === "intent" ? event : old!).rid, entry);
    this.#rows.setIntent(operation, next);
    entry.undo.push(() => this.#rows.setIntent(operation, old));
  }

  #changeRow(change: RowChange, entry: RecordEffect): void {
    if ("put" in change && change.put === "outputs") {
      const old = this.#rows.outputs;
      this.#rows.outputs = change.outputs;
      entry.undo.push(() => (this.#rows.outputs = old));
      return;
    }
    if ("put" in change && change.put === "moves") {
      const old = this.#rows.moves;
      this.#rows.moves = change.applied;
      entry.undo.push(() => (this.#rows.moves = old));
      return;
    }
    if ("put" in change && change.put === "seen") {
      const old = this.#rows.seen;
      this.#rows.seen = change.seen;
      entry.undo.push(() => (this.#rows.seen = old));
      return;
    }
    const isPut = "put" in change;
    const isResource = isPut ? change.put === "resource" : change.drop === "resource";
    const { rid } = isPut ? change.row : change;
    this.#touch(rid, entry);
    if (isResource)
      this.#changeResource(rid, isPut && change.put === "resource" ? change.row : undefined, entry);
    else {
      const { generation } = (isPut ? change.row : change) as { generation: number };
      this.#changeObject(rid, generation, isPut && change.put === "object" ? change.row : undefined, entry);
    }
  }

  #changeResource(rid: ResourceId, row: Parameters<Rows["setResource"]>[1], entry: RecordEffect): void {
    const old = this.#rows.resources.get(rid);
    if (row === undefined && old === undefined) {
      entry.faults.push(misfit(`Resource ${rid} cannot be dropped: it does not exist.`));
    }
    if (row !== undefined && old === undefined) entry.added.push(rid);
    this.#rows.setResource(rid, row);
    entry.undo.push(() => this.#rows.setResource(rid, old));
  }

  #changeObject(
    rid: ResourceId,
    generation: number,
    row: Parameters<Rows["setObject"]>[2],
    entry: RecordEffect,
  ): void {
    const old = this.#rows.object(rid, generation);
    if (row === undefined && old === undefined) {
      entry.faults.push(misfit(`Object ${objectKey(rid, generation)} cannot be dropped: it does not exist.`));
    }
    this.#rows.setObject(rid, generation, row);
    entry.undo.push(() => this.#rows.setObject(rid, generation, old));
  }

  #faultsAfter({ touched }: RecordEffect): Diagnostic[] {
    const found: Diagnostic[] = [];
    const needier: ResourceId[] = [];
    for (const [rid, before] of touched) {
      this.#neighbourFaults(rid, found);
      // A resource without dependents cannot close a cycle, so the common case costs nothing.
      if (!this.#rows.isReferredTo(rid)) continue;
      const known = new Set(before);
      if (this.#rows.needs(rid).some((to) => !known.has(to))) needier.push(rid);
    }
    return [...distinct(found), ...this.#circleThrough(needier)];
  }

  /** A name may also be taken by another resource, older or newer; the newer one of both reports it. */
  #neighbourFaults(rid: ResourceId, found: Diagnostic[]): void {
    resourceFaults(this.#rows, rid, found);
    const row = this.#rows.resources.get(rid);
    if (row === undefined) return;
    const namesakes = this.#rows.withUrn(row.urn);
    if (row.globalId !== undefined) namesakes.push(...this.#rows.withGlobalId(row.globalId));
    for (const other of namesakes) if (other !== rid) resourceFaults(this.#rows, other, found);
  }

  /** Follows all of them in one search, each edge once. */
  #circleThrough(needier: readonly ResourceId[]): Diagnostic[] {
    const reached = new Set<ResourceId>();
    const rest = needier.flatMap((rid) => this.#rows.needs(rid));
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      rest.push(...this.#rows.needs(next));
    }
    if (!needier.some((rid) => reached.has(rid))) return [];
    const sorted = orderGraph({ nodes: [...reached], needs: (node) => this.#rows.needs(node) });
    return "cycle" in sorted ? [circle(this.#rows, sorted.cycle)] : [];
  }
}

/** The effects of one record so far, and how to undo them. */
interface RecordEffect {
  readonly undo: (() => void)[];
  readonly faults: Diagnostic[];
  /** The touched resources with their previous dependencies. */
  readonly touched: Map<ResourceId, readonly ResourceId[]>;
  readonly added: ResourceId[];
}

/** Returns an intent after a further event of its operation; undefined once the operation has ended. */
export function intentAfter(
  open: OpenIntent,
  event: Extract<JournalEvent, { kind: "identified" | "running" | "outcome" }>,
): OpenIntent | undefined {
  if (event.kind === "identified") return { ...open, identified: event.id };
  if (event.kind === "running") return { ...open, process: event.process };
  return event.result === "uncertain" ? open : undefined;
}

function distinct(found: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(found.map((each) => [each.detail, each])).values()];
}

function inRecord(diagnostic: Diagnostic, sequence: number): Diagnostic {
  return { ...diagnostic, detail: `${diagnostic.detail}\nRecord ${sequence} would cause this.` };
}
