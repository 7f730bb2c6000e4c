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
} from "../model/index.js";
import { circle, misfit, resourceFaults } from "./rules.js";
import { Rows } from "./rows.js";

/**
 * State as it grows, record by record. A record is entered whole or not at all: one that does not fit, or after
 * which state would not verify, leaves everything as it was. Entering costs the size of the record, whatever the
 * size of the state; only edges that are new on a resource others need are followed further.
 */
export class Ledger {
  readonly #lineage: string;
  readonly #rows: Rows;
  #head: number;
  #nextRid: ResourceId;

  constructor(base: Snapshot) {
    this.#lineage = base.lineage;
    this.#head = base.head;
    this.#nextRid = base.nextRid;
    this.#rows = new Rows(base);
  }

  get head(): number {
    return this.#head;
  }

  /** The number that the next resource gets. Numbers are never given again, also not those of dropped resources. */
  get nextRid(): ResourceId {
    return this.#nextRid;
  }

  openIntent(operation: string): OpenIntent | undefined {
    return this.#rows.open.get(operation);
  }

  /** Why the record cannot be entered; nothing if it was. */
  enter({ sequence, event, changes }: SequencedRecord): Diagnostic[] {
    if (sequence !== this.#head + 1) {
      return [misfit(`Record ${sequence} follows record ${this.#head}.`)];
    }
    const faults = this.#eventFaults(event, sequence);
    if (faults.length > 0) return faults;
    const entry = this.#change(event, changes);
    const found = [...entry.faults, ...this.#faultsAfter(entry)].map((each) => inRecord(each, sequence));
    if (found.length > 0) {
      for (const undo of entry.undo.reverse()) undo();
      return found;
    }
    this.#head = sequence;
    for (const rid of entry.added) this.#nextRid = Math.max(this.#nextRid, rid + 1);
    return [];
  }

  /** Goes on as if everything up to a record had been entered. */
  pass(sequence: number): void {
    this.#head = Math.max(this.#head, sequence);
  }

  /** A copy that later records leave alone. */
  snapshot(): Snapshot {
    return {
      lineage: this.#lineage,
      head: this.#head,
      nextRid: this.#nextRid,
      resources: new Map(this.#rows.resources),
      objects: new Map(this.#rows.objects),
      open: new Map(this.#rows.open),
      outputs: this.#rows.outputs,
      moves: this.#rows.moves,
    };
  }

  #eventFaults(event: JournalEvent, sequence: number): Diagnostic[] {
    if (!("operation" in event)) return [];
    const isOpen = this.#rows.open.has(event.operation);
    if (event.kind === "intent") {
      return isOpen ? [misfit(`Record ${sequence} begins operation ${event.operation} a second time.`)] : [];
    }
    return isOpen
      ? []
      : [misfit(`Record ${sequence} is about operation ${event.operation}, which is not open.`)];
  }

  #change(event: JournalEvent, changes: readonly RowChange[]): Entry {
    const entry: Entry = { undo: [], faults: [], touched: new Set(), needier: new Set(), added: [] };
    this.#changeIntents(event, entry);
    for (const change of changes) this.#changeRow(change, entry);
    return entry;
  }

  #changeIntents(event: JournalEvent, entry: Entry): void {
    if (!("operation" in event)) return;
    const { operation } = event;
    const old = this.#rows.open.get(operation);
    const next = event.kind === "intent" ? event : old && intentAfter(old, event);
    this.#rows.setIntent(operation, next);
    entry.undo.push(() => this.#rows.setIntent(operation, old));
    entry.touched.add((event.kind === "intent" ? event : old!).rid);
  }

  #changeRow(change: RowChange, entry: Entry): void {
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
    const isPut = "put" in change;
    const isResource = isPut ? change.put === "resource" : change.drop === "resource";
    const { rid } = isPut ? change.row : change;
    entry.touched.add(rid);
    const before = this.#rows.needs(rid);
    if (isResource)
      this.#changeResource(rid, isPut && change.put === "resource" ? change.row : undefined, entry);
    else {
      const { generation } = (isPut ? change.row : change) as { generation: number };
      this.#changeObject(rid, generation, isPut && change.put === "object" ? change.row : undefined, entry);
    }
    if ([...this.#rows.needs(rid)].some((to) => !before.has(to))) entry.needier.add(rid);
  }

  #changeResource(rid: ResourceId, row: Parameters<Rows["setResource"]>[1], entry: Entry): void {
    const old = this.#rows.resources.get(rid);
    if (row === undefined && old === undefined) {
      entry.faults.push(misfit(`Resource ${rid} is dropped, but does not exist.`));
    }
    if (row !== undefined && old === undefined) entry.added.push(rid);
    this.#rows.setResource(rid, row);
    entry.undo.push(() => this.#rows.setResource(rid, old));
  }

  #changeObject(
    rid: ResourceId,
    generation: number,
    row: Parameters<Rows["setObject"]>[2],
    entry: Entry,
  ): void {
    const old = this.#rows.object(rid, generation);
    if (row === undefined && old === undefined) {
      entry.faults.push(misfit(`Object ${objectKey(rid, generation)} is dropped, but does not exist.`));
    }
    this.#rows.setObject(rid, generation, row);
    entry.undo.push(() => this.#rows.setObject(rid, generation, old));
  }

  #faultsAfter({ touched, needier }: Entry): Diagnostic[] {
    const found = new Map<string, Diagnostic>();
    for (const rid of touched) {
      for (const each of this.#neighbourFaults(rid)) found.set(each.detail, each);
    }
    return [...found.values(), ...this.#circleThrough(needier)];
  }

  /** A name may be taken by one that stands before or behind; the later of both reports it. */
  #neighbourFaults(rid: ResourceId): Diagnostic[] {
    const row = this.#rows.resources.get(rid);
    if (row === undefined) return resourceFaults(this.#rows, rid);
    const namesakes = [
      ...this.#rows.withUrn(row.urn),
      ...(row.globalId === undefined ? [] : this.#rows.withGlobalId(row.globalId)),
    ];
    return [...new Set([rid, ...namesakes])].flatMap((each) => resourceFaults(this.#rows, each));
  }

  /** What nobody needs closes no circle: the usual case costs nothing. All are followed at once, each edge once. */
  #circleThrough(needier: ReadonlySet<ResourceId>): Diagnostic[] {
    const needed = [...needier].filter((rid) => this.#rows.referrers(rid).length > 0);
    const reached = new Set<ResourceId>();
    const rest = needed.flatMap((rid) => [...this.#rows.needs(rid)]);
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      rest.push(...this.#rows.needs(next));
    }
    if (!needed.some((rid) => reached.has(rid))) return [];
    const sorted = orderGraph({ nodes: [...reached], needs: (node) => this.#rows.needs(node) });
    return "cycle" in sorted ? [circle(this.#rows, sorted.cycle)] : [];
  }
}

/** What one record has done so far, and how to take it back. */
interface Entry {
  readonly undo: (() => void)[];
  readonly faults: Diagnostic[];
  readonly touched: Set<ResourceId>;
  /** Resources that need more than before. */
  readonly needier: Set<ResourceId>;
  readonly added: ResourceId[];
}

function intentAfter(
  open: OpenIntent,
  event: Extract<JournalEvent, { kind: "identified" | "outcome" }>,
): OpenIntent | undefined {
  if (event.kind === "identified") return { ...open, identified: event.id };
  return event.result === "uncertain" ? open : undefined;
}

function inRecord(diagnostic: Diagnostic, sequence: number): Diagnostic {
  return { ...diagnostic, detail: `${diagnostic.detail}\nRecord ${sequence} would make it so.` };
}
