import type {
  Diagnostic,
  KnownAlias,
  ResourceKind,
  ResourceRow,
  RowRename,
  Scope,
  SourcePosition,
} from "../model/index.js";
import { aliasUrns } from "./alias-urns.js";
import { problem } from "./diagnostics.js";

/** A declared resource, with the facts needed to find it in state. Parents come before their children. */
export interface Claimant {
  readonly urn: string;
  readonly kind: ResourceKind;
  readonly parent?: Claimant | undefined;
  readonly aliases: readonly KnownAlias[];
  readonly globalId?: string | undefined;
  readonly scope?: Scope | undefined;
  readonly position?: SourcePosition | undefined;
}

export interface Matched {
  /** The rows that have another URN in the program. */
  readonly renames: readonly RowRename[];
  readonly problems: readonly Diagnostic[];
}

/**
 * Finds the resources of a program in state: by global id, by URN, then by aliases in their order. Each row is
 * matched once. An alias never takes a row whose own URN the program declares too: that is another resource.
 */
export function match(claimants: readonly Claimant[], rows: Iterable<ResourceRow>): Matched {
  const matching = new Matching(rows);
  const problems = sharedGlobalIds(claimants);
  for (const claimant of claimants) matching.claimByGlobalId(claimant);
  const others = claimants.filter((claimant) => !matching.claimByUrn(claimant));
  const registered = new Set(others.length === 0 ? [] : claimants.map(({ urn }) => urn));
  for (const claimant of others) problems.push(...matching.claimByAlias(claimant, registered));
  return { renames: [...matching.renames, ...matching.makingRoom()], problems };
}

class Matching {
  readonly renames: RowRename[] = [];
  readonly #byUrn = new Map<string, ResourceRow>();
  readonly #byGlobalId = new Map<string, ResourceRow>();
  readonly #claimed = new Set<ResourceRow>();
  readonly #byAlias = new Map<ResourceRow, Claimant>();
  /** The former URNs of resources that were found under another name, or would have been. */
  readonly #former = new Map<string, string>();

  constructor(rows: Iterable<ResourceRow>) {
    for (const row of rows) {
      this.#byUrn.set(row.urn, row);
      if (row.globalId !== undefined) this.#byGlobalId.set(row.globalId, row);
    }
  }

  claimByGlobalId(claimant: Claimant): void {
    const row = claimant.globalId === undefined ? undefined : this.#byGlobalId.get(claimant.globalId);
    if (row !== undefined && !this.#claimed.has(row) && isAlike(row, claimant)) this.#claim(claimant, row);
  }

  /** Returns whether the resource has been matched. */
  claimByUrn(claimant: Claimant): boolean {
    if (this.#former.has(claimant.urn)) return true;
    const row = this.#byUrn.get(claimant.urn);
    if (row === undefined || this.#claimed.has(row)) return false;
    this.#claimed.add(row);
    return true;
  }

  /** Takes the first of its former URNs that is in state. */
  claimByAlias(claimant: Claimant, registered: ReadonlySet<string>): readonly Diagnostic[] {
    const { urns, problems } = aliasUrns(claimant, (urn) => this.#former.get(urn) ?? urn);
    for (const urn of urns) {
      const row = registered.has(urn) ? undefined : this.#byUrn.get(urn);
      if (row === undefined) continue;
      const other = this.#byAlias.get(row);
      if (other !== undefined) return [...problems, claimedTwice(row, other, claimant)];
      if (this.#claimed.has(row)) continue;
      // Its children may still match, although a component cannot become a managed resource.
      if (isAlike(row, claimant)) this.#claimAs(claimant, row);
      else this.#former.set(claimant.urn, urn);
      break;
    }
    return problems;
  }

  /**
   * A global id may lead to the URN of a resource that is being removed. That resource gets a temporary URN until
   * it is gone.
   */
  makingRoom(): readonly RowRename[] {
    if (this.renames.length === 0) return [];
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

  #claim({ urn, scope }: Claimant, row: ResourceRow, asAlias?: { readonly retypes: true }): void {
    this.#claimed.add(row);
    this.#former.set(urn, row.urn);
    if (row.urn === urn) return;
    this.renames.push({ rid: row.rid, urn, ...asAlias, ...(scope !== undefined && { scope }) });
  }

  #claimAs(claimant: Claimant, row: ResourceRow): void {
    this.#byAlias.set(row, claimant);
    this.#claim(claimant, row, { retypes: true });
  }
}

/** The row of one kind of resource cannot be used for some other kinds. */
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
        detail: `Two resources have the global id ${JSON.stringify(globalId)}. A global id must be unique in the stack.`,
        hint: "Give one of the resources a different global id.",
        resource: claimant.urn,
        ...(claimant.position && { position: claimant.position }),
        related: [place("the other resource is declared", other)],
      }),
    ];
  });
}

function claimedTwice(row: ResourceRow, first: Claimant, second: Claimant): Diagnostic {
  return problem("plan/alias-conflict", {
    detail: `Two resources have an alias for ${row.urn}, and only one of them can take it over.`,
    hint: "Remove the alias from the new resource.",
    resource: second.urn,
    ...(second.position && { position: second.position }),
    related: [place("the other resource is declared", first)],
  });
}

function place(message: string, { urn, position }: Claimant) {
  return { message, resource: urn, ...(position && { position }) };
}
