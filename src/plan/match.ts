import type {
  Diagnostic,
  RegisteredAlias,
  ResourceKind,
  ResourceRow,
  RowRename,
  Scope,
  SourcePosition,
} from "../model/index.js";
import { aliasUrns } from "./alias-urns.js";
import { problem } from "./diagnostics.js";

/** A resource of the program, as far as finding it in state goes. Parents come before their children. */
export interface Claimant {
  readonly urn: string;
  readonly kind: ResourceKind;
  readonly parent?: Claimant;
  readonly aliases: readonly RegisteredAlias[];
  readonly globalId?: string;
  readonly scope?: Scope;
  readonly position?: SourcePosition;
}

export interface Matched {
  /** The rows that the program has under another URN. */
  readonly renames: readonly RowRename[];
  readonly problems: readonly Diagnostic[];
}

/**
 * Finds the resources of a program in state: by global id, by URN, by aliases in their order. A row is found once.
 * An alias never takes a row whose own URN the program has too: that is another resource.
 */
export function match(claimants: readonly Claimant[], rows: Iterable<ResourceRow>): Matched {
  const matching = new Matching([...rows]);
  const problems = sharedGlobalIds(claimants);
  for (const claimant of claimants) matching.claimByGlobalId(claimant);
  for (const claimant of claimants) matching.claimByUrn(claimant);
  const registered = new Set(claimants.map(({ urn }) => urn));
  for (const claimant of claimants) problems.push(...matching.claimByAlias(claimant, registered));
  return { renames: [...matching.renames, ...matching.makingRoom()], problems };
}

class Matching {
  readonly renames: RowRename[] = [];
  readonly #byUrn: ReadonlyMap<string, ResourceRow>;
  readonly #byGlobalId: ReadonlyMap<string, ResourceRow>;
  readonly #claimed = new Map<ResourceRow, { readonly by: Claimant; readonly isByAlias: boolean }>();
  /** What those that were found were called. */
  readonly #former = new Map<string, string>();

  constructor(rows: readonly ResourceRow[]) {
    this.#byUrn = new Map(rows.map((row) => [row.urn, row]));
    this.#byGlobalId = new Map(
      rows.flatMap((row) => (row.globalId === undefined ? [] : [[row.globalId, row]])),
    );
  }

  claimByGlobalId(claimant: Claimant): void {
    const row = claimant.globalId === undefined ? undefined : this.#byGlobalId.get(claimant.globalId);
    if (row !== undefined && !this.#claimed.has(row) && isAlike(row, claimant))
      this.#claim(claimant, row, false);
  }

  claimByUrn(claimant: Claimant): void {
    if (this.#former.has(claimant.urn)) return;
    const row = this.#byUrn.get(claimant.urn);
    if (row !== undefined && !this.#claimed.has(row)) this.#claim(claimant, row, false);
  }

  /** The first of its former URNs that state has. */
  claimByAlias(claimant: Claimant, registered: ReadonlySet<string>): readonly Diagnostic[] {
    if (this.#former.has(claimant.urn)) return [];
    const { urns, problems } = aliasUrns(claimant, (urn) => this.#former.get(urn) ?? urn);
    for (const urn of urns) {
      const row = registered.has(urn) ? undefined : this.#byUrn.get(urn);
      if (row === undefined) continue;
      const claim = this.#claimed.get(row);
      if (claim?.isByAlias) return [...problems, claimedTwice(row, claim.by, claimant)];
      if (claim !== undefined) continue;
      // What is below may still follow, although a component cannot become what a provider manages.
      if (isAlike(row, claimant)) this.#claim(claimant, row, true);
      else this.#former.set(claimant.urn, urn);
      break;
    }
    return problems;
  }

  /** A global id may lead to the name of something that leaves: until it is gone, that is called otherwise. */
  makingRoom(): readonly RowRename[] {
    const taken = new Set(this.renames.map(({ urn }) => urn));
    return [...this.#byUrn.values()]
      .filter((row) => taken.has(row.urn) && !this.#claimed.has(row))
      .map(({ rid, urn }) => ({ rid, urn: this.#freeBeside(urn) }));
  }

  #freeBeside(urn: string): string {
    let free = `${urn} (leaving)`;
    for (let count = 2; this.#byUrn.has(free); count++) free = `${urn} (leaving ${count})`;
    return free;
  }

  #claim(claimant: Claimant, row: ResourceRow, isByAlias: boolean): void {
    const { urn, scope } = claimant;
    this.#claimed.set(row, { by: claimant, isByAlias });
    this.#former.set(urn, row.urn);
    if (row.urn === urn) return;
    this.renames.push({
      rid: row.rid,
      urn,
      ...(isByAlias && { retypes: true }),
      ...(scope !== undefined && { scope }),
    });
  }
}

/** What one kind of resource has in state is of no use to some others. */
function isAlike(row: ResourceRow, { kind }: Claimant): boolean {
  const sort = (each: ResourceKind) => (each === "external" ? "custom" : each);
  return sort(row.kind) === sort(kind);
}

function sharedGlobalIds(claimants: readonly Claimant[]): Diagnostic[] {
  const first = new Map<string, Claimant>();
  return claimants.flatMap((claimant) => {
    const { globalId } = claimant;
    const other = globalId === undefined ? undefined : first.get(globalId);
    if (globalId !== undefined && other === undefined) first.set(globalId, claimant);
    if (other === undefined) return [];
    return [
      problem("plan/shared-global-id", {
        detail: `Two resources have the global id ${JSON.stringify(globalId)}. It names one resource in the whole stack, wherever it stands.`,
        hint: "Give one of them another global id.",
        resource: claimant.urn,
        ...(claimant.position && { position: claimant.position }),
        related: [place("the other one is made", other)],
      }),
    ];
  });
}

function claimedTwice(row: ResourceRow, first: Claimant, second: Claimant): Diagnostic {
  return problem("plan/claimed-twice", {
    detail: `The aliases of two resources lead to ${row.urn}. It can only have become one of them.`,
    hint: "Take the alias away from the one that is new.",
    resource: second.urn,
    ...(second.position && { position: second.position }),
    related: [place("the other one is made", first)],
  });
}

function place(message: string, { urn, position }: Claimant) {
  return { message, resource: urn, ...(position && { position }) };
}
