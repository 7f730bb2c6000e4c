import assert from "node:assert/strict";
import type { PlanOptions, StackPlan } from "../../src/engine/index.js";
import { checkPlan, storedText } from "../support/invariants/index.js";
import { endingOf } from "../support/scenario/attempt.js";
import { checkApplied, checkDestroyed, checkRefreshed } from "./checks/check-obeyed.js";
import { checkOutputsKept, checkOutputsShown } from "./checks/check-stack-outputs.js";
import { checkAppliedInPart, checkPlanned } from "./checks/check-unreadable.js";
import { checkOutputs, type ComparedWorld } from "./checks/compare-program.js";
import { Commands, type Commanded } from "./commands.js";
import { converge } from "./converge.js";
import { edited, nameOf, objectOf, put, typeOf, urnOf, type Sketch } from "./story/sketch.js";
import type { Act, PlannedBy, Request, Story } from "./story/story.js";
import { Neighbour } from "./world/neighbour.js";
import { SimulatedWorld } from "./world/simulated-world.js";

/** What a story came to. */
export interface Played {
  readonly world: SimulatedWorld;
  /** The programs, as they were at each act. */
  readonly sketches: readonly Sketch[];
  readonly commands: Pick<Commands, "count" | "takeovers" | "kept" | "weaker">;
  /** What does not hold; undefined if everything does. */
  readonly violation: Error | undefined;
}

/**
 * Plays a story with the production engine, checking after every act what has to hold at any time. Then nothing goes
 * wrong any more, and at most three runs have to bring everything to what the program asks for.
 */
export async function play(story: Story): Promise<Played> {
  const player = new Player(story);
  let violation: Error | undefined;
  try {
    await player.play();
  } catch (error) {
    violation = error instanceof Error ? error : new Error(String(error));
  }
  player.world.end();
  return { world: player.world, sketches: player.sketches, commands: player.commands, violation };
}

class Player {
  readonly world: SimulatedWorld;
  readonly commands: Commands;
  readonly sketches: Sketch[] = [];
  readonly #story: Story;
  readonly #neighbour: Neighbour;
  #sketch: Sketch;
  /** What is hidden, by its id. */
  readonly #hidden = new Map<string, string>();

  constructor(story: Story) {
    this.#story = story;
    this.#sketch = story.start;
    this.world = new SimulatedWorld(story);
    this.#neighbour = new Neighbour(this.world);
    this.commands = new Commands(this.world, story.isEmbedded);
  }

