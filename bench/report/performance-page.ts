import { cellsOf, isAlignedRight, isMet, usedColumns, type BenchRow } from "../../scripts/bench-table.js";
import { barRows, finerRows, peerText, type Performance } from "./performance.js";

/** Returns the text of `docs/performance.md`: the results of the last full run, their floors, and missed targets. */
export function performancePage(found: Performance): string {
  const { version, node, processors, syncsPerSecond, minutes, peers, benchmarks } = found;
  const judged = barRows(benchmarks);
  const asked = judged.filter((row) => isMet(row) !== undefined);
  const missed = asked.filter((row) => isMet(row) === false);
  return [
    "# Performance",
    "",
    "`npm run bench -- --write` generates this page: it generates programs and runs all measurements in one go. Absolute",
    "times depend on the machine, so each result is compared with a floor (the least time that the work can take) or with",
    "another tool. Both are measured alternately. Times are medians of whole processes from start to exit, unless a row",
    "says otherwise. The column *best* is the ratio of the fastest runs.",
    "",
    `Version ${version}, Node ${node}, ${processors} processors, ${Math.round(syncsPerSecond).toLocaleString("en")} durable writes of 4 KiB per second (write and fdatasync), in ${minutes} minutes.`,
    "",
    `${asked.length - missed.length} of ${asked.length} targets are met.`,
    "",
    "## Targets",
    "",
    ...table(judged),
    "",
    ...(missed.length === 0 ? [] : ["## Missed targets", "", ...reasonsFor(missed), ""]),
    "## Other tools",
    "",
    "Other tools are measured if they are on the PATH. Alchemy v1 is installed from npm into a temporary folder.",
    "",
    ...peers.map((peer) => `- ${peerText(peer)}`),
    "",
    "## Programs and floors",
    "",
    ...definitions,
    "",
    "## Limits of the measurements",
    "",
    ...limits,
    "",
    "## Detailed results",
    "",
    ...finerRows(benchmarks).flatMap(({ name, rows }) => [`### ${name}`, "", ...table(rows), ""]),
  ].join("\n");
}

function table(rows: readonly BenchRow[]): readonly string[] {
  const used = usedColumns(rows);
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    line(used),
    `|${used.map((column) => (isAlignedRight(column) ? "---:" : "---")).join("|")}|`,
    ...rows.map(cellsOf).map((cells) => line(used.map((column) => cells[column]))),
  ];
}

/** Returns an explanation for each missed target, from profiles. */
function reasonsFor(missed: readonly BenchRow[]): readonly string[] {
  const ids = [...new Set(missed.map(({ id = "" }) => id))];
  return ids.flatMap((id) => reasons[id] ?? [`- **${id}**: not investigated yet.`]);
}

const reasons: Readonly<Record<string, readonly string[]>> = {
  P1: [
    "- **P1**: for 10,000 resources, a quarter of the time is reading and verifying state, a tenth is the program and its",
    "  registrations, and half is planning the resources. Garbage collection is a sixth of the total. V8 has not optimized the",
    "  planning code during its first half second, when it runs at half speed, so a stack of 100,000 is closer to its floor.",
    "  The profile is flat: no function takes more than 3 %. A faster plan would need rows without nested JSON that are not",
    "  encrypted one by one, a thread that reads state while the program runs, and fewer passes over the inputs. Full runs on",
    "  different days took between 4.5 and 5.3 times the floor at 10,000, and between 3.6 and 4.6 times at 100,000.",
  ],
  P2: [
    "- **P2**: the floor only writes. For 10,000 resources, a fifth of the time is making and printing the plan, a third is",
    "  SQLite (0.6 ms for each of a thousand commits, about half of it for the sync), a sixth is encoding, encrypting and",
    "  hashing records, and a tenth is garbage collection. Moving the store to a separate thread was tried; on its own this is",
    "  slower (4.2 s instead of 3.4), because ten concurrent chains wait for the same commit. It would need two alternating",
    "  groups of steps: one is committed while the other is processed. At 1,000 resources, full runs were between 45 and 74",
    "  times as fast as Terraform: the target is within the variation between runs.",
  ],
  P4: [
    "- **P4**: in a chain, 1.6 to 1.9 ms pass between the answer to a call and the next call. The commit takes 0.9 ms; it",
    "  writes more pages than the commit in the floor. In 0.7 ms the outcome is recorded, the next inputs are evaluated,",
    "  planned again and validated, and the next intent is encoded and encrypted, in code that has run only a few dozen times.",
    "  With calls of 50 ms this is within the target. When twelve steps become ready together, one thread prepares them",
    "  sequentially, 0.25 ms each, before the commit that starts them. When sixteen calls end together, the first few are",
    "  committed and continue while the others are processed. The chain next to 64 retried resources waits for none of them,",
    "  but shares the thread with their 256 attempts, each with an intent and an outcome. A faster apply would need less work",
    "  per step: a commit that is smaller than SQLite's, and steps that are prepared while their dependencies are in progress.",
  ],
  P5: [
    "- **P5**: of about 45 ms more than an empty Node, about 9 ms are V8 loading the cached compiled script, 4 loading Node's",
    "  cryptography, 5 opening SQLite and the store, 5 importing the program as modules, and 3 garbage collection. A faster",
    "  start would need a smaller script for the most frequent commands.",
  ],
};

