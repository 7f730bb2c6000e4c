import type { Expression } from "./expression.js";
import type { EdgeKind, ResourceHandle, ResourceKind } from "./resource-handle.js";
import type { Value } from "./value/index.js";

const everything = ["custom", "component", "provider", "external"] as const;

/**
 * Every resource option but `parent`, which is part of the registration itself. All code that treats options alike
 * (reading, inheriting, recording, plan files, exports) goes by these rows; only the effect of an option names it.
 */
export const resourceOptions = {
  dependsOn: { takes: "dependencies", on: everything, edge: "depends-on" },
  provider: { takes: "provider", on: everything, edge: "provider" },
  providers: { takes: "providers", on: everything },
  protect: {
    takes: "flag",
    on: ["custom", "component"],
    inherited: true,
    recorded: "whole",
    exportedAs: "protect",
  },
  retainOnDelete: {
    takes: "flag",
    on: ["custom", "component"],
    inherited: true,
    recorded: "whole",
    exportedAs: "retainOnDelete",
  },
  deleteBeforeReplace: { takes: "flag", on: ["custom"], recorded: "whole" },
  ignoreChanges: { takes: "paths", on: ["custom"], recorded: "whole", exportedAs: "ignoreChanges" },
  replaceOnChanges: { takes: "paths", on: ["custom"], recorded: "whole", exportedAs: "replaceOnChanges" },
  replaceTrigger: {
    takes: "expression",
    on: ["custom"],
    recorded: "whole",
    exportedAs: "replacementTrigger",
  },
  replaceWith: { takes: "resources", on: ["custom"], edge: "replace-with" },
  deletedWith: { takes: "resource", on: ["custom", "component"], inherited: true, edge: "deleted-with" },
  aliases: { takes: "aliases", on: everything, premise: true },
  import: { takes: "import", on: ["custom"], recorded: "part", premise: true },
  additionalSecretOutputs: {
    takes: "texts",
    on: ["custom", "external"],
    recorded: "whole",
    exportedAs: "additionalSecretOutputs",
  },
  version: { takes: "text", on: ["custom", "provider", "external", "remote component"], premise: true },
  id: { takes: "text", on: everything, identity: true, premise: true },
  globalId: { takes: "text", on: everything, identity: true, premise: true },
  customTimeouts: {
    takes: { some: { create: "duration", update: "duration", delete: "duration" } },
    on: ["custom"],
    recorded: "part",
    premise: true,
  },
  hooks: {
    takes: {
      some: {
        beforeCreate: "functions",
        afterCreate: "functions",
        beforeUpdate: "functions",
        afterUpdate: "functions",
        beforeDelete: "functions",
        afterDelete: "functions",
        onError: "functions",
      },
    },
    on: ["custom"],
    recorded: "part",
  },
  retry: {
    takes: { all: { attempts: "count", delay: "duration" } },
    on: ["custom", "component"],
    inherited: true,
    recorded: "whole",
  },
  transforms: { takes: "functions", on: everything },
  hideDiffs: { takes: "paths", on: ["custom", "provider"], premise: true },
} as const satisfies { readonly [name: string]: ResourceOption };

/** One row of the table. */
export interface ResourceOption {
  /** Which values a program may give, and what they are registered as. */
  readonly takes: OptionForm;
  /** The resources that it has an effect on; on others it is a warning. */
  readonly on: readonly (ResourceKind | "remote component")[];
  /** A resource without it has that of the nearest component around it. */
  readonly inherited?: true;
  /** It decides which resource this is, so that no transform may change it. */
  readonly identity?: true;
  /** State keeps it for runs whose program is gone: its value, or what `recordedParts` in the engine makes of it. */
  readonly recorded?: "whole" | "part";
  /** A plan file holds it as the program gave it. What is recorded and what others are needed is held for all options. */
  readonly premise?: true;
  /** The edge from the resource to those that it names. */
  readonly edge?: EdgeKind;
  /** What a recorded option is called in exported state; without a name there, it is one of Coconut's own fields. */
  readonly exportedAs?: string;
}

/** A kind of value, or an object with parts of such kinds: any of `some`, each of `all`. */
export type OptionForm = keyof OptionValues | { readonly some: OptionParts } | { readonly all: OptionParts };
export type OptionParts = { readonly [part: string]: keyof OptionValues };