  async play(): Promise<void> {
    await this.world.audit();
    for (const act of this.#story.acts) {
      this.sketches.push(this.#sketch);
      this.world.note(`-- ${act.kind}`);
      await this.#act(act);
    }
    this.sketches.push(this.#sketch);
    await this.#allIsWell();
    await converge(this.#sketch, this.world, this.commands);
  }

  async #act(act: Act): Promise<void> {
    // What a process did that others had taken over from is seen by the next one.
    if (this.commands.isStale) await this.commands.timed(this.world.time.wait(this.world.lagMs));
    switch (act.kind) {
      case "edit":
        this.#sketch = act.edits.reduce(edited, this.#sketch);
        return;
      case "plan":
        return this.#plan(act.request);
      case "apply":
        return this.#apply(act.by, act.request);
      case "refresh":
        return this.#refresh();
      case "destroy":
        return this.#destroy(act.request);
      case "rename":
        return this.#rename(act);
      case "import":
        return this.#import(act);
      case "outside":
        return this.#outside(act.what, act.place);
    }
  }

  async #plan(request: Request): Promise<void> {
    const options = this.#optionsOf(request);
    const state = await this.world.state();
    const faults = this.world.faults.happened();
    const stored = () => storedText(this.world.raw, this.world.address);
    const before = await stored();
    const since = this.world.cloud.effects.length;
    const ending = await this.commands.command(this.#sketch, (stack) => stack.plan(options));
    // Whoever took over meanwhile may write.
    if (this.commands.isStale) return;
    assert.equal(await stored(), before, "A plan has written to the store.");
    const { cloud, afterDeath } = this.world;
    const isLate = (order: number) => afterDeath.has(order);
    assert.deepEqual(cloud.changes(since, isLate), [], "what a plan did to the cloud");
    checkPlan(ending, this.world.secrets);
    const isWhole = request.target === undefined && request.refresh !== false && state.open.size === 0;
    if (ending.kind === "ended" && isWhole && this.world.faults.happened() === faults)
      checkPlanned(ending.value, this.#sketch, state, this.world.cloud);
  }

  async #apply(by: PlannedBy, request: Request): Promise<void> {
    const asked = this.#optionsOf(request);
    const { parallel, continueOnError } = request;
    let plan: StackPlan | undefined;
    let hasMoved = false;
    const done = await this.commands.run(
      this.#sketch,
      async (stack, options) => {
        const run = { ...options, parallel, continueOnError };
        if (by === "itself") return stack.apply({ ...asked, ...run });
        plan = await stack.plan(asked);
        if (by === "moved") hasMoved = await this.#moveOn();
        if (by !== "file" || plan.settled.length > 0) return plan.apply(run);
        return stack.applyFile(plan.file(), run);
      },
      { ...request, shown: () => plan },
    );
    if (hasMoved && done.ending.kind === "ended")
      throw new Error("A plan was applied although the stack had moved.");
    const compared = await this.#compared(done);
    checkApplied(this.#sketch, request, done, compared);
    checkAppliedInPart(this.#sketch, request, done, compared);
    if (this.commands.isStale) return;
    checkOutputsKept(done);
    if (plan !== undefined) checkOutputsShown(plan, done);
    const isWhole = request.target === undefined && request.refresh !== false;
    if (isWhole && done.isOk && done.after.open.size === 0) checkOutputs(this.#sketch, compared);
  }

  /** Someone else runs something that changes nothing; whether that could be. */
  async #moveOn(): Promise<boolean> {
    const { head } = await this.world.state();
    const other = await this.world.onlooker();
    await endingOf(other.stack(this.#sketch).state.protect(), other.died);
    return (await this.world.state()).head > head;
  }

  async #refresh(): Promise<void> {
    const done = await this.commands.run(this.#sketch, (stack, options) => stack.refresh(options));
    checkRefreshed(done, await this.#compared(done), this.world.lagMs > 0);
    if (done.isOk) assert.deepEqual(done.after.outputs, done.before.outputs, "the outputs after a refresh");
  }

  async #destroy(request: Request): Promise<void> {
    const asked = this.#optionsOf(request);
    const { parallel, continueOnError } = request;
    const done = await this.commands.run(
      this.#sketch,
      (stack, options) => stack.destroy({ ...asked, ...options, parallel, continueOnError }),
      request,
    );
    checkDestroyed(this.#sketch, request, done);
    if (!this.commands.isStale) checkOutputsKept(done);
  }

  /**
   * The program goes by the new name if state does, or will because the project's file of renames says so. What the
   * program has moved meanwhile is to be called what it is there, else by a name beside the old one.
   */
  async #rename({ place, isBeside }: Extract<Act, { kind: "rename" }>): Promise<void> {
    const drawn = this.#sketch.get(place);
    if (drawn === undefined) return;
    const before = this.#sketch;
    const renamed = { ...drawn, version: drawn.version + 1 };
    this.#sketch = put(this.#sketch, place, renamed);
    const urn = urnOf(place, renamed);
    const state = await this.world.state();
    const namesakes = [...state.resources.values()].filter(({ name }) => name === nameOf(place, drawn));
    const from = namesakes.length > 1 ? urnOf(place, drawn) : nameOf(place, drawn);
    const to = nameIn(state, urnOf(place, drawn)) ? nameOf(place, renamed) : urn;
    if (isBeside) await this.commands.timed(this.#neighbour.prepare());
    const other = isBeside ? this.#neighbour.rename() : Promise.resolve();
    const done = await this.commands.run(this.#sketch, (stack, options) =>
      stack.rename([{ from, to }], options),
    );
    await this.commands.timed(other);
    assert.deepEqual(this.world.files.lost, [], "renames that were written over");
    const row = [...done.before.resources.values()].find((each) => each.name === from || each.urn === from);
    const isPossible = row?.type === typeOf(drawn) && !nameIn(done.before, urn);
    this.#mustSucceed(done, isPossible, "rename");
    const isWritten = this.world.files.renames.some(({ renames }) =>
      renames.some((each) => urn.endsWith(`::${each.to}`)),
    );
    if (done.isOk) {
      assert.ok(isWritten, `That something is called ${urn} now is not written for other stacks.`);
      assert.ok(nameIn(done.after, urn), `Nothing is called ${urn} after a rename.`);
      if (row !== undefined) assert.equal(done.after.resources.get(row.rid)?.urn, urn, "what was renamed");
    }
    if (!nameIn(done.after, urn) && !isWritten) this.#sketch = before;
  }

  async #import({ place, drawn }: Extract<Act, { kind: "import" }>): Promise<void> {
    if (this.#sketch.has(place)) return;
    const id = this.world.cloud.adds(objectOf(place, drawn), {
      region: `region-${drawn.identity}`,
      acl: `acl-${drawn.shade}`,
    });
    this.#sketch = put(this.#sketch, place, drawn);
    const done = await this.commands.run(this.#sketch, (stack, options) =>
      stack.import([{ type: typeOf(drawn), name: nameOf(place, drawn), id }], options),
    );
    const urn = urnOf(place, drawn);
    this.#mustSucceed(done, !nameIn(done.before, urn) && done.before.open.size === 0, "import");
    const row = [...done.after.resources.values()].find((each) => each.urn === urn);
    const found = [...done.after.objects.values()].find(({ rid }) => rid === row?.rid);
    if (done.isOk) assert.equal(found?.stored.id, id, "the id that state has for what was imported");
  }

  async #compared({ after: state }: Commanded): Promise<ComparedWorld> {
    const { watch } = await this.world.audit();
    return { cloud: this.world.cloud, watch, state };
  }

  /** A command that nothing stands against has no reason to refuse. */
  #mustSucceed(done: Commanded, isPossible: boolean, what: string): void {
    if (!isPossible || !done.isUndisturbed || done.isOk) return;
    throw new Error(
      `Nothing went wrong in a ${what}, and it did not succeed: ${JSON.stringify(done.ending)}`,
    );
  }

  /** When the cloud agrees with itself: what it does not see of a change it may not see of what others do either. */
  async #outside(what: "lose" | "drift" | "hide", place: number): Promise<void> {
    await this.commands.timed(this.world.time.wait(this.world.lagMs));
    const drawn = this.#sketch.get(place);
    if (drawn === undefined) return;
    const { cloud } = this.world;
    const label = objectOf(place, drawn);
    const [object, ...others] = cloud.objects(label);
    if (object === undefined || others.length > 0) return;
    this.world.note(`${what} ${label}`);
    if (what === "lose") cloud.loses(label, object.id);
    if (what === "drift") cloud.drifts(label, drifted);
    if (what === "hide") {
      cloud.moves(label, "another", object.id);
      this.#hidden.set(object.id, label);
    }
  }

  async #allIsWell(): Promise<void> {
    this.world.note("-- from now on nothing goes wrong");
    this.world.faults.clear();
    const { cloud } = this.world;
    for (const [id, label] of this.#hidden)
      if (cloud.objects(label).some((each) => each.id === id)) cloud.moves(label, "main", id);
    await this.commands.timed(this.world.time.wait(this.world.restlessMs));
  }

  #optionsOf({ target, dependents, replace, refresh }: Request): PlanOptions {
    const name = (place: number | undefined) => {
      const drawn = place === undefined ? undefined : this.#sketch.get(place);
      return drawn && [nameOf(place!, drawn)];
    };
    const targets = name(target);
    const replaced = name(replace);
    return {
      ...(targets && { targets }),
      ...(targets && dependents !== undefined && { dependents }),
      ...(replaced && { replace: replaced }),
      ...(refresh !== undefined && { refresh }),
    };
  }
}

/** All that a read of some type answers with, and what none does. */
const drifted = {
  acl: "drifted",
  title: "drifted",
  label: "drifted",
  status: "drifted",
  state: "drifted",
};

function nameIn({ resources }: Commanded["before"], urn: string): boolean {
  return [...resources.values()].some((row) => row.urn === urn);
}
