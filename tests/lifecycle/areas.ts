import type { Area } from "./area.js";

/** The areas of the life of a stack, in the order in which a team meets them. */
export const areas: readonly Area[] = [
  {
    name: "Core",
    about: "create, update, replace, delete, same; unknowns, premises, cycles, cancel, stack outputs",
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
        others: "a plan looks at state alone unless asked to refresh",
        ours: "a plan reads everything that has state",
        because: "drift that is not seen is overwritten silently",
      },
      {
        others: "an apply decides again, and may do what no plan showed",
        ours: "an apply performs the steps of its plan, or fewer",
        because: "a plan that is approved must be what happens",
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
        ours: "the plan suggests the exact rename; the moves file lets every stack follow",
        because: "refactoring is daily work, and its cost was an outage",
      },
    ],
  },
  {
    name: "Delete before replace",
    about:
      "cascades over dependents that have to be replaced, options that override the type, validation first",
    tests: ["scenarios/replacement.test.ts", "scenarios/delete-first.test.ts"],
    different: [
      {
        others: "create-first unless the provider or the option says otherwise",
        ours: "delete-first too where nothing that tells two objects apart changed",
        because: "a create beside an object of the same name is refused by most services",
      },
      {
        others: "the old object is deleted, then the new one is checked",
        ours: "every successor of a cascade is validated before its first delete",
        because: "a mistake in the inputs must not cost the object that works",
      },
    ],
  },
  {
    name: "Pending replace and delete",
    about: "interruptions between the halves of a replacement, in every direction the program can take next",
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
        others: "pending operations are listed, and the user edits state",
        ours: "intents without an outcome are settled by looking, before anything is planned",
        because: "nobody edits state well at three in the morning",
      },
    ],
  },
  {
    name: "Going with another",
    about: "deletedWith, replaceWith, replaceTrigger",
    tests: ["scenarios/going-with.test.ts"],
    different: [],
  },
  {
    name: "Protect, retain, taint, state operations",
    about: "what must not go, what is forgotten instead, what is replaced on request",
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
        ours: "there is none: take the option away, or `state unprotect`, and apply",
        because: "a flag in a script protects nothing",
      },
    ],
  },
  {
    name: "Targets and excludes",
    about: "patterns, dependents, creates that are not made, deletes that others need",
    tests: [
      "scenarios/targets.test.ts",
      "scenarios/excludes.test.ts",
      "scenarios/targeted-destroy.test.ts",
      "scenarios/targeted-replacement.test.ts",
    ],
    different: [
      {
        others: "what is not targeted is still written anew to state",
        ours: "it is untouched: no read, no row, no provider of its own",
        because: "most broken states that users report come from targeted runs",
      },
    ],
  },
  {
    name: "Refresh",
    about: "drift, objects that are gone, refresh-only plans",
    tests: ["scenarios/refresh.test.ts", "scenarios/drift.test.ts", "scenarios/mass-vanish.test.ts"],
    different: [
      {
        others: "a refresh replaces the outputs, and the drift is forgotten",
        ours: "observed values stand beside the baseline, so that the next plan still proposes the repair",
        because: "to look must not be to accept",
      },
    ],
  },
  {
    name: "Get, import, adopt",
    about: "objects the stack only reads, adopts by option or by operation, or creates where there is none",
    tests: ["scenarios/external.test.ts", "scenarios/import.test.ts", "scenarios/import-operation.test.ts"],
    different: [
      {
        others: "an import whose inputs differ is refused, or documented so",
        ours: "the difference is an update in the same plan; a needed replacement is refused",
        because: "the plan shows it, so nothing has to be guessed",
      },
    ],
  },
  {
    name: "Destroy",
    about: "order, protection, configuration of the current program, removed code",
    tests: ["scenarios/destroy.test.ts"],
    different: [
      {
        others: "recorded provider configuration is used, with the credentials of the last run",
        ours: "the program's configuration is used where it has one",
        because: "credentials expire",
      },
    ],
  },
  {
    name: "Failures and continue-on-error",
    about: "the first failure, what goes on without it, what was not started",
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
    about: "explicit and default configuration, changes of it, of the package and of its version",
    tests: [
      "scenarios/providers.test.ts",
      "scenarios/provider-changes.test.ts",
      "scenarios/package-versions.test.ts",
    ],
    different: [
      {
        others: "default providers are resources in state",
        ours: "the stack's settings for a package configure it; only explicit configurations are resources",
        because: "nobody asked for them, and they get in the way of upgrades",
      },
    ],
  },
  {
    name: "Components",
    about: "local and by package: inputs, outputs, options that reach the children",
    tests: [
      "scenarios/components.test.ts",
      "scenarios/remote-components.test.ts",
      "scenarios/configured-components.test.ts",
      "rules/component-package.test.ts",
    ],
    different: [
      {
        others: "options without effect on a component are dropped",
        ours: "each is a warning with its position",
        because: "an option that does nothing is a belief that is wrong",
      },
    ],
  },
  {
    name: "References",
    about: "resources as values: passed, returned, stored, hydrated; outputs of other stacks",
    tests: ["scenarios/references.test.ts", "scenarios/stack-references.test.ts"],
    different: [
      {
        others: "secrets of another stack that cannot be opened are left out",
        ours: "that is a diagnostic",
        because: "a missing value looks like an absent one",
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
    about: "own, the parent's, the stack's",
    tests: ["scenarios/transforms.test.ts"],
    different: [
      {
        others: "transforms may be asynchronous and run in another process",
        ours: "they are plain functions, run where the resource is made",
        because: "a constructor cannot wait",
      },
    ],
  },
  {
    name: "Hooks, retries and timeouts",
    about: "functions around steps, another attempt after an error, deadlines",
    tests: ["scenarios/hooks.test.ts", "scenarios/retry.test.ts", "scenarios/timeouts.test.ts"],
    different: [
      {
        others: "timeouts are handed to the provider",
        ours: "the engine leaves the call when the time is over, and the next run settles it",
        because: "a provider that hangs does not look at its timeout",
      },
      {
        others: "a hook may ask to have its errors ignored",
        ours: "a hook that must not fail catches its own errors",
        because: "one try block says it where it is read",
      },
    ],
  },
  {
    name: "Plan files and explain",
    about: "sealed, bound, used once; why a change is what it is",
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
        ours: "a file is applied whole, or refused whole before any call",
        because: "half a plan is another plan",
      },
    ],
  },
  {
    name: "Control flow on what is not known",
    about: "callbacks, conditions, members of lists",
    tests: [
      "scenarios/callbacks.test.ts",
      "scenarios/named-callbacks.test.ts",
      "scenarios/members.test.ts",
      "rules/origin-and-rounds.test.ts",
    ],
    different: [
      {
        others: "what a callback makes is missing from the plan, and is deleted if the callback does not run",
        ours: "it is undetermined, or assumed as in the last run, and never deleted for that reason",
        because: "not knowing is not a reason to delete",
      },
    ],
  },
  {
    name: "Random programs",
    about: "programs, edits, targets and faults at random, with all invariants",
    tests: ["simulation/simulation.test.ts", "simulation/single-faults.test.ts"],
    different: [],
  },
];

/** What engines of this kind also have, and this one has not, with the reason. */
export const leftOut: readonly { readonly what: string; readonly because: string }[] = [
  {
    what: "Views: virtual children that a provider publishes",
    because: "no provider of ours needs them yet; the contract leaves room",
  },
  { what: "Stash: a resource that keeps its first value", because: "a resource type of ten lines does it" },
  { what: "Autonaming", because: "names belong to the provider's type, which knows its service" },
  {
    what: "Policies that look at a plan",
    because: "the plan is one JSON document; a policy is a program that reads it",
  },
  {
    what: "Snippets, parameterised packages, downloads of plugins",
    because: "packages come from the package registry like all other code",
  },
];
