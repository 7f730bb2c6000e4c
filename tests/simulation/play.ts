import assert from "node:assert/strict";
import type { PlanOptions, Run, RunOptions, Stack, StackPlan } from "../../src/engine/index.js";
import { printDiagnostic, type Diagnostic, type RunEvent, type Snapshot } from "../../src/model/index.js";
import { endingOf, type Ending } from "../../src/testing/scenario/attempt.js";
import { checkPlan, checkRun, checkSettledDown } from "../../src/testing/scenario/invariants.js";
import { storedText } from "../../src/testing/scenario/journal-watch.js";
import { checkUntouched } from "../../src/testing/scenario/untouched.js";
import type { SimulatedProcess } from "./simulated-process.js";
import { SimulatedWorld } from "./simulated-world.js";
import { edited, nameOf, objectOf, put, typeOf, urnOf, type Sketch } from "./sketch.js";
import type { Act, Request, Story } from "./story.js";

/** What a story came to. */
export interface Played {
  readonly world: SimulatedWorld;
  /** The programs, as they were at each act. */
  readonly sketches: readonly Sketch[];
  /** How many commands there were. */
  readonly commands: number;
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
  return { world: player.world, sketches: player.sketches, commands: player.commands, violation };
}

class Player {
  readonly world: SimulatedWorld;
  readonly sketches: Sketch[] = [];
  commands = 0;
  readonly #story: Story;
  #sketch: Sketch;
  #process: SimulatedProcess | undefined;
  #events: RunEvent[] = [];
  readonly #hidden = new Set<string>();

  constructor(story: Story) {
    this.#story = story;
    this.#sketch = story.start;
    this.world = new SimulatedWorld(story);
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
    await this.#converges();
    await this.#changesNothing();
    await this.#goesAway();
  }

  async #act(act: Act): Promise<void> {
    switch (act.kind) {
      case "edit":
        this.#sketch = act.edits.reduce(edited, this.#sketch);
        return;
      case "plan":
        return this.#plan(this.#optionsOf(act.request));
      case "apply":
        return this.#apply(act.by, act.request);
      case "refresh":
        await this.#run((stack, options) => stack.refresh(options));
        return;
      case "destroy":
        await this.#run((stack, options) =>
          stack.destroy({ ...this.#optionsOf(act.request), ...options, parallel: act.request.parallel }),
        );
        return;
      case "rename":
        return this.#rename(act.place);
      case "import":
        return this.#import(act);
      case "outside":
        this.#outside(act.what, act.place);
    }
  }