/** What each kind of value is registered as. */
export interface OptionValues {
  readonly flag: boolean;
  readonly text: string;
  readonly texts: readonly string[];
  /** Property paths. */
  readonly paths: readonly string[];
  /** A whole number from 1 to 100. */
  readonly count: number;
  /** In milliseconds. */
  readonly duration: number;
  readonly functions: readonly ((...parameters: never[]) => unknown)[];
  readonly expression: Expression;
  readonly dependencies: Expression;
  readonly resource: ResourceHandle;
  readonly resources: readonly ResourceHandle[];
  readonly provider: ResourceHandle;
  readonly providers: readonly ResourceHandle[];
  readonly aliases: readonly RegisteredAlias[];
  readonly import: RegisteredImport;
}

/** The id of the object to adopt; with `orCreate`, one is made where there is none. */
export type RegisteredImport = string | { readonly id: string; readonly orCreate?: boolean };

export type RegisteredAlias = KnownAlias | GivenAlias;

/** A former identity with an Output in it. `parent` is set if the program gives a resource as the parent. */
export interface GivenAlias {
  readonly given: Expression;
  readonly parent?: ResourceHandle;
}

/** A whole URN, or the parts that differed. `parent: null` means that it had none. */
export type KnownAlias =
  | string
  | {
      readonly name?: string;
      readonly type?: string;
      readonly parent?: ResourceHandle | string | null;
      readonly project?: string;
      readonly stack?: string;
    };

type Rows = typeof resourceOptions;
export type OptionName = keyof Rows;

/** The value that an option of a form is registered with. */
export type OptionValue<Form> = Form extends keyof OptionValues
  ? OptionValues[Form]
  : Form extends { readonly some: infer Parts }
    ? { readonly [Part in keyof Parts]?: OptionValue<Parts[Part]> }
    : Form extends { readonly all: infer Parts }
      ? { readonly [Part in keyof Parts]: OptionValue<Parts[Part]> }
      : never;

/** The options of a resource as the program gave them: resources as handles, what could be an Output as an expression. */
export type RegisteredOptions = { readonly [Name in OptionName]?: OptionValue<Rows[Name]["takes"]> };

type RecordedWhole = {
  [Name in OptionName]: Rows[Name] extends { readonly recorded: "whole" } ? Name : never;
}[OptionName];

/** The options that later runs need although the program may be gone. */
export interface RecordedOptions extends Omit<
  Pick<RegisteredOptions, RecordedWhole>,
  "protect" | "replaceTrigger"
> {
  /** `in-state`: someone protected it who is not the program. It stays until the program says something itself. */
  readonly protect?: boolean | "in-state";
  /** As it was evaluated. */
  readonly replaceTrigger?: Value;
  readonly deleteTimeoutMs?: number;
  /** The program stands around its deletion with functions, which only the program has. */
  readonly hasDeleteHooks?: boolean;
  /** The id that the program said to adopt. The object may be known by another, or have been replaced since. */
  readonly import?: string;
}

/** The options whose rows fit, in the order of the table. */
export function optionsWhere(fits: (row: ResourceOption) => boolean): readonly OptionName[] {
  return (Object.keys(resourceOptions) as OptionName[]).filter((name) => fits(resourceOptions[name]));
}

const expressionOptions = optionsWhere(
  ({ takes }) => takes === "expression" || takes === "dependencies",
) as readonly ("dependsOn" | "replaceTrigger")[];

/** The options that are expressions, by name. */
export function expressionsOf(
  options: RegisteredOptions,
): readonly (readonly [name: OptionName, expression: Expression])[] {
  const found: (readonly [OptionName, Expression])[] = [];
  for (const name of expressionOptions) {
    const expression = options[name];
    if (expression !== undefined) found.push([name, expression]);
  }
  return found;
}

const inheritedOptions = optionsWhere(({ inherited }) => inherited === true);

/** What a resource and the components around it say of options that are inherited: the nearest counts. */
export function nearestOptions(nearest: Family | undefined): RegisteredOptions {
  const found: { [name: string]: unknown } = {};
  for (let each = nearest; each !== undefined; each = each.parent) {
    const { options } = each;
    for (const name of inheritedOptions)
      if (found[name] === undefined && options[name] !== undefined) found[name] = options[name];
  }
  return found;
}

interface Family {
  readonly parent: Family | undefined;
  readonly options: RegisteredOptions;
}
