import type { Area } from "./area.js";

/** The areas, in the order in which a team meets them. */
export const areas: readonly Area[] = [
  {
    name: "Core",
    about:
      "create, update, replace, delete, unchanged; unknown values, premises of a plan, cycles, cancellation, stack outputs",
    tests: [
      "scenarios/lifecycle.test.ts",
      "scenarios/matrix.test.ts",
      "scenarios/unknowns.test.ts",
      "scenarios/premises.test.ts",
      "scenarios/predicted.test.ts",
      "scenarios/equivalence.test.ts",
      "scenarios/decoding.test.ts",
      "scenarios/validation.test.ts",
      "scenarios/dependencies.test.ts",
      "scenarios/cycles.test.ts",
      "scenarios/cancel.test.ts",
      "scenarios/outputs.test.ts",
      "scenarios/planned-outputs.test.ts",
      "scenarios/recorded-outputs.test.ts",
      "scenarios/secrets.test.ts",
      "scenarios/secrets-in-callbacks.test.ts",
      "scenarios/write-only.test.ts",
      "scenarios/ephemeral.test.ts",
      "scenarios/seeds.test.ts",
      "scenarios/bookkeeping.test.ts",
      "scenarios/migrations.test.ts",
      "scenarios/config.test.ts",
    ],
    different: [
      {
        others: "a plan only compares with state, unless refresh is requested",
        ours: "a plan reads every object in state",
        because: "undetected drift is silently overwritten",
      },
      {
        others: "apply plans again, and may perform steps that no plan showed",
        ours: "apply performs the steps of its plan, or fewer",
        because: "only approved steps may happen",
      },
    ],
  },
  {
    name: "Aliases and names",
    about: "rename, retype, reparent, chains, swaps, global ids, moves file, likely renames",
    tests: [
      "scenarios/aliases.test.ts",
      "scenarios/rename.test.ts",
      "scenarios/global-id.test.ts",
      "scenarios/likely-renames.test.ts",
    ],
    different: [
      {
        others: "a renamed resource is deleted and created unless the program names its former URN",
        ours: "the plan suggests the exact rename; the moves file applies it to every stack",
        because: "refactoring is daily work and must not cause an outage",
      },
    ],
  },
  {
    name: "Delete before replace",
    about:
      "cascades to dependents that must be replaced, options that override the type, validation before deletion",
    tests: ["scenarios/replacement.test.ts", "scenarios/delete-first.test.ts"],
    different: [
      {
        others: "create-first, unless the provider or the option requests delete-first",
        ours: "also delete-first if no identifying property changes",
        because: "most services refuse to create a second object with the same name",
      },
      {
        others: "the old object is deleted before the new one is validated",
        ours: "every new object of a cascade is validated before the first delete",
        because: "invalid inputs must not destroy a working object",
      },
    ],
  },
  {
    name: "Pending replace and delete",
    about:
      "interruptions between the create and the delete of a replacement, followed by every possible program change",
    tests: [
      "scenarios/pending.test.ts",
      "scenarios/crash.test.ts",
      "scenarios/settling.test.ts",
      "scenarios/left-running.test.ts",
      "scenarios/late-effects.test.ts",
      "scenarios/late-creates.test.ts",
      "scenarios/eventual-consistency.test.ts",
      "scenarios/stale-reads.test.ts",
      "scenarios/recover.test.ts",
      "scenarios/repeated-creates.test.ts",
      "scenarios/opaque.test.ts",
    ],
    different: [
      {
        others: "pending operations are listed, and the user edits state by hand",
        ours: "interrupted operations are resolved by reading the real objects before planning",
        because: "editing state by hand during an incident is error-prone",
      },
    ],
  },
  {
    name: "Linked lifecycles",
    about: "deletedWith, replaceWith, replaceTrigger",
    tests: ["scenarios/going-with.test.ts"],
    different: [],
  },
  {
    name: "Protect, retain, taint, state operations",
    about:
      "resources that must not be deleted, resources that are only removed from state, replacement on request",
    tests: [
      "scenarios/options.test.ts",
      "scenarios/kept-objects.test.ts",
      "scenarios/live-objects.test.ts",
      "scenarios/taint.test.ts",
      "scenarios/state-operations.test.ts",
    ],
    different: [
      {
        others: "a flag ignores protection for one run",
        ours: "no such flag: remove the option, or run `coco state unprotect`, and apply",
        because: "once the flag is in a script, nothing is protected",
      },
    ],
  },
  {
    name: "Targets and excludes",
    about:
      "patterns, dependents, dependencies that do not exist yet, deletes of resources that others depend on",
    tests: [
      "scenarios/targets.test.ts",
      "scenarios/excludes.test.ts",
      "scenarios/targeted-destroy.test.ts",
      "scenarios/targeted-replacement.test.ts",
    ],
    different: [
      {
        others: "untargeted resources are still rewritten in state",
        ours: "they are untouched: not read, not written, their provider is not started",
        because: "most corrupted states that users report come from targeted runs",
      },
    ],
  },
  {
    name: "Refresh",
    about: "drift, missing objects, refresh-only plans",
    tests: ["scenarios/refresh.test.ts", "scenarios/drift.test.ts", "scenarios/mass-vanish.test.ts"],
    different: [
      {
        others: "a refresh overwrites the outputs, and the drift is lost",
        ours: "observed values are stored separately from the baseline, so the next plan still proposes the repair",
        because: "reading drift must not accept it",
      },
    ],
  },
  {
    name: "Get, import, adopt",
    about:
      "objects that the stack only reads, adopts by option or by command, or creates if they do not exist",
    tests: ["scenarios/external.test.ts", "scenarios/import.test.ts", "scenarios/import-operation.test.ts"],
    different: [
      {
        others: "an import with different inputs is refused, or documented as unsupported",
        ours: "the difference is an update in the same plan; a required replacement is refused",
        because: "the plan shows the difference before anything changes",
      },
    ],
  },
  {
    name: "Destroy",
    about: "order, protection, configuration of the current program, removed code",
    tests: ["scenarios/destroy.test.ts"],
    different: [
      {
        others: "destroy uses the recorded provider configuration, with the credentials of the last run",
        ours: "destroy uses the configuration in the program, if it has one",
        because: "credentials expire",
      },
    ],
  },
  {
    name: "Failures and continue-on-error",
    about: "the first failure, steps that continue, steps that are not started",
    tests: [
      "scenarios/failures.test.ts",
      "scenarios/continue-on-error.test.ts",
      "scenarios/failed-reads.test.ts",
      "scenarios/plan-delete.test.ts",
    ],
    different: [],
  },
  {
    name: "Providers",
    about:
      "explicit and default configuration, changes of the configuration, of the package and of its version",
    tests: [
      "scenarios/providers.test.ts",
      "scenarios/provider-changes.test.ts",
      "scenarios/package-versions.test.ts",
    ],
    different: [
      {
        others: "default providers are resources in state",
        ours: "the stack's configuration of a package configures it; only explicit provider configurations are resources",
        because: "the program does not declare them, and they complicate upgrades",
      },
    ],
  },
  {
    name: "Components",
    about: "local components and components of packages: inputs, outputs, options that children inherit",
    tests: [
      "scenarios/components.test.ts",
      "scenarios/remote-components.test.ts",
      "scenarios/configured-components.test.ts",
      "rules/component-package.test.ts",
    ],
    different: [
      {
        others: "options without effect on a component are ignored silently",
        ours: "each is a warning with its source position",
        because: "an option without effect is a mistake in the program",
      },
    ],
  },
  {
    name: "References",
    about: "resources as values: passed, returned, stored, hydrated; outputs of other stacks",
    tests: ["scenarios/references.test.ts", "scenarios/stack-references.test.ts"],
    different: [
      {
        others: "secrets of another stack that cannot be decrypted are omitted",
        ours: "they are reported in a diagnostic",
        because: "an omitted value looks like a value that was never set",
      },
    ],
  },
  {
    name: "Functions",
    about: "invoke with plain values and with Outputs, methods of resources",
    tests: ["scenarios/functions.test.ts", "rules/invoke.test.ts"],
    different: [],
  },
  {
    name: "Transforms",
    about: "transforms of a resource, of its parent and of the stack",
    tests: ["scenarios/transforms.test.ts"],
    different: [
      {
        others: "transforms may be asynchronous and run in another process",
        ours: "they are synchronous functions that run in the constructor of the resource",
        because: "a constructor cannot wait",
      },
    ],
  },
  {
    name: "Hooks, retries and timeouts",
    about: "functions before and after steps, retries after an error, deadlines",
    tests: ["scenarios/hooks.test.ts", "scenarios/retry.test.ts", "scenarios/timeouts.test.ts"],
    different: [
      {
        others: "timeouts are passed to the provider",
        ours: "the engine abandons the call after the timeout, and the next run resolves it",
        because: "a hanging provider does not check its timeout",
      },
      {
        others: "a hook can request that its errors are ignored",
        ours: "a hook that must not fail catches its own errors",
        because: "a try block makes this visible in the code of the hook",
      },
    ],
  },
  {
    name: "Plan files and explain",
    about: "encryption, binding to a state and a program, single use; the reasons for a change",
    tests: [
      "scenarios/plan-files.test.ts",
      "rules/plan-file.test.ts",
      "scenarios/explain.test.ts",
      "scenarios/elements.test.ts",
      "scenarios/hide-diffs.test.ts",
    ],
    different: [
      {
        others: "a saved plan constrains a new run, step by step",
        ours: "a plan file is applied as a whole, or refused as a whole before any provider call",
        because: "a partially applied plan was never approved",
      },
    ],
  },
  {
    name: "Control flow on unknown values",
    about: "callbacks, conditions, members of lists",
    tests: [
      "scenarios/callbacks.test.ts",
      "scenarios/named-callbacks.test.ts",
      "scenarios/members.test.ts",
      "rules/origin-and-rounds.test.ts",
    ],
    different: [
      {
        others:
          "resources that a callback creates are missing from the plan, and are deleted if the callback does not run",
        ours: "they are shown as known after apply, or assumed to be as in the last run, and never deleted for that reason",
        because: "an unknown value is not a reason to delete a resource",
      },
    ],
  },
  {
    name: "Random programs",
    about: "random programs, edits, targets and faults; all invariants are checked",
    tests: ["simulation/simulation.test.ts", "simulation/single-faults.test.ts"],
    different: [],
  },
];

/** Features of similar tools that Coconut does not have, with the reason. */
export const leftOut: readonly { readonly what: string; readonly because: string }[] = [
  {
    what: "Views: virtual children that a provider publishes",
    because: "no bundled provider needs them yet; the provider contract allows adding them",
  },
  {
    what: "Stash: a resource that keeps its first value",
    because: "a resource type of ten lines provides this",
  },
  { what: "Autonaming", because: "each resource type of a provider knows the naming rules of its service" },
  {
    what: "Policies for plans",
    because: "the plan is one JSON document; a policy is a program that reads it",
  },
  {
    what: "Snippets, parameterized packages, plugin downloads",
    because: "packages come from the package registry, like all other code",
  },
];
