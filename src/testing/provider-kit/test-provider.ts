import type { ProviderPackage } from "../../provider/contract/index.js";
import { definitionOf, type Provider } from "../../provider/index.js";
import { typedPackage } from "../../provider/typed/index.js";
import { adoptionChecks } from "./adoption-checks.js";
import { changeChecks } from "./change-checks.js";
import { openTestBench } from "./test-bench.js";
import type { Check, Subject, TestTime } from "./check.js";
import { interruptedCreateCheck } from "./interrupted-create-check.js";
import { lifecycleChecks } from "./lifecycle-checks.js";
import { observeChecks } from "./observe-checks.js";
import { repairChecks } from "./repair-checks.js";
import type { AnySample, ProviderSample, SampleType } from "./sample.js";
import { secretCheck } from "./secret-check.js";
import { unknownCheck } from "./unknown-check.js";

/** One requirement that a provider must meet. */
export interface ProviderTest {
  /** A sentence that contains the type. */
  readonly name: string;
  /** Throws if the requirement is not met. The message has the expectation, what happened and the hook to look at. */
  readonly run: () => Promise<void>;
}

/** Options of `testProvider`. */
export interface TestProviderOptions {
  /** The configuration of the provider. */
  readonly config?: { readonly [field: string]: unknown };
  /** The folder that relative paths start at (default: the working folder of the process). */
  readonly projectFolder?: string;
  /**
   * The clock for waits on a type with `settlesWithinMs` (default: the system clock). A fake service can share a
   * virtual clock with the tests, which then do not really wait.
   */
  readonly time?: TestTime;
}

/**
 * Returns the tests that a provider must pass, for each type with a sample. The tests create real objects with it and
 * delete them at the end.
 *
 * ```ts
 * const tests = testProvider(disk, [
 *   {
 *     type: File,
 *     create: () => ({ path: join(folder, randomUUID()), content: "one" }),
 *     update: (inputs) => ({ ...inputs, content: "two" }),
 *     replace: (inputs) => ({ ...inputs, path: join(folder, randomUUID()) }),
 *     drift: ({ id }) => writeFile(id, "changed"),
 *     remove: ({ id }) => rm(id),
 *   },
 * ]);
 * test.each(tests)("$name", ({ run }) => run());
 * ```
 */
export function testProvider<Config, Client, const Types extends readonly SampleType[]>(
  provider: Provider<Config, Client>,
  samples: { readonly [Index in keyof Types]: ProviderSample<Types[Index]> },
  options: TestProviderOptions = {},
): readonly ProviderTest[] {
  return testPackage(async () => typedPackage(provider), provider, samples, options);
}

/**
 * Returns the same tests for any kind of package. The definitions only describe the package: its fields, and the
 * optional hooks of its types. Each test opens the package again and closes the configurations that it makes.
 */
export function testPackage<Config, Client, const Types extends readonly SampleType[]>(
  open: () => Promise<ProviderPackage>,
  provider: Provider<Config, Client>,
  samples: { readonly [Index in keyof Types]: ProviderSample<Types[Index]> },
  options: TestProviderOptions = {},
): readonly ProviderTest[] {
  return (samples as object as readonly AnySample[]).flatMap((sample) => {
    const defined = definitionOf(sample.type);
    if (defined === undefined || provider.resources.get(defined.type) !== defined)
      throw new TypeError(
        `A sample has the type ${defined?.type ?? sample.type.name}, which the package ${provider.package} does not define.`,
      );
    const subject: Subject = { defined, sample, open, ...options };
    return checks.filter(({ when }) => when?.(subject) ?? true).map((check) => testOf(check, subject));
  });
}

export const checks: readonly Check[] = [
  ...lifecycleChecks,
  ...repairChecks,
  unknownCheck,
  ...adoptionChecks,
  interruptedCreateCheck,
  secretCheck,
  ...changeChecks,
  ...observeChecks,
];

function testOf({ name, run }: Check, subject: Subject): ProviderTest {
  return {
    name: name(subject.defined.type),
    run: async () => {
      const bench = await openTestBench(subject);
      try {
        await run(bench);
      } finally {
        await bench.close();
      }
    },
  };
}
