import assert from "node:assert/strict";
import type { Run } from "../../src/engine/index.js";
import { printDiagnostic, type Diagnostic } from "../../src/model/index.js";
import { checkSettledDown } from "../support/invariants/index.js";
import type { Ending } from "../support/scenario/attempt.js";
import { checkNothingElse, checkOutputs } from "./checks/compare-program.js";
import type { Commands } from "./commands.js";
import { edited, urnOf, type Sketch } from "./story/sketch.js";
import type { SimulatedWorld } from "./world/simulated-world.js";

/**
 * The end of every story: nothing goes wrong any more. At most three runs bring everything to what the program asks
 * for, beside those that are refused because something is protected, and those that ask for another plan because a
 * prediction came out different; one more has nothing to do, and a destroy leaves
 * nothing.
 */
export async function converge(sketch: Sketch, world: SimulatedWorld, commands: Commands): Promise<void> {
  await succeed(sketch, world, commands);
  const { open, objects } = await world.state();
  const unsettled = [...objects.values()].filter(({ status }) => status !== "current");
  assert.deepEqual([[...open.keys()], unsettled], [[], []], "what is unsettled after a run that succeeded");
  const { watch } = await world.audit();
  checkNothingElse(sketch, { cloud: world.cloud, watch, state: await world.state() });
  checkOutputs(sketch, { cloud: world.cloud, state: await world.state() });
  await commands.look(sketch, (stack) => checkSettledDown(stack, world.cloud));
  await lookOnceMore(sketch, world, commands);
  await changeNothing(sketch, world, commands);
  await goAway(sketch, world, commands);
}

async function succeed(sketch: Sketch, world: SimulatedWorld, commands: Commands): Promise<void> {
  let acceptGone = false;
  let stopped = 0;
  for (let round = 1; ; round++) {
    world.note(`-- run ${round} of at most 3`);
    const { ending } = await commands.run(sketch, (stack, options) =>
      stack.apply({ ...options, rounds: 3, acceptGone }),
    );
    acceptGone = codesOf(ending).includes("engine/many-missing");
    if (ending.kind === "ended" && ending.value.ok) return;
    const asksAgain = codesOf(ending).includes("engine/prediction-differs") && ++stopped <= sketch.size;
    if (asksAgain || (ending.kind === "refused" && codesOf(ending).includes("engine/protected"))) round--;
    if (round === 3) throw new Error(`Three runs did not converge.\n${problemsOf(ending)}`);
    await decide(ending, sketch, world, commands);
  }
}

/**
 * Someone lets go of what is protected, looks in the cloud for what the engine cannot look up, and says what is there. Where
 * an object that is still to be deleted has the name of the new one, the program goes back until it is gone: what needs
 * it is to be updated first, and that needs the new one.
 */
async function decide(
  ending: Ending<Run>,
  sketch: Sketch,
  world: SimulatedWorld,
  commands: Commands,
): Promise<void> {
  for (const { code, hint = "" } of diagnosticsOf(ending))
    if (code === "engine/protected") {
      const resource = /coco state unprotect '?([^'\s]+)/.exec(hint)![1]!;
      await commands.command(sketch, (stack) => stack.state.unprotect(resource));
    }
  for (const { detail = "", resource } of diagnosticsOf(ending)) {
    const [place] = [...sketch].find((entry) => urnOf(...entry) === resource) ?? [];
    if (place === undefined || !detail.includes("NameTaken")) continue;
    const back = edited(sketch, { kind: "replace", place });
    await commands.run(back, (stack, options) => stack.apply({ ...options, rounds: 3 }));
  }
  // Whoever looks waits for what may still come.
  await commands.timed(world.time.wait(world.restlessMs));
  const { open, resources } = await world.state();
  for (const { action, rid, key } of open.values()) {
    const row = resources.get(rid)!;
    if (action !== "create" || !row.type.endsWith(":Rule")) continue;
    const found = world.cloud.objects().find(({ token }) => token === key);
    const verdict = found === undefined ? ({ absent: true } as const) : { adopt: found.id };
    await commands.run(sketch, (stack, options) => stack.recover(row.urn, verdict, options));
  }
}

/** What a repeated create made is looked for once more by the next run: nothing else may carry its key. */
async function lookOnceMore(sketch: Sketch, world: SimulatedWorld, commands: Commands): Promise<void> {
  const keys = async () =>
    [...(await world.state()).objects.values()].flatMap(({ createKey = [] }) => createKey);
  if ((await keys()).length > 0) {
    world.note("-- a look for second objects");
    const { ending } = await commands.run(sketch, (stack, options) => stack.apply(options));
    assert.deepEqual(codesOf(ending), [], "what is said of objects that were made once");
  }
  assert.deepEqual(await keys(), [], "the keys that are still looked for");
}

async function changeNothing(sketch: Sketch, world: SimulatedWorld, commands: Commands): Promise<void> {
  const { store } = await world.audit();
  const { head } = await world.state();
  const since = world.cloud.effects.length;
  world.note("-- once more");
  await commands.run(sketch, (stack, options) => stack.apply(options));
  assert.deepEqual(world.cloud.changes(since), [], "what one more run did to the cloud");
  const kinds = (await store.journal(head)).map(({ event }) => event.kind);
  assert.deepEqual(kinds, ["run-begin", "run-end"], "what one more run wrote");
}

/** Twice, if something is protected: the program may protect it again with every apply. */
async function goAway(sketch: Sketch, world: SimulatedWorld, commands: Commands): Promise<void> {
  world.note("-- all goes");
  const destroy = () => commands.run(sketch, (stack, options) => stack.destroy(options));
  let done = await destroy();
  if (codesOf(done.ending).includes("engine/protected")) {
    await decide(done.ending, sketch, world, commands);
    done = await destroy();
  }
  if (!done.isOk) throw new Error(`Destroy did not succeed.\n${problemsOf(done.ending)}`);
  const urns = [...done.after.resources.values()].map(({ urn }) => urn);
  assert.deepEqual(urns, [], "what a destroy left in state");
  assert.deepEqual(done.after.outputs, {}, "the outputs that a destroy left");
  const { watch } = await world.audit();
  checkNothingElse(new Map(), { cloud: world.cloud, watch, state: done.after });
}

function problemsOf(ending: Ending<Run>): string {
  if (ending.kind === "crashed") return "The process was killed.";
  return diagnosticsOf(ending).map(printDiagnostic).join("\n");
}

function diagnosticsOf(ending: Ending<Run>): readonly Diagnostic[] {
  if (ending.kind === "crashed") return [];
  return (ending.kind === "refused" ? ending : ending.value).diagnostics;
}

function codesOf(ending: Ending<Run>): readonly string[] {
  return diagnosticsOf(ending).map(({ code }) => code);
}
