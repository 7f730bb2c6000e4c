import type { Run, RunOptions, StackPlan } from "../../src/engine/index.js";
import type { Stack } from "../../src/operations/stack/index.js";
import type { Diagnostic, RunEvent, Snapshot } from "../../src/model/index.js";
import type { Effect } from "../../src/testing/cloud/index.js";
import { checkRun, checkUntouched, type RunHistory } from "../support/invariants/index.js";
import { endingOf, type Ending } from "../support/scenario/attempt.js";
import { checkGoesOn } from "./checks/check-goes-on.js";
import { checkKept } from "./checks/check-kept.js";
import { checkPredictions } from "./checks/check-predictions.js";
import { notTargeted } from "./checks/targeted.js";
import type { Sketch } from "./story/sketch.js";
import type { SimulatedProcess } from "./world/simulated-process.js";
import type { SimulatedWorld } from "./world/simulated-world.js";

/** A command that may change things, and how it came out. */
export interface Commanded {
  readonly ending: Ending<Run>;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** What the cloud was asked meanwhile. */
  readonly effects: readonly Effect[];
  /** It succeeded, and nobody else came between, not even with what the dead had asked for. */
  readonly isOk: boolean;
  /** Nothing went wrong while it ran. */
  readonly isUndisturbed: boolean;
}

export interface CommandOptions {
  /** What only is to be touched. */
  readonly target?: number | undefined;
  readonly dependents?: boolean | undefined;
  /** The plan that is carried out, once it is there. */
  readonly shown?: () => StackPlan | undefined;
  readonly continueOnError?: boolean;
}

/** Runs commands in processes that may die of them, one after the other, and checks what holds after each. */
export class Commands {
  readonly #world: SimulatedWorld;
  readonly #isEmbedded: boolean;
  #process: SimulatedProcess | undefined;
  #events: RunEvent[] = [];
  #otherEvents: RunEvent[] = [];
  #wrong: Error | undefined;
  /** The run that another process took over from the one of the last command. */
  #lost: string | undefined;
  /** The last that came while a command was under way. */
  #lastOther: SimulatedProcess | undefined;
  /** How many there were. */
  count = 0;
  /** How many processes took over from another one that lived. */
  takeovers = 0;
  /** How many objects were not deleted, because a resource had them. */
  kept = 0;
  /** How many replacements turned out to need less. */
  weaker = 0;

  /** `isEmbedded`: in one process, as long as it lives, instead of one for each. */
  constructor(world: SimulatedWorld, isEmbedded: boolean) {
    this.#world = world;
    this.#isEmbedded = isEmbedded;
  }

  /** Whether the last one was in a process that another took for dead. */
  get isStale(): boolean {
    return this.#process?.isStale ?? false;
  }

