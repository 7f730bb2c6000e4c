/**
 * `npm run simulate -- [--seeds N] [--from F]`: runs N random stories of a stack and looks for violations of invariants.
 * `--seed S` replays one story and prints its whole trace. `--faults` runs every fixed story with every single fault
 * instead, and `--story … --at … --fault …` runs one of those. `--properties N` runs N cases of every property test.
 */
import { fork, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { faultKinds } from "../tests/simulation/world/faults.js";
import { fixedStories } from "../tests/simulation/story/fixed-stories.js";
import { playAgain, simulate } from "../tests/simulation/simulate.js";
import { playSingleFault, singleFaults } from "../tests/simulation/single-faults.js";
import { faultsIn, shortcomings, sum, type Tally } from "../tests/simulation/tally.js";
import { proved } from "../tests/support/proof.js";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    faults: { type: "boolean", default: false },
    story: { type: "string" },
    at: { type: "string" },
    fault: { type: "string" },
    properties: { type: "string" },
    /** `n/m`: this process is number n of m processes that share the work. */
    share: { type: "string" },
  },
});

process.on("unhandledRejection", (reason) => {
  console.error("Unhandled rejection:", reason);
  process.exit(1);
});

if (values.share !== undefined) await workOn(values.share);
else if (values.properties !== undefined) tryProperties(wholeNumber("--properties", values.properties));
else if (values.seed !== undefined) await playOne(wholeNumber("--seed", values.seed));
else if (values.story !== undefined) await playStory(values.story);
else await shareOut();

async function playOne(seed: number): Promise<void> {
  const { failure, report } = await playAgain(seed);
  console.log(failure ?? report);
  process.exitCode = failure === undefined ? 0 : 1;
}

async function playStory(name: string): Promise<void> {
  const at = wholeNumber("--at", values.at ?? "1");
  const kind = faultKinds.find((each) => each === values.fault);
  if (!(name in fixedStories))
    refuse(`Unknown story "${name}". Stories: ${Object.keys(fixedStories).join(", ")}.`);
  if (kind === undefined) refuse(`--fault must be one of ${faultKinds.join(", ")}.`);
  const { failure } = await playSingleFault({ name, fault: { at, kind } });
  console.log(failure ?? "No violations.");
  process.exitCode = failure === undefined ? 0 : 1;
}

/** Distributes the cases over one process per processor and sums up their results. */
async function shareOut(): Promise<void> {
  const cases = values.faults ? (await singleFaults()).length : wholeNumber("--seeds", values.seeds);
  const processes = availableParallelism();
  console.error(`Running ${cases} ${values.faults ? "single faults" : "seeds"} in ${processes} processes.`);
  const began = performance.now();
  const tallies = new Map<number, Tally>();
  const showing = setInterval(() => console.error(line(sum([...tallies.values()]), began)), 15_000);
  const shares = Array.from({ length: processes }, (_, share) => {
    const child = fork(process.argv[1]!, [...process.argv.slice(2), "--share", `${share}/${processes}`]);
    child.on("message", (tally: Tally) => {
      for (const failure of tally.failures.slice(tallies.get(share)?.failures.length))
        console.log(`${failure}\n`);
      tallies.set(share, tally);
    });
    return new Promise<readonly string[]>((resolve) =>
      child.once("exit", (code, signal) =>
        resolve(code === 0 ? [] : [`Process ${share} exited with ${signal ?? code}.`]),
      ),
    );
  });
  const died = (await Promise.all(shares)).flat();
  clearInterval(showing);
  const all = sum([...tallies.values()]);
  console.log(line(all, began));
  const isLarge = cases >= 1_000;
  const short = [...died, ...shortcomings(all, { cases, isOneFaultEach: values.faults, isLarge })];
  for (const each of short) console.error(each);
  const violations = all.failures.length;
  if (short.length === 0) putDown(all);
  process.exitCode = violations > 0 || short.length > 0 ? 1 : 0;
}

function putDown(all: Tally): void {
  const { cases, commands, waits, takeovers, repeated, failures, faults } = all;
  const violations = failures.length;
  const counted = { commands, waits, takeovers, faults: faultsIn(all), ...faults, violations };
  if (values.faults)
    proved("single-faults", { stories: Object.keys(fixedStories).length, cases, ...counted });
  else proved("simulation", { seeds: cases, repeated, ...counted });
}

async function workOn(text: string): Promise<void> {
  const [share = 0, of = 1] = text.split("/").map(Number);
  let tally = sum([]);
  const say = () => process.send?.(tally);
  let said = performance.now();
  for await (const one of values.faults ? faultCases(share, of) : seedCases(share, of)) {
    tally = sum([tally, one]);
    if (performance.now() - said < 2_000) continue;
    said = performance.now();
    say();
  }
  say();
  process.disconnect?.();
}

async function* seedCases(share: number, of: number): AsyncGenerator<Tally> {
  const from = wholeNumber("--from", values.from);
  const end = from + wholeNumber("--seeds", values.seeds);
  for (let seed = from + share; seed < end; seed += of) {
    const { failure, isRepeated, ...counted } = await simulate(seed);
    const failures = failure === undefined ? [] : [failure];
    yield { cases: 1, ...counted, repeated: isRepeated ? 1 : 0, failures };
  }
}

async function* faultCases(share: number, of: number): AsyncGenerator<Tally> {
  for (const [index, single] of (await singleFaults()).entries()) {
    if (index % of !== share) continue;
    const { failure, ...counted } = await playSingleFault(single);
    yield { cases: 1, ...counted, repeated: 0, failures: failure === undefined ? [] : [failure] };
  }
}

function line(tally: Tally, began: number): string {
  const { cases, commands, waits, takeovers, kept, weaker, late, repeated, failures } = tally;
  const seconds = Math.round((performance.now() - began) / 1000);
  return `${cases} cases in ${seconds} s: ${commands} commands, ${waits} waits, ${faultsIn(tally)} faults, ${takeovers} takeovers, ${kept} objects kept, ${weaker} replacements weaker, ${late} late creates, ${repeated} run twice, ${failures.length} failed`;
}

function tryProperties(cases: number): void {
  const files = ["src", "tests"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => path.endsWith(".test.ts") && readFileSync(path, "utf8").includes("fast-check"));
  const { status } = spawnSync("node_modules/.bin/vitest", ["run", "--test-timeout=3600000", ...files], {
    stdio: "inherit",
    env: { ...process.env, COCONUT_RUNS: String(cases) },
  });
  process.exitCode = status ?? 1;
}

function wholeNumber(option: string, text: string): number {
  return /^\d+$/.test(text) ? Number(text) : refuse(`${option} must be a whole number, not "${text}".`);
}

function refuse(message: string): never {
  console.error(message);
  process.exit(64);
}
