/**
 * Measures the cost of the store, and of SQLite alone, for `count` resources, each with an edge to the one ten
 * positions before it. Writes two records per resource; one commit has the outcomes of ten resources and the intents of
 * the next ten. The floor is the same records in the same number of commits. Then opens the store, and verifies and
 * decodes the rows that a plan reads. The floor is the same rows, fetched and parsed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalRecord } from "../../src/model/index.js";
import { indexSnapshot } from "../../src/state/index.js";
import { openStore, systemPorts, type StackRun, type StackStore } from "../../src/store/internal.js";
import { tables } from "../../src/store/raw/tables.js";
import { openDatabase } from "../../src/store/sqlite/driver.js";
import { journalColumns, schema } from "../../src/store/sqlite/schema.js";
import { heapBytes, printResult } from "./report.js";

const [size = ""] = process.argv.slice(2);
const count = Number(size);
const wide = 10;
const folder = mkdtempSync(join(tmpdir(), "coconut-bench-"));
const file = join(folder, "state", "bench", "dev.db");

async function opened(): Promise<StackStore> {
  const environment = { XDG_CONFIG_HOME: join(folder, "config") };
  const store = await openStore(`sqlite:${join(folder, "state")}`, systemPorts(environment));
  return store.open({ project: "bench", name: "dev" }, { create: true });
}

type Entry = Omit<JournalRecord, "runId">;

function creation(index: number): { intent: Entry; outcome: Entry } {
  const rid = index + 1;
  const name = `thing-${index}`;
  const upstream = index < wide ? {} : { upstream: `addr-thing-${index - wide}` };
  const inputs = { name, size: index, tags: { owner: "ops", team: "platform" }, ...upstream };
  const outputs = { address: `addr-${name}` };
  const operation = `r-1-00000000.${rid}`;
  const type = "bench:index:Thing";
  const common = {
    rid,
    generation: 1,
    package: { module: "./thing.ts", name: "bench", version: "1.0.0" },
    edges: index < wide ? [] : [{ kind: "input", field: "upstream", to: rid - wide } as const],
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  const resource = {
    rid,
    urn: `urn:pulumi:dev::bench::${type}::${name}`,
    type,
    name,
    kind: "custom",
    scope: { id: name, module: "bench:main" },
    options: {},
    origin: [],
    position: { file: "/srv/bench/main.ts", line: 3, column: 44 },
  } as const;
  const stored = { type, schemaVersion: 1, inputs, outputs: {} };
  const intent = {
    kind: "intent",
    operation,
    action: "create",
    rid,
    generation: 1,
    key: "abcdefghijklmnopqrstuvwxyz234567",
    inputs,
    deadline: "2026-01-01T01:00:00.000Z",
  } as const;
  return {
    intent: {
      event: intent,
      changes: [
        { put: "resource", row: resource },
        { put: "object", row: { ...common, status: "creating", stored, baseline: {} } },
      ],
    },
    outcome: {
      event: { kind: "outcome", operation, result: "ok" },
      changes: [
        {
          put: "object",
          row: {
            ...common,
            status: "current",
            stored: { ...stored, id: name, outputs },
            baseline: outputs,
            modifiedAt: "2026-01-01T00:00:01.000Z",
          },
        },
      ],
    },
  };
}

async function create(run: StackRun): Promise<number> {
  let commits = 0;
  let outcomes: Entry[] = [];
  for (let index = 0; index < count; index += wide) {
    const level = Array.from({ length: Math.min(wide, count - index) }, (_, each) => creation(index + each));
    await Promise.all([...outcomes, ...level.map(({ intent }) => intent)].map((each) => run.append(each)));
    outcomes = level.map(({ outcome }) => outcome);
    commits++;
  }
  await Promise.all(outcomes.map((each) => run.append(each)));
  return commits + 1;
}

function writeAlone(commits: number): number {
  const source = openDatabase(file);
  const records = source.all(`select ${journalColumns.join(", ")} from journal order by seq`);
  source.close();
  const target = openDatabase(join(folder, "alone.db"));
  target.execute("pragma secure_delete = on; pragma journal_mode = wal; pragma synchronous = full");
  target.execute(schema);
  const insert = `insert into journal values (${journalColumns.map(() => "?").join(", ")})`;
  const perCommit = Math.ceil(records.length / commits);
  const start = performance.now();
  for (let first = 0; first < records.length; first += perCommit) {
    target.execute("begin immediate");
    for (const record of records.slice(first, first + perCommit))
      target.run(
        insert,
        journalColumns.map((name) => record[name] ?? null),
      );
    target.execute("commit");
  }
  const milliseconds = performance.now() - start;
  target.close();
  return milliseconds;
}

function readAlone(): number {
  const start = performance.now();
  const database = openDatabase(file);
  for (const table of ["resource", "object"] as const) {
    const texts = tables[table].columns.filter(({ type }) => type === "json").map(({ name }) => name);
    for (const row of database.all(`select * from "${table}"`))
      for (const name of texts) if (typeof row[name] === "string") JSON.parse(row[name]);
  }
  database.close();
  return performance.now() - start;
}

try {
  const store = await opened();
  const run = await store.begin({ command: "bench", actor: "bench" });
  const begun = performance.now();
  const commits = await create(run);
  const write = performance.now() - begun;
  await run.end("succeeded", {});
  await store.close();
  const bytes = heapBytes();
  const start = performance.now();
  const again = await opened();
  const { snapshot } = await again.read();
  const read = performance.now() - start;
  const index = indexSnapshot(snapshot);
  const indexed = performance.now() - start - read;
  if (index.byUrn.size !== count) throw new Error("Resources are missing.");
  printResult({
    write,
    writeAlone: writeAlone(commits),
    read,
    indexed,
    readAlone: readAlone(),
    bytes: heapBytes() - bytes,
  });
  await again.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