  /** One command that may change things, and what holds after that. */
  async run(
    sketch: Sketch,
    begin: (stack: Stack, options: RunOptions) => Promise<Run>,
    { target, dependents = false, shown, continueOnError = false }: CommandOptions = {},
  ): Promise<Commanded> {
    const before = await this.#world.state();
    const since = this.#world.cloud.effects.length;
    const faults = this.#world.faults.happened();
    const ending = await this.command(sketch, begin);
    const { cloud, raw, address, secrets, ephemerals, late } = this.#world;
    const { store, watch } = await this.#world.audit();
    await watch.check(store);
    this.#takeAwayStrays(watch.runs);
    await checkRun({
      world: { cloud, watch, raw, address, secrets, ephemerals },
      before,
      since,
      ending,
      store,
      late,
      events: this.#events,
      otherEvents: this.#otherEvents,
      goesOn: continueOnError,
      shown: shown?.()?.steps,
    });
    if (ending.kind === "ended" && watch.runs.since(before.head).some(({ runId }) => runId === this.#lost))
      throw new Error("A run that lost its lock does not say so.");
    checkKept(before.head, watch.runs, sketch);
    if (ending.kind === "ended") checkPredictions(ending.value, sketch);
    this.#countReports(ending);
    const after = await this.#world.state();
    const effects = cloud.effects.slice(since);
    if (target !== undefined && sketch.has(target) && before.open.size === 0 && !this.isStale) {
      const rows = notTargeted(sketch, before, this.#world.files.renames, target, dependents);
      const alone = new Set(rows.map(({ rid, urn }) => after.resources.get(rid)?.urn ?? urn));
      const own = effects.filter(({ order }) => !late.has(order));
      checkUntouched({ alone, before, after, effects: own, events: this.#events });
    }
    if (continueOnError && ending.kind === "ended" && !this.isStale && !this.#process!.isInterrupted)
      checkGoesOn(ending.value, sketch, before);
    const isOk = ending.kind === "ended" && ending.value.ok && !this.isStale && !this.#isChangedLate(effects);
    const isUndisturbed = this.#world.faults.happened() === faults;
    return { ending, before, after, effects, isOk, isUndisturbed };
  }

  /**
   * A create of a process that lived when another took over may arrive when that one has settled it: repeated it, had its
   * repetition refused, or deleted again what that made. That is later than any time that its type could say: someone
   * takes such an object away. What arrives after the death of its caller, within that time, is not excused.
   */
  #takeAwayStrays({ intents }: RunHistory): void {
    const { cloud, late, afterDeath } = this.#world;
    for (const order of late.keys()) {
      if (afterDeath.has(order)) continue;
      const { action, result, kind, id, token } = cloud.effects[order]!;
      const { endedAt = Infinity, result: settled } = intents.get(token ?? "") ?? {};
      const isMadeAgain = cloud.effects.slice(0, order).some((each) => isMadeWith(token, each));
      const isStray = endedAt <= order && (settled === "absent" || isMadeAgain);
      const isThere = cloud.objects().some((each) => each.id === id);
      if (action === "create" && result === "done" && isStray && isThere) cloud.loses(kind, id);
    }
  }

  /** What a dead process still changes or deletes, a later plan sees: it is as if somebody else had done it. */
  #isChangedLate(effects: readonly Effect[]): boolean {
    const { afterDeath } = this.#world;
    return effects.some(({ order, action }) => afterDeath.has(order) && action !== "create");
  }

  #countReports(ending: Ending<Run>): void {
    for (const { step, result, performed } of ending.kind === "ended" ? ending.value.reports : []) {
      if (performed === "forget") this.kept++;
      if (step.replacement && step.action === "create" && (result === "skipped" || performed === "update"))
        this.weaker++;
    }
  }

  async command<T>(
    sketch: Sketch,
    begin: (stack: Stack, options: RunOptions) => Promise<T>,
  ): Promise<Ending<T>> {
    this.count++;
    this.#events = [];
    this.#otherEvents = [];
    this.#lost = undefined;
    const process = this.#next();
    let other: Promise<void> | undefined;
    this.#world.meanwhile = () => (other = this.#otherProcess(sketch, process));
    const options = {
      ...process.beginCommand(),
      onEvent: (event: RunEvent) => void this.#events.push(event),
    };
    const work = async () => {
      await process.open();
      return begin(process.stack(sketch), options);
    };
    const ending = await this.timed(endingOf(work(), process.died));
    if (other !== undefined) await this.timed(other);
    this.#world.note(
      `=> ${ending.kind}${ending.kind === "refused" ? ` ${codesOf(ending.diagnostics)}` : ""}`,
    );
    if (this.#wrong !== undefined) throw this.#wrong;
    return ending;
  }

  /** Whoever never answers is given an hour; whatever goes wrong, a command ends. */
  timed<T>(work: Promise<T>): Promise<T> {
    return this.#world.time.run(work, 12 * 60 * 60_000);
  }

  /** What someone who looks on sees: nothing goes wrong with it. */
  async look<T>(sketch: Sketch, look: (stack: Stack) => Promise<T>): Promise<T> {
    const process = await this.timed(this.#world.onlooker());
    return this.timed(look(process.stack(sketch)));
  }

  /** Takes over from a process that it believes to be dead. */
  async #otherProcess(sketch: Sketch, stale: SimulatedProcess): Promise<void> {
    const isHeld = (await this.#world.holder()) === stale.pid;
    const other = this.#world.start();
    this.#lastOther = other;
    this.#world.note(`p${other.pid} comes meanwhile`);
    const work = async () => {
      await other.open();
      const onEvent = (event: RunEvent) => void this.#otherEvents.push(event);
      return other.stack(sketch).apply({ ...other.beginCommand(), onEvent });
    };
    const ending = await endingOf(work(), other.died);
    this.#world.note(`p${other.pid} => ${ending.kind}`);
    if (!other.isDead) other.kill();
    const told = this.#otherEvents.find((event) => event.kind === "took-over");
    if (told?.pid === stale.pid) {
      this.takeovers++;
      this.#lost = told.runId;
    }
    if (ending.kind === "refused" && codesOf(ending.diagnostics).includes("store/locked"))
      this.#wrong = new Error(`p${other.pid} was not let in, although p${stale.pid} was taken for dead.`);
    // Whoever comes still later may be the one that takes over.
    if (isHeld && ending.kind === "ended" && this.#lost === undefined && this.#lastOther === other)
      this.#wrong = new Error(`p${other.pid} says nothing of taking over from p${stale.pid}.`);
  }

  #next(): SimulatedProcess {
    const before = this.#process;
    if (before !== undefined && !before.isDead) {
      if (this.#isEmbedded && !before.isStale) return before;
      before.kill();
    }
    this.#process = this.#world.start();
    return this.#process;
  }
}

/** Whether an object was made with this key. */
function isMadeWith(key: string | undefined, { action, result, token }: Effect): boolean {
  return action === "create" && result === "done" && token !== undefined && token === key;
}

function codesOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ code }) => code).join(" ");
}