const definitions = [
  "All programs have the same shape: resources with four inputs. The first ten resources have no dependencies; each further",
  "one reads an output of the resource ten positions before it. The provider is a file of the program and keeps no objects.",
  "",
  "- **P1**, plan: Node starts, imports the same program with plain objects instead of resources, opens the same state with",
  "  the same SQLite, and reads and decodes the same rows.",
  "- **P2**, apply: a bare loop writes the same journal records, byte for byte, to a new file with the same durability. It",
  "  runs three times: with as many commits as `coco` made (counted in its process), with one commit per ten resources (the",
  "  fewest that the shape allows), and with one commit per record. The loop only writes: it makes no plan, calls no provider,",
  "  writes no rows except the journal, and does not encrypt or hash. For other tools: one run that creates everything.",
  "- **P3**, plan compared with other tools: a state without changes. The Terraform state is generated instead of applied, and",
  "  Terraform finds no changes in it. Alchemy v1 has no plan, so a second run without changes is measured instead.",
  "- **P4**, graphs with slow calls: the longest path through the graph, or all steps with a concurrency of sixteen, whichever",
  "  is longer. Each step is one call and one durable commit, both measured in the same idle process. The measurement starts",
  "  with the first step and ends with the last, in a process that has already done the same once: startup is measured in",
  "  other rows.",
  "- **P5**, start: `node -e 0`.",
  "- **P6**, memory: the same program with plain objects; the size of the heap after garbage collection.",
  "- **P7**, one change: the additional processor time compared with a plan or apply without changes. The floor for its growth",
  "  from the small to the large stack is the growth of the no-op.",
  "- **P8**: `npm install` of the packed package into an empty folder, without development dependencies.",
  "- **P9**, growth: one stack of 100 resources, applied 1,000 times with one change each, then watched by `coco watch` during",
  "  200 saves. The floor is the cost when the journal has reached its usual length.",
  "- **P10**, Terraform providers: Coconut and Terraform use the same programs of the providers `local` and `time` for the same",
  "  objects, of which half are a `local_file` and half a `time_static` without dependencies. Both read every object for a plan.",
  "  One change is an apply that replaces one file. Processor time and memory include the processes of the providers. Their",
  "  processor time is the floor for any tool that makes the same calls.",
  "- **P11**, generated modules: those of a made-up provider whose types are as large as those of the AWS provider. The floor of",
  "  the compiler is the same program without imports from the provider.",
];

const limits = [
  "- The provider answers immediately. With a real provider, most of the time is spent waiting for its answers.",
  "- The cost of durability depends on the disk: *syncs/s* is the speed of the disk alone in the same minute.",
  "- The times of P7 are small differences between whole runs and are shown with their spread; its counts are exact.",
  "- Other tools do different work: `terraform_data` is the cheapest resource of Terraform, and Alchemy v1 neither locks nor",
  "  syncs its state.",
];
