import type { Expression } from "./expression.js";
import type { EdgeKind, ResourceHandle, ResourceKind } from "./resource-handle.js";
import type { Value } from "./value/index.js";

const everything = ["custom", "component", "provider", "external"] as const;

/**
 * All resource options except `parent`, which is part of the registration itself. All code that treats options
 * uniformly (reading, inheriting, recording, plan files, exports) uses this table; only code that implements the effect
 * of an option names it.
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
  /** The values that a program may pass, and their registered form. */
  readonly takes: OptionForm;
  /** The kinds of resources on which it has an effect. On others it causes a warning. */
  readonly on: readonly (ResourceKind | "remote component")[];
  /** A resource without it inherits it from the nearest component around it. */
  readonly inherited?: true;
  /** It is part of the identity of the resource, so transforms must not change it. */
  readonly identity?: true;
  /**
   * State records it for runs after the program is gone: its value, or the parts that `recordedParts` in the engine
   * selects.
   */
  readonly recorded?: "whole" | "part";
  /**
   * A plan file stores it as the program gave it. For all options, plan files store the recorded part and the
   * dependencies.
   */
  readonly premise?: true;
  /** The kind of edge from the resource to those that it names. */
  readonly edge?: EdgeKind;
  /** The name of a recorded option in exported state. Without one, it is exported among Coconut's own fields. */
  readonly exportedAs?: string;
}

/** A kind of value, or an object with parts of such kinds: any of `some`, each of `all`. */
export type OptionForm = keyof OptionValues | { readonly some: OptionParts } | { readonly all: OptionParts };
export type OptionParts = { readonly [part: string]: keyof OptionValues };

/** The registered form of each kind of value. */
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

/** The id of the object to adopt. With `orCreate`, an object is created if there is none. */
export type RegisteredImport = string | { readonly id: string; readonly orCreate?: boolean };

export type RegisteredAlias = KnownAlias | GivenAlias;

/** A former identity that contains an Output. `parent` is set if the program passes a resource as the parent. */
export interface GivenAlias {
  readonly given: Expression;
  readonly parent?: ResourceHandle;
}

/** A complete URN, or the parts that differed. `parent: null` means that it had no parent. */
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

/** The registered form of an option. */
export type OptionValue<Form> = Form extends keyof OptionValues
  ? OptionValues[Form]
  : Form extends { readonly some: infer Parts }
    ? { readonly [Part in keyof Parts]?: OptionValue<Parts[Part]> }
    : Form extends { readonly all: infer Parts }
      ? { readonly [Part in keyof Parts]: OptionValue<Parts[Part]> }
      : never;

/** The options of a resource as the program gave them: resources as handles, and possible Outputs as expressions. */
export type RegisteredOptions = { readonly [Name in OptionName]?: OptionValue<Rows[Name]["takes"]> };

type RecordedWhole = {
  [Name in OptionName]: Rows[Name] extends { readonly recorded: "whole" } ? Name : never;
}[OptionName];

/** The options that later runs need even if the program is gone. */
export interface RecordedOptions extends Omit<
  Pick<RegisteredOptions, RecordedWhole>,
  "protect" | "replaceTrigger"
> {
  /** `in-state`: protected by a command, not by the program. It stays protected until the program sets the option. */
  readonly protect?: boolean | "in-state";
  /** The evaluated value. */
  readonly replaceTrigger?: Value;
  readonly deleteTimeoutMs?: number;
  /** Whether the program has hooks around its deletion, which are functions that only the program has. */
  readonly hasDeleteHooks?: boolean;
  /**
   * The id that the program declared for adoption. The object may have another id by now, or may have been replaced.
   */
  readonly import?: string;
}

/** Returns the options whose rows match, in the order of the table. */
export function optionsWhere(fits: (row: ResourceOption) => boolean): readonly OptionName[] {
  return (Object.keys(resourceOptions) as OptionName[]).filter((name) => fits(resourceOptions[name]));
}

const expressionOptions = optionsWhere(
  ({ takes }) => takes === "expression" || takes === "dependencies",
) as readonly ("dependsOn" | "replaceTrigger")[];

/** Returns the options that are expressions, by name. */
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

/** Returns the inherited options of a resource. The nearest component counts. */
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
