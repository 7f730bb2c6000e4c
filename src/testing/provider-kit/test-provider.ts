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

/** One thing that a provider has to do. */
export interface ProviderTest {
  /** A sentence with the type in it. */
  readonly name: string;
  /** Throws if it is not so; the message says what was expected, what happened and which hook to look at. */
  readonly run: () => Promise<void>;
}

export interface TestProviderOptions {
  /** The configuration of the provider. */
  readonly config?: { readonly [field: string]: unknown };
  /** What relative paths begin at; the folder of the process unless said. */
  readonly projectFolder?: string;
  /**
   * The time by which the tests wait for a type with `settlesWithinMs`; that of the machine unless given. A fake
   * service can share a virtual one, so that no test really waits.
   */
  readonly time?: TestTime;
}

/**
 * The tests that a provider has to pass, for each type that there is a sample of. They make real objects with it,
 * and delete them at the end.
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
 * The same tests for a package of any kind. The definitions only say what it offers: which fields, and what can be asked of
 * a type. Each test opens the package anew, and closes the configurations that it made.
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
        `A sample is of ${defined?.type ?? sample.type.name}, which the package ${provider.package} does not define.`,
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
