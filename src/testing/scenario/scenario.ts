import assert from "node:assert/strict";
import { isDiagnosticError, type RunEvent, type Snapshot, type ValueObject } from "../../model/index.js";
import { Stack, type PlanOptions, type Run, type RunOptions, type StackPlan } from "../../engine/index.js";
import { recordProgram } from "../../program/index.js";
import { packageHost } from "../../provider/host/index.js";
import type { StackStore } from "../../store/index.js";
import type { FakeCloud } from "../cloud/index.js";
import { fakeProvider, type FakeOverrides } from "../fake-provider.js";
import { PlanAttempt, RunAttempt, trimmed, type Ending } from "./attempt.js";
import { checkPlan, checkRun, checkSettledDown } from "./invariants.js";
import { storedText } from "./journal-watch.js";
import { storyOf } from "./story.js";
import { wordsOf, type Words } from "./words.js";
import { address, World, type OpenProcess } from "./world.js";

export interface ScenarioOptions {
  /** Where state is kept: `memory` unless said. */
  readonly store?: "memory" | "sqlite";
}

/** A stack with its program, its cloud and its store, on a machine where processes can be killed. */
export async function newScenario({ store = "memory" }: ScenarioOptions = {}): Promise<Scenario> {
  return new Scenario(await World.make(store));
}

