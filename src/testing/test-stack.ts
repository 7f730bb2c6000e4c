import { Stack } from "../operations/stack/index.js";
import type { ValueObject } from "../model/index.js";
import { recordProgram } from "../program/index.js";
import { packageHost, providersOf, type PackageHostOptions } from "../provider/host/index.js";
import { openStore } from "../store/internal.js";
import { sampleMachine } from "../store/conformance/index.js";
import { quietTimer, systemTimer } from "../std/index.js";

/** Options of `testStack`. */
export interface TestStackOptions {
  readonly project?: string;
  readonly stack?: string;
  /** Configuration as in a stack's configuration file: `{ "shop:title": "Hello", "cloud:account": "main" }`. */
  readonly config?: ValueObject;
  /** Providers of types that the program names only by token. Providers of its classes are found automatically. */
  readonly packages?: NonNullable<PackageHostOptions["packages"]>;
  /** Kinds of packages in addition to the built-in ones. */
  readonly kinds?: NonNullable<PackageHostOptions["kinds"]>;
  readonly projectFolder?: string;
}

/**
 * Returns a stack for testing a program: the real engine, with state in memory, a virtual clock and deterministic
 * random values. With providers that use fake clients, the whole lifecycle of a stack takes milliseconds.
 *
 * ```ts
 * const { types } = fakeProvider(new FakeCloud());
 * let region = "eu";
 * const stack = await testStack(() => {
 *   const logs = new types.Bucket("logs", { name: "logs", region });
 *   return { arn: logs.arn };
 * });
 * const run = await stack.apply();
 * region = "us";
 * const plan = await stack.plan(); // plan.changes: one replacement
 * ```
 */
export async function testStack(program: () => unknown, options: TestStackOptions = {}): Promise<Stack> {
  const { project = "project", stack = "test", config = {}, projectFolder = process.cwd() } = options;
  const ports = sampleMachine(`test ${++made}`).process(1);
  const store = await openStore("memory:", ports);
  let elapsed = 0;
  return new Stack({
    store: await store.open({ project, name: stack }, { create: true }),
    host: ({ registrations }) =>
      packageHost({
        projectFolder,
        packages: [...(options.packages ?? []), ...providersOf(registrations)],
        kinds: options.kinds ?? [],
      }),
    record: (settings) => recordProgram(program, settings),
    settings: { project, stack, config },
    actor: "test",
    projectFolder,
    now: ports.now,
    elapsed: () => ++elapsed,
    timer: quietTimer,
    pauses: systemTimer,
  });
}

/** Distinguishes the stacks of a process: no two may use the same idempotency keys with one cloud. */
let made = 0;
