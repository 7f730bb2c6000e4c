import { tables, type Column, type Table } from "../raw/index.js";

/** Marks a SQLite file as a stack: "coco" in ASCII. */
export const applicationId = 0x636f636f;

/** The columns of the row of the stack that every format has. */
export const firstHeadColumns = [
  "lineage",
  "project",
  "name",
  "format",
  "epoch",
  "head_seq",
  "head_hash",
  "checkpoint_seq",
  "checkpoint_hash",
  "state_sum",
  "head_mac",
  "next_rid",
  "holder",
  "wrapped_key",
] as const;

/** The columns added in format 3. */
const addedHeadColumns = ["first_seq", "first_hash", "features", "more"] as const;

export const headColumns = [...firstHeadColumns, ...addedHeadColumns] as const;

export const journalColumns = [
  "seq",
  "epoch",
  "run_id",
  "kind",
  "rid",
  "gen",
  "op_id",
  "body",
  "hash",
] as const;

/**
 * An operation has one intent and one outcome. The tables do not enforce unique names: a record may swap two names, and
 * its result is checked before it is written.
 */
export const schema = [
  `create table stack (
    stack_id integer primary key check (stack_id = 1),
    lineage text not null, project text not null, name text not null, format integer not null,
    epoch integer not null, head_seq integer not null, head_hash text not null,
    checkpoint_seq integer not null, checkpoint_hash text not null,
    state_sum text not null, head_mac text not null, next_rid integer not null,
    holder text, wrapped_key text not null,
    first_seq integer, first_hash text, features text, more text) strict`,
  `create table journal (
    seq integer primary key, epoch integer not null, run_id text not null, kind text not null,
    rid integer, gen integer, op_id text, body text not null, hash text not null) strict`,
  `create unique index journal_operation on journal (op_id, kind) where kind in ('intent', 'outcome')`,
  ...Object.entries(tables).map(([name, table]) => createTable(name, table)),
].join(";\n");

/** Upgrades the tables of an older format. Existing rows stay unchanged. */
export const upgrade = [
  ...addedHeadColumns.map((name) => addColumn("stack", name, name === "first_seq" ? "integer" : "text")),
  ...Object.entries(tables).flatMap(([table, { columns }]: [string, Table]) =>
    columns.filter(({ isAdded }) => isAdded).map(({ name, type }) => addColumn(table, name, sqlType(type))),
  ),
].join(";\n");

function addColumn(table: string, name: string, type: string): string {
  return `alter table "${table}" add column ${name} ${type}`;
}

function sqlType(type: Column["type"]): string {
  return type === "integer" ? "integer" : "text";
}

function createTable(name: string, { key, columns }: Table): string {
  const lines = columns.map((column) => {
    return `${column.name} ${sqlType(column.type)}${column.optional ? "" : " not null"}`;
  });
  return `create table "${name}" (${lines.join(", ")}, primary key (${key.join(", ")})) strict`;
}