export class Scenario {
  readonly #world: World;
  #program: (words: Words) => unknown = () => {};
  #overrides: FakeOverrides = {};
  #config: ValueObject = {};
  #process: OpenProcess | undefined;
  #elapsed = 0;
  #last: { readonly run: Run | undefined; readonly events: readonly RunEvent[] } | undefined;
  #crash: { readonly when: "before" | "after"; readonly place: string } | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  get cloud(): FakeCloud {
    return this.#world.cloud;
  }

  /** What the stack is to be from now on. If it returns a plain object, these are the outputs. */
  program(program: (words: Words) => unknown): void {
    this.#program = program;
  }

  /** Puts parts of resource types in the place of their own from now on, as a new version of the package would. */
  types(overrides: FakeOverrides): void {
    this.#overrides = overrides;
  }

  config(config: ValueObject): void {
    this.#config = config;
  }

  /** A text that must never be seen in state, events, diagnostics and plans. */
  secret(text: string): string {
    this.#world.secrets.add(text);
    return text;
  }

  /** Applies the program, or exactly the plan that is given. */
  apply({ plan, ...options }: PlanOptions & RunOptions & { readonly plan?: StackPlan } = {}): RunAttempt {
    const attempt = this.#attempt(
      (stack, onEvent) =>
        plan === undefined ? stack.apply({ ...options, onEvent }) : plan.apply({ ...options, onEvent }),
      async (run) => {
        if (run.ok && options.refresh !== false) await checkSettledDown(await this.stack(), this.cloud);
      },
    );
    return new RunAttempt(attempt);
  }

  destroy(options: PlanOptions & RunOptions = {}): RunAttempt {
    const attempt = this.#attempt(
      (stack, onEvent) => stack.destroy({ ...options, onEvent }),
      async (run) => {
        const left = [...(await this.state()).resources.values()].map(({ urn }) => urn);
        if (run.ok) assert.deepEqual(left, [], "what a destroy has left in state");
      },
    );
    return new RunAttempt(attempt);
  }

  refresh(options: RunOptions = {}): RunAttempt {
    return new RunAttempt(this.#attempt((stack, onEvent) => stack.refresh({ ...options, onEvent })));
  }

  plan(options: PlanOptions = {}): PlanAttempt {
    return new PlanAttempt(this.#plan(options));
  }

  /**
   * Kills the process of the next run right after a place: `intent create bucket logs`, `effect create bucket
   * logs`, `identified create site www`, `outcome create bucket logs`, `record group web`, `end`.
   */
  crashAfter(place: string): void {
    this.#crash = { when: "after", place };
  }

  /** Kills it right before, so that what the place says was not written. */
  crashBefore(place: string): void {
    this.#crash = { when: "before", place };
  }

  /** Fails unless the last run did exactly this, a line per step; see `storyOf`. */
  story(expected: string): void {
    const { run, events = [] } = this.#last ?? {};
    const found = run === undefined ? "" : storyOf(run.reports, events);
    assert.equal(found, trimmed(expected), "the story of the last run");
  }

  /** The events of the last run. */
  get events(): readonly RunEvent[] {
    return this.#last?.events ?? [];
  }

  async outputs(): Promise<ValueObject> {
    return (await this.stack()).outputs();
  }

  async state(): Promise<Snapshot> {
    return (await this.stack()).snapshot();
  }

  /** The store of the stack, as the process of the next run sees it. */
  async store(): Promise<StackStore> {
    return (await this.#open()).store;
  }

  /** Another process on the same machine, with the same stack and the same cloud. */
  beside(): Scenario {
    const other = new Scenario(this.#world);
    other.program(this.#program);
    other.types(this.#overrides);
    other.config(this.#config);
    return other;
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  /** The engine's own face, in the process of the next run. */
  async stack(): Promise<Stack> {
    const { store, cloud, life } = await this.#open();
    const fake = fakeProvider(cloud, this.#overrides);
    const words = wordsOf(fake);
    return new Stack({
      store,
      host: () => packageHost({ projectFolder: process.cwd(), packages: [fake.provider] }),
      record: (settings) => recordProgram(async () => plainObject(await this.#program(words)), settings),
      settings: { project: address.project, stack: address.name, config: this.#config },
      actor: "ana",
      projectFolder: process.cwd(),
      now: life.ports.now,
      elapsed: () => ++this.#elapsed,
    });
  }

  async #open(): Promise<OpenProcess> {
    if (this.#process === undefined || this.#process.life.isDead) this.#process = await this.#world.start();
    return this.#process;
  }

  async #attempt(
    begin: (stack: Stack, onEvent: (event: RunEvent) => void) => Promise<Run>,
    check: (run: Run) => Promise<void> = async () => {},
  ): Promise<Ending<Run> & { readonly changes: readonly string[] }> {
    const { life, store } = await this.#open();
    const stack = await this.stack();
    const before = (await store.read()).snapshot;
    const since = this.cloud.effects.length;
    const events: RunEvent[] = [];
    if (this.#crash !== undefined) life.crashes(this.#crash.when, this.#crash.place);
    this.#crash = undefined;
    const ending = await endingOf(
      begin(stack, (event) => events.push(event)),
      life.died,
    );
    if (life.expectedCrash !== undefined && ending.kind !== "crashed") {
      throw new Error(
        `The run never came to ${JSON.stringify(life.expectedCrash)}, where it was to be killed.`,
      );
    }
    const run = ending.kind === "ended" ? ending.value : undefined;
    this.#last = { run, events };
    await checkRun({ world: this.#world, before, since, events, ending, store: await this.store() });
    if (run !== undefined) await check(run);
    return { ...ending, changes: this.cloud.changes(since) };
  }

  async #plan(options: PlanOptions): Promise<Ending<StackPlan>> {
    const { raw, secrets } = this.#world;
    await this.#open();
    const since = this.cloud.effects.length;
    const before = await storedText(raw, address.name);
    const ending = await endingOf((await this.stack()).plan(options), never);
    assert.equal(await storedText(raw, address.name), before, "A plan has written to the store.");
    assert.deepEqual(this.cloud.changes(since), [], "what a plan did to the cloud");
    checkPlan(ending, secrets);
    return ending;
  }
}

const never = new Promise<never>(() => {});

async function endingOf<T>(work: Promise<T>, died: Promise<void>): Promise<Ending<T>> {
  const ended = work.then(
    (value): Ending<T> => ({ kind: "ended", value }),
    (error: unknown): Ending<T> => {
      if (isDiagnosticError(error)) return { kind: "refused", diagnostics: error.diagnostics };
      throw error;
    },
  );
  return Promise.race([ended, died.then((): Ending<T> => ({ kind: "crashed" }))]);
}

/** Programs of scenarios are short, and often end with a resource that is not meant as an output. */
function plainObject(value: unknown): unknown {
  const isPlain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? value : undefined;
}