  async #plan(options: PlanOptions): Promise<void> {
    const before = await this.#stored();
    const since = this.world.cloud.effects.length;
    const ending = await this.#command((stack) => stack.plan(options));
    // Whoever took over meanwhile may write.
    if (this.#process!.isStale) return;
    assert.equal(await this.#stored(), before, "A plan has written to the store.");
    assert.deepEqual(this.world.cloud.changes(since), [], "what a plan did to the cloud");
    checkPlan(ending, this.world.secrets);
  }

  async #apply(by: "itself" | "plan" | "file", request: Request): Promise<void> {
    const options = this.#optionsOf(request);
    const { parallel, continueOnError } = request;
    const pace = { parallel, continueOnError };
    if (by === "itself") {
      await this.#run((stack, run) => stack.apply({ ...options, ...run, ...pace }));
      return;
    }
    const before = await this.#state();
    const since = this.world.cloud.effects.length;
    let plan: StackPlan | undefined;
    await this.#run(async (stack, run) => {
      plan = await stack.plan(options);
      if (by === "plan" || plan.settled.length > 0) return plan.apply({ ...run, ...pace });
      return stack.applyFile(plan.file(), { ...run, ...pace });
    });
    if (plan === undefined || request.target === undefined || before.open.size > 0) return;
    if (this.#process!.isStale) return;
    const alone = new Set(plan.changes.flatMap(({ action, urn }) => (action === "skip" ? [urn] : [])));
    const effects = this.world.cloud.effects.slice(since);
    checkUntouched({ alone, before, after: await this.#state(), effects, events: this.#events });
  }

  /** The program goes by the new name if state does, or will because the project's file of renames says so. */
  async #rename(place: number): Promise<void> {
    const drawn = this.#sketch.get(place);
    if (drawn === undefined) return;
    const before = this.#sketch;
    const renamed = { ...drawn, version: drawn.version + 1 };
    this.#sketch = put(this.#sketch, place, renamed);
    await this.#run((stack, options) =>
      stack.rename([{ from: nameOf(place, drawn), to: nameOf(place, renamed) }], options),
    );
    const urns = [...(await this.#state()).resources.values()].map(({ urn }) => urn);
    const urn = urnOf(place, renamed);
    const { groups } = await this.world.moves.read();
    const isWritten = groups.some(({ renames }) => renames.some(({ to }) => urn.endsWith(`::${to}`)));
    if (!urns.includes(urn) && !isWritten) this.#sketch = before;
  }

  async #import({ place, drawn }: Extract<Act, { kind: "import" }>): Promise<void> {
    if (this.#sketch.has(place)) return;
    const id = this.world.cloud.adds(objectOf(place, drawn), {
      region: `region-${drawn.identity}`,
      acl: `acl-${drawn.shade}`,
    });
    this.#sketch = put(this.#sketch, place, drawn);
    await this.#run((stack, options) =>
      stack.import([{ type: typeOf(drawn), name: nameOf(place, drawn), id }], options),
    );
  }

  #outside(what: "lose" | "drift" | "hide", place: number): void {
    const drawn = this.#sketch.get(place);
    if (drawn === undefined) return;
    const { cloud } = this.world;
    const label = objectOf(place, drawn);
    const [object, ...others] = cloud.objects(label);
    if (object === undefined || others.length > 0) return;
    this.world.note(`${what} ${label}`);
    if (what === "lose") cloud.loses(label, object.id);
    if (what === "drift") cloud.drifts(label, { acl: "drifted", title: "drifted", label: "drifted" });
    if (what === "hide") {
      cloud.moves(label, "another");
      this.#hidden.add(label);
    }
  }

  async #allIsWell(): Promise<void> {
    this.world.note("-- from now on nothing goes wrong");
    this.world.faults.clear();
    for (const label of this.#hidden)
      if (this.world.cloud.objects(label).length === 1) this.world.cloud.moves(label, "main");
    await this.#timed(this.world.time.wait(this.world.lagMs));
  }

  async #converges(): Promise<void> {
    let acceptGone = false;
    for (let round = 1; ; round++) {
      this.world.note(`-- run ${round} of at most 3`);
      const ending = await this.#run((stack, options) => stack.apply({ ...options, rounds: 3, acceptGone }));
      acceptGone = diagnosticsOf(ending).some(({ code }) => code === "engine/many-gone");
      if (ending.kind === "ended" && ending.value.ok) break;
      if (round === 3) throw new Error(`Three runs did not converge.\n${problemsOf(ending)}`);
      await this.#decide(ending);
    }
    const { open, objects } = await this.#state();
    const unsettled = [...objects.values()].filter(({ status }) => status !== "current");
    assert.deepEqual([[...open.keys()], unsettled], [[], []], "what is unsettled after a run that succeeded");
    const unready = this.world.cloud.objects().filter(({ ready }) => !ready);
    assert.deepEqual(unready, [], "what is unfinished in the cloud");
    const process = await this.#next();
    await this.#timed(checkSettledDown(process.stack(this.#sketch), this.world.cloud));
  }

  /** Someone lets go of what is protected, looks in the cloud for what the engine cannot look up, and says what is there. */
  async #decide(ending: Ending<Run>): Promise<void> {
    for (const { code, resource } of diagnosticsOf(ending))
      if (code === "engine/protected") await this.#command((stack) => stack.state.unprotect(resource!));
    const { open, resources } = await this.#state();
    for (const { action, rid, key } of open.values()) {
      const row = resources.get(rid)!;
      if (action !== "create" || !row.type.endsWith(":Rule")) continue;
      const found = this.world.cloud.objects().find(({ token }) => token === key);
      const verdict = found === undefined ? ({ absent: true } as const) : { adopt: found.id };
      await this.#run((stack, options) => stack.recover(row.urn, verdict, options));
    }
  }

  async #changesNothing(): Promise<void> {
    const { store } = await this.world.audit();
    const { head } = (await store.read()).snapshot;
    const since = this.world.cloud.effects.length;
    this.world.note("-- once more");
    await this.#run((stack, options) => stack.apply(options));
    assert.deepEqual(this.world.cloud.changes(since), [], "what one more run did to the cloud");
    const kinds = (await store.journal(head)).map(({ event }) => event.kind);
    assert.deepEqual(kinds, ["run-begin", "run-end"], "what one more run wrote");
  }

  async #goesAway(): Promise<void> {
    this.world.note("-- all goes");
    const ending = await this.#run((stack, options) => stack.destroy(options));
    if (ending.kind !== "ended" || !ending.value.ok)
      throw new Error(`Destroy did not succeed.\n${problemsOf(ending)}`);
    const { resources } = await this.#state();
    assert.deepEqual(
      [...resources.values()].map(({ urn }) => urn),
      [],
      "what a destroy left in state",
    );
  }

  /** One command that may change things, in a process that may die of it, and what holds after that. */
  async #run(begin: (stack: Stack, options: RunOptions) => Promise<Run>): Promise<Ending<Run>> {
    const before = await this.#state();
    const since = this.world.cloud.effects.length;
    this.#events = [];
    const ending = await this.#command(begin);
    const { store, watch } = await this.world.audit();
    const { cloud, raw, address, secrets } = this.world;
    await checkRun({
      world: { cloud, watch, raw, address, secrets },
      before,
      since,
      events: this.#events,
      ending,
      store,
      isShared: this.#process!.isStale,
    });
    return ending;
  }

  async #command<T>(begin: (stack: Stack, options: RunOptions) => Promise<T>): Promise<Ending<T>> {
    this.commands++;
    const process = await this.#next();
    let other: Promise<void> | undefined;
    this.world.meanwhile = () => (other = this.#otherProcess());
    const options = {
      ...process.beginCommand(),
      onEvent: (event: RunEvent) => void this.#events.push(event),
    };
    const work = endingOf(begin(process.stack(this.#sketch), options), process.died);
    const ending = await this.#timed(work);
    if (other !== undefined) await this.#timed(other);
    this.world.note(`=> ${ending.kind}${ending.kind === "refused" ? ` ${codesOf(ending.diagnostics)}` : ""}`);
    return ending;
  }

  /** Takes over from a process that it believes to be dead. */
  async #otherProcess(): Promise<void> {
    const other = await this.world.start();
    this.world.note(`p${other.pid} comes meanwhile`);
    const onEvent = (event: RunEvent) => void this.#events.push(event);
    const work = other.stack(this.#sketch).apply({ ...other.beginCommand(), onEvent });
    const ending = await endingOf(work, other.died);
    this.world.note(`p${other.pid} => ${ending.kind}`);
    if (!other.isDead) other.kill();
  }

  /** Whoever never answers is given an hour; whatever goes wrong, a command ends. */
  #timed<T>(work: Promise<T>): Promise<T> {
    return this.world.time.run(work, 12 * 60 * 60_000);
  }

  /** One for each command, or one that lives as long as it can. */
  async #next(): Promise<SimulatedProcess> {
    const before = this.#process;
    if (before !== undefined && !before.isDead) {
      if (this.#story.isEmbedded && !before.isStale) return before;
      before.kill();
    }
    this.#process = await this.world.start();
    return this.#process;
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

  async #state(): Promise<Snapshot> {
    return (await (await this.world.audit()).store.read()).snapshot;
  }

  #stored(): Promise<string> {
    return storedText(this.world.raw, this.world.address.name);
  }
}

function problemsOf(ending: Ending<Run>): string {
  if (ending.kind === "crashed") return "The process was killed.";
  return diagnosticsOf(ending).map(printDiagnostic).join("\n");
}

function diagnosticsOf(ending: Ending<Run>): readonly Diagnostic[] {
  if (ending.kind === "crashed") return [];
  return (ending.kind === "refused" ? ending : ending.value).diagnostics;
}

function codesOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ code }) => code).join(" ");
}
