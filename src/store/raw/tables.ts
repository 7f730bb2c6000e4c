import type { RawColumn, RawRow, StateTable } from "./raw-store.js";

/**
 * The columns of each table, in the order in which they are hashed. Names and order never change. Columns added in
 * format 3 come last. Future data of a row goes into `more`.
 */
export const tables = {
  resource: {
    key: ["rid"],
    columns: [
      integer("rid"),
      text("urn"),
      json("gid", "null"),
      text("type"),
      text("name"),
      text("kind"),
      integer("parent_rid", "null"),
      json("scope", "null"),
      json("options"),
      json("origin"),
      json("source", "null"),
      integer("seq"),
      text("mac"),
      added(json("more", "null")),
    ],
  },
  object: {
    key: ["rid", "gen"],
    columns: [
      integer("rid"),
      integer("gen"),
      text("status"),
      text("type"),
      integer("schema_version"),
      json("id", "null"),
      integer("provider_rid", "null"),
      json("package", "null"),
      json("inputs"),
      json("outputs"),
      json("baseline"),
      json("opaque", "null"),
      json("edges"),
      json("unfinished", "null"),
      integer("tainted", "null"),
      text("created", "null"),
      text("modified", "null"),
      integer("seq"),
      text("mac"),
      added(text("create_key", "null")),
      added(text("seen_at", "null")),
      added(json("observed", "null")),
      added(json("more", "null")),
    ],
  },
  /** Operations without an outcome. */
  intent: {
    key: ["op_id"],
    columns: [text("op_id"), json("body"), integer("seq"), text("mac"), added(json("more", "null"))],
  },
  /**
   * Data of the stack as a whole: its outputs, the recorded renames that were applied, and the time of the last
   * refresh.
   */
  output: {
    key: ["scope"],
    columns: [text("scope"), json("body"), integer("seq"), text("mac"), added(json("more", "null"))],
  },
  run: {
    key: ["run_id"],
    columns: [
      text("run_id"),
      integer("epoch"),
      text("command"),
      text("actor"),
      text("plan_digest", "null"),
      text("begun_at"),
      text("ended_at", "null"),
      text("result", "null"),
      json("summary", "null"),
      text("mac"),
      added(text("host", "null")),
      added(text("version", "null")),
      added(json("drift", "null")),
      added(json("more", "null")),
    ],
  },
} as const satisfies Record<StateTable | "run", Table>;

/** Maximum size of a row of state, in bytes. A record of the journal may contain many rows. */
export const longestRow = 64 * 1024 * 1024;

export const stateTables: readonly StateTable[] = ["resource", "object", "intent", "output"];

export interface Table {
  readonly key: readonly string[];
  readonly columns: readonly Column[];
}

export interface Column<Name extends string = string> {
  readonly name: Name;
  readonly type: "integer" | "text" | "json";
  readonly optional: boolean;
  /** True if formats before 3 do not have the column. */
  readonly isAdded?: true;
}

/** Builds a record with one item per table. */
export function perTable<Item>(of: (table: keyof typeof tables) => Item): Record<keyof typeof tables, Item> {
  const all = Object.keys(tables) as (keyof typeof tables)[];
  return Object.fromEntries(all.map((table) => [table, of(table)])) as Record<keyof typeof tables, Item>;
}

export function keyOf(table: keyof typeof tables, row: RawRow): RawColumn[] {
  return tables[table].key.map((name) => row[name] ?? null);
}

function integer<Name extends string>(name: Name, optional?: "null"): Column<Name> {
  return { name, type: "integer", optional: optional === "null" };
}

function text<Name extends string>(name: Name, optional?: "null"): Column<Name> {
  return { name, type: "text", optional: optional === "null" };
}

function added<Name extends string>(column: Column<Name>): Column<Name> & { readonly isAdded: true } {
  return { ...column, isAdded: true };
}

/** Canonical JSON text. */
function json<Name extends string>(name: Name, optional?: "null"): Column<Name> {
  return { name, type: "json", optional: optional === "null" };
}
