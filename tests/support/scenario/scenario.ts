import assert from "node:assert/strict";
import {
  parseEnvironment,
  type RunEvent,
  type Snapshot,
  type ValueObject,
} from "../../../src/model/index.js";
import { Stack, type ImportRun } from "../../../src/operations/stack/index.js";
import { StackConfig, type ImportRequest } from "../../../src/operations/index.js";
import type { PlanOptions, Run, RunOptions, StackPlan, StackPorts } from "../../../src/engine/index.js";
import { openConfigFile } from "../../../src/project/index.js";
import { recordProgram } from "../../../src/program/index.js";
import type { PackageHost } from "../../../src/provider/contract/index.js";
import { packageHost, type PackageHostOptions } from "../../../src/provider/host/index.js";
import type { Rotation, StackStore } from "../../../src/store/internal.js";
import type { FakeCloud } from "../../../src/testing/cloud/index.js";
import { fakeProvider, type FakeOverrides } from "../../../src/testing/fake-provider.js";
import {
  checkPlan,
  checkPlanFile,
  checkRun,
  checkSettledDown,
  checkUntouched,
  leftAlone,
  storedText,
} from "../invariants/index.js";
import { endingOf, PlanAttempt, RunAttempt, trimmed, type Ending } from "./attempt.js";
import type { ScenarioTime } from "./scenario-time.js";
import { storyOf } from "./story.js";
import { wordsOf, type Words } from "./words.js";
import { World, type Neighbour, type OpenProcess } from "./world.js";

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
  #programDigest: string | undefined;
  #overrides: FakeOverrides = {};
  #version: string | undefined;
  #installed: NonNullable<PackageHostOptions["packages"]> = [];
  #kinds: NonNullable<PackageHostOptions["kinds"]> = [];
  #around: (host: PackageHost) => PackageHost = (host) => host;
  #config: ValueObject = {};
  #configFile: string | undefined;
  #process: OpenProcess | undefined;
  readonly #others: World[] = [];
  /** What interrupted calls have left running; the processes of this machine unless said. */
  processes: StackPorts["processes"];
  #elapsed = 0;
  #last: { readonly run: Run | undefined; readonly events: readonly RunEvent[] } | undefined;
  #crash: { readonly when: "before" | "after"; readonly place: string } | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** What time it is on the machine. */
  get time(): ScenarioTime {
    return this.#world.time;
  }

  get cloud(): FakeCloud {
    return this.#world.cloud;
  }

  /**
   * What the stack is to be from now on. If it returns a plain object, these are the outputs. `digest` stands for
   * its code, which of a function is not known.
   */
  program(program: (words: Words) => unknown, digest?: string): void {
    this.#program = program;
    this.#programDigest = digest;
  }

  /** Puts parts of resource types in the place of their own from now on, as a new version of the package would. */
  types(overrides: FakeOverrides, version?: string): void {
    this.#overrides = overrides;
    this.#version = version;
  }

  /** Further packages that are found by their names from now on. */
  installs(...packages: NonNullable<PackageHostOptions["packages"]>): void {
    this.#installed = packages;
  }

  /** Further kinds of packages from now on. */
  kinds(...kinds: NonNullable<PackageHostOptions["kinds"]>): void {
    this.#kinds = kinds;
  }

  /** What stands around the packages from now on, as another ecosystem's protocol would. */
  wraps(around: (host: PackageHost) => PackageHost): void {
    this.#around = around;
  }

  config(config: ValueObject): void {
    this.#config = config;
  }

  /** The file that the configuration is from, from now on, as someone edits it by the command line. */
  configFile(file: string): StackConfig {
    this.#configFile = file;
    const { project } = this.#world.address;
    return new StackConfig({ project, file, withSealing: async (work) => work(await this.store()) });
  }

  /** A text that must never be seen in state, events, diagnostics and plans. */
  secret(text: string): string {
    this.#world.secrets.add(text);
    return text;
  }

  /** A text that must not even be in what the store and plan files keep sealed. */
  ephemeral(text: string): string {
    this.#world.ephemerals.add(text);
    return this.secret(text);
  }

  /** Applies the program, or exactly the plan that is given, as it was made here or as the bytes of its file. */
  apply({ plan, file, ...options }: PlanOptions & RunOptions & ApprovedPlan = {}): RunAttempt {
    const attempt = this.#attempt(
      (stack, onEvent) => {
        if (file !== undefined) return stack.applyFile(file, { ...options, onEvent });
        return (plan ?? stack).apply({ ...options, onEvent });
      },
      async (run, isPartial) => {
        const isAll = run.ok && !isPartial && options.refresh !== false;
        if (isAll) await checkSettledDown(await this.stack(), this.cloud);
      },
      { ...options, plan },
    );
    return new RunAttempt(attempt);
  }

  destroy(options: PlanOptions & RunOptions = {}): RunAttempt {
    const attempt = this.#attempt(
      (stack, onEvent) => stack.destroy({ ...options, onEvent }),
      async (run, isPartial) => {
        const left = [...(await this.state()).resources.values()].map(({ urn }) => urn);
        if (run.ok && !isPartial) assert.deepEqual(left, [], "what a destroy has left in state");
      },
      { ...options, destroy: true },
    );
    return new RunAttempt(attempt);
  }

  refresh(options: PlanOptions & RunOptions = {}): RunAttempt {
    return new RunAttempt(this.#attempt((stack, onEvent) => stack.refresh({ ...options, onEvent })));
  }

  /** Takes objects into state that exist. */
  import(requests: readonly ImportRequest[], options: RunOptions = {}): RunAttempt<ImportRun> {
    return new RunAttempt(this.#attempt((stack, onEvent) => stack.import(requests, { ...options, onEvent })));
  }

  /** Each pair is an old name and a new one; all at once. */
  rename(...pairs: readonly (readonly [from: string, to: string])[]): RunAttempt {
    const renames = pairs.map(([from, to]) => ({ from, to }));
    return new RunAttempt(this.#attempt((stack, onEvent) => stack.rename(renames, { onEvent })));
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

  /** Kills the process of the run that is under way. What it has asked of the cloud may still be carried out. */
  kill(): void {
    this.#process?.life.kill();
  }

  /** Replaces the key of the stack; nothing if the process was killed meanwhile. */
  async rotateKey(): Promise<Rotation | undefined> {
    const { life } = await this.#open();
    if (this.#crash !== undefined) life.crashes(this.#crash.when, this.#crash.place);
    this.#crash = undefined;
    const since = this.cloud.effects.length;
    const ended = await Promise.race([(await this.stack()).rotateKey(), life.died]);
    assert.deepEqual(this.cloud.changes(since), [], "what a rotation did to the cloud");
    await this.#world.watch.check(await this.store());
    return ended ?? undefined;
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
    return this.#with(this.#world);
  }

  /** Another stack of the same project, elsewhere, with a cloud of its own. */
  async elsewhere(): Promise<Scenario> {
    const world = await World.make("memory", this.#world.moves);
    this.#others.push(world);
    return this.#with(world);
  }

  /** Another stack in the same store, with a cloud of its own and a program that makes nothing yet. */
  neighbour(name: string, neighbour: Neighbour = {}): Scenario {
    const world = this.#world.neighbour(name, neighbour);
    this.#others.push(world);
    return new Scenario(world);
  }

  #with(world: World): Scenario {
    const other = new Scenario(world);
    other.program(this.#program, this.#programDigest);
    other.types(this.#overrides, this.#version);
    other.config(this.#config);
    other.#configFile = this.#configFile;
    other.installs(...this.#installed);
    other.kinds(...this.#kinds);
    other.wraps(this.#around);
    return other;
  }

  async close(): Promise<void> {
    for (const world of [...this.#others, this.#world]) await world.close();
  }

  /** The engine's own face, in the process of the next run. */
  async stack(): Promise<Stack> {
    const { store, cloud, otherStack } = await this.#open();
    const { project, name } = this.#world.address;
    const { name: stack, namespace } = parseEnvironment(name);
    const fake = fakeProvider(cloud, this.#overrides, this.#version);
    const words = wordsOf(fake);
    const file = this.#configFile;
    const config = file === undefined ? this.#config : await openConfigFile(store, project, file);
    return new Stack({
      store,
      otherStack,
      host: () =>
        this.#around(
          packageHost({
            projectFolder: process.cwd(),
            packages: [fake.provider, ...this.#installed],
            kinds: this.#kinds,
          }),
        ),
      record: (settings) => recordProgram(async () => plainObject(await this.#program(words)), settings),
      programDigest: this.#programDigest,
      settings: { project, stack, ...(namespace !== undefined && { namespace }), config },
      ...(file !== undefined && { configFile: file }),
      actor: "ana",
      projectFolder: process.cwd(),
      moves: this.#world.moves,
      now: this.time.clock,
      elapsed: () => ++this.#elapsed,
      timer: this.time.timer,
      pauses: this.time.pauses,
      ...(this.processes && { processes: this.processes }),
    });
  }

  async #open(): Promise<OpenProcess> {
    if (this.#process === undefined || this.#process.life.isDead) this.#process = await this.#world.start();
    return this.#process;
  }

  async #attempt<Ended extends Run>(
    begin: (stack: Stack, onEvent: (event: RunEvent) => void) => Promise<Ended>,
    check: (run: Run, isPartial: boolean) => Promise<void> = async () => {},
    request: PlanOptions & RunOptions & { readonly plan?: StackPlan | undefined } = {},
  ): Promise<Ending<Ended> & { readonly changes: readonly string[] }> {
    const { life, store } = await this.#open();
    const stack = await this.stack();
    const before = (await store.read()).snapshot;
    const since = this.cloud.effects.length;
    const events: RunEvent[] = [];
    const alone = await leftAlone(stack, request);
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
    await checkRun({
      world: this.#world,
      before,
      since,
      events,
      ending,
      store: await this.store(),
      goesOn: request.continueOnError,
      shown: request.plan?.steps,
    });
    if (alone !== undefined && before.open.size === 0) {
      const effects = this.cloud.effects.slice(since);
      checkUntouched({ alone, before, after: await this.state(), effects, events });
    }
    if (run !== undefined) await check(run, alone !== undefined);
    return { ...ending, changes: this.cloud.changes(since) };
  }

  async #plan(options: PlanOptions): Promise<Ending<StackPlan>> {
    const { raw, secrets, ephemerals, address } = this.#world;
    await this.#open();
    const since = this.cloud.effects.length;
    const before = await storedText(raw, address);
    const ending = await endingOf((await this.stack()).plan(options), new Promise(() => {}));
    assert.equal(await storedText(raw, address), before, "A plan has written to the store.");
    assert.deepEqual(this.cloud.changes(since), [], "what a plan did to the cloud");
    checkPlan(ending, secrets);
    if (ephemerals.size > 0) checkPlanFile(ending, await this.store(), ephemerals);
    return ending;
  }
}

interface ApprovedPlan {
  readonly plan?: StackPlan;
  readonly file?: Uint8Array;
}

/** Programs of scenarios are short, and often end with a resource that is not meant as an output. */
function plainObject(value: unknown): unknown {
  const isPlain =
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? value : undefined;
}
