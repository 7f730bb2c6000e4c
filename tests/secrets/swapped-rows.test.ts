import { expect, test } from "vitest";
import { isDiagnosticError, secretOf } from "../../src/model/index.js";
import { creation, sampleIntent, sampleObject } from "../../src/store/conformance/index.js";
import { stateTables, tables } from "../../src/store/raw/index.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import type { SqliteDatabase } from "../../src/store/sqlite/sqlite-database.js";
import { vouchFor } from "../store/seal-anew.js";
import { databaseIn, openIn, request, temporaryFolder } from "../store/temporary-folder.js";
import { isFullProof, proved } from "../support/proof.js";
import { dataKeysOf, keyIn } from "./keys-of.js";
import { pairsOf, sealedNodes, withNode, type SealedNode } from "./swaps.js";

/** A sealed part of a column of a row. */
interface Cell extends SealedNode {
  readonly table: (typeof stateTables)[number];
  readonly column: string;
  readonly rowid: number;
}

test(
  "sealed parts that are swapped are not opened, though their rows are authentic",
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    await fill(folder);
    const database = openDatabase(databaseIn(folder));
    const [key] = dataKeysOf(databaseIn(folder), [keyIn(`${folder}/key`)]);
    const cells = cellsOf(database);
    expect(new Set(cells.map(({ table, column }) => `${table}.${column}`))).toEqual(
      new Set([
        "object.inputs",
        "object.outputs",
        "object.baseline",
        "object.opaque",
        "resource.options",
        "intent.body",
        "output.body",
      ]),
    );

    vouchFor(database, key!);
    expect(await problemOf(folder)).toBeUndefined();

    let swapped = 0;
    const accepted: string[] = [];
    for (const [a, b] of pairsOf(cells, isFullProof ? 1 : 7)) {
      swapped++;
      const before = [read(database, a), read(database, b)] as const;
      put(database, a, b.node);
      put(database, b, a.node);
      vouchFor(database, key!);
      const problem = await problemOf(folder);
      if (problem !== "store/undecryptable-secret") accepted.push(`${where(a)} and ${where(b)}: ${problem}`);
      write(database, b, before[1]);
      write(database, a, before[0]);
    }
    proved("secrets", { swappedInRows: swapped, rowSwapsAccepted: accepted.length });
    expect(accepted).toEqual([]);
    vouchFor(database, key!);
    expect(await problemOf(folder)).toBeUndefined();
    database.close();
  },
);

/** Two resources of two objects each, an operation that is under way, and outputs: the same secret everywhere. */
async function fill(folder: string): Promise<void> {
  const stack = await openIn(folder);
  const run = await stack.begin(request);
  const secret = () => secretOf("the same everywhere");
  const values = { a: secret(), b: { c: [secret(), secret()] } };
  const more = { inputs: values, outputs: values };
  for (const rid of [1, 2]) {
    const options = { options: { replaceTrigger: secret() } };
    for (const record of creation(rid, more, options)) await run.append(record);
    const { stored, ...row } = sampleObject(rid, 1, "current", more);
    const opaque = { ...row, stored: { ...stored, opaque: "the same everywhere" } };
    await run.append({
      event: { kind: "recorded", what: "opaque" },
      changes: [{ put: "object", row: opaque }],
    });
    await run.append({ event: sampleIntent("update", rid, 1, values), changes: [] });
  }
  await run.append({
    event: { kind: "recorded", what: "outputs" },
    changes: [{ put: "outputs", outputs: values }],
  });
  await run.end("interrupted", {});
  await stack.close();
}

function cellsOf(database: SqliteDatabase): readonly Cell[] {
  return stateTables.flatMap((table) =>
    database.all(`select rowid as place, * from "${table}"`).flatMap((row) =>
      tables[table].columns.flatMap(({ name, type }) => {
        const text = row[name];
        if (type !== "json" || typeof text !== "string") return [];
        const found = sealedNodes(JSON.parse(text));
        return found.map((each) => ({ ...each, table, column: name, rowid: Number(row["place"]) }));
      }),
    ),
  );
}

function read(database: SqliteDatabase, { table, column, rowid }: Cell): string {
  const [row] = database.all(`select "${column}" as text from "${table}" where rowid = ?`, [rowid]);
  return String(row!["text"]);
}

function write(database: SqliteDatabase, { table, column, rowid }: Cell, text: string): void {
  database.run(`update "${table}" set "${column}" = ? where rowid = ?`, [text, rowid]);
}

function put(database: SqliteDatabase, cell: Cell, node: object): void {
  write(database, cell, JSON.stringify(withNode(JSON.parse(read(database, cell)), cell.path, node)));
}

async function problemOf(folder: string): Promise<string | undefined> {
  const stack = await openIn(folder);
  try {
    await stack.read();
    return undefined;
  } catch (error) {
    if (!isDiagnosticError(error)) throw error;
    return error.diagnostics[0]!.code;
  } finally {
    await stack.close();
  }
}

function where({ table, column, rowid, path }: Cell): string {
  return `${table} ${rowid} ${column} ${path.join(".")}`;
}
