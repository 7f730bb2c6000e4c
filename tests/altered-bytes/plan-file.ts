import { expect } from "vitest";
import { exitCodeOf, exitCodes } from "../../src/runner/index.js";
import { Stack } from "../../src/operations/stack/index.js";
import { isDiagnosticError } from "../../src/model/index.js";
import { recordProgram } from "../../src/program/index.js";
import { packageHost } from "../../src/provider/host/index.js";
import { memoryStore, openStore } from "../../src/store/internal.js";
import { sampleMachine } from "../../src/store/conformance/index.js";
import { quietTimer } from "../../src/std/index.js";
import { secret } from "../../src/sdk/index.js";
import { FakeCloud, fakeProvider } from "../../src/testing/index.js";
import { storedText } from "../support/invariants/index.js";
import { changed, changesOf, type Altered } from "./alterations.js";

/**
 * Alters every byte of a plan file in several ways, cuts it at every length, lengthens it and joins it with another:
 * each is refused before the program runs, a package is looked for or anything is written.
 */
export async function alteredPlanFile(how: "all" | "one of each"): Promise<Altered> {
  const world = await planned();
  const { file, other } = world;
  let planAlterations = 0;
  const undetected: string[] = [];
  const refused = async (what: string, bytes: Uint8Array) => {
    planAlterations++;
    const code = await world.refusalOf(bytes);
    if (!refusals.has(code)) undetected.push(`${what}: ${code}`);
  };
  for (let at = 0; at < file.length; at++) {
    const changes = changesOf(file, at);
    const some = how === "all" ? changes : [changes[at % changes.length]!];
    for (const change of some) await refused(`byte ${at} as ${change.to}`, changed(file, change));
    await refused(`cut at ${at}`, file.subarray(0, at));
    if (how === "all" || at < openBytes) {
      await refused(`without byte ${at}`, Buffer.concat([file.subarray(0, at), file.subarray(at + 1)]));
      await refused(`byte ${at} twice`, Buffer.concat([file.subarray(0, at + 1), file.subarray(at)]));
    }
  }
  for (const tail of ["\n", "\0", " ", "x".repeat(1000), Buffer.from(file)])
    await refused("something behind it", Buffer.concat([file, Buffer.from(tail)]));
  const step = how === "all" ? 1 : 7;
  for (let at = 1; at < Math.min(file.length, other.length); at += step) {
    const joined = Buffer.concat([file.subarray(0, at), other.subarray(at)]);
    if (!joined.equals(file) && !joined.equals(other)) await refused(`joined at ${at}`, joined);
  }
  const touched = await world.touched();
  if (Object.values(touched).some(Boolean))
    undetected.push(`something was touched: ${JSON.stringify(touched)}`);
  // What was refused so often does well as it was written.
  if (undetected.length === 0) expect(await world.refusalOf(file)).toBe("applied");
  const figures = { planBytes: file.length, planAlterations, planUndetected: undetected.length };
  return { figures, wrong: undetected };
}

/** So many at the beginning are not sealed. */
const openBytes = 200;

const refusals: ReadonlySet<string> = new Set([
  "engine/plan-file-unreadable",
  "engine/plan-file-truncated",
  "engine/plan-file-altered",
  "engine/plan-file-newer",
  "engine/plan-file-other-stack",
]);

/** A stack that counts what is asked of it, and two plans of it. */
async function planned() {
  const raw = memoryStore();
  const address = { project: "sh\uFFFDp", name: "dev" };
  const ports = sampleMachine().process(1);
  const store = await (await openStore(raw, ports)).open(address, { create: true });
  const cloud = new FakeCloud();
  const { provider, types } = fakeProvider(cloud);
  const touched = { programs: 0, hosts: 0 };
  let size = 1;
  const program = () => {
    touched.programs++;
    new types.Bucket("logs", { name: "logs", tags: { size: String(size) } });
    new types.Key("signing", { name: "signing", passphrase: secret("a passphrase") });
  };
  const stack = new Stack({
    store,
    host: () => {
      touched.hosts++;
      return packageHost({ projectFolder: process.cwd(), packages: [provider] });
    },
    record: (settings) => recordProgram(program, settings),
    settings: { project: address.project, stack: address.name, config: {} },
    actor: "ana",
    projectFolder: process.cwd(),
    now: ports.now,
    elapsed: () => 1,
    timer: quietTimer,
  });
  await stack.apply();
  const plan = async (next: number) => {
    size = next;
    return (await stack.plan()).file();
  };
  const other = await plan(3);
  const file = await plan(2);
  Object.assign(touched, { programs: 0, hosts: 0 });
  const effects = cloud.effects.length;
  const before = await storedText(raw, address);
  return {
    file,
    other,
    touched: async () => ({
      ...touched,
      effects: cloud.effects.length - effects,
      written: (await storedText(raw, address)) !== before,
    }),
    /** The first code that it is refused with. */
    refusalOf: async (bytes: Uint8Array): Promise<string> => {
      try {
        const run = await stack.applyFile(bytes);
        return run.ok ? "applied" : "failed";
      } catch (error) {
        if (!isDiagnosticError(error)) throw error;
        if (exitCodeOf(error.diagnostics) !== exitCodes.planRefused) return "another exit code";
        return error.diagnostics[0]!.code;
      }
    },
  };
}
