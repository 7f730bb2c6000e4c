import {
  optionsWhere,
  resourceOptions,
  type OptionName,
  type RecordedOptions,
  type RegisteredOptions,
  type Value,
} from "../../model/index.js";

/**
 * Returns the options that later runs need: whole values, or the recorded part. `evaluated` returns the values of
 * options that are expressions.
 */
export function recordedOptions(
  options: RegisteredOptions,
  evaluated: (name: OptionName) => Value,
): RecordedOptions {
  if (isEmpty(options)) return none;
  const recorded: { [name: string]: unknown } = {};
  for (const name of recordedWhole) {
    const value = resourceOptions[name].takes === "expression" ? evaluated(name) : options[name];
    if (value !== undefined) recorded[name] = value;
  }
  for (const name of recordedInPart) {
    const given = options[name];
    if (given !== undefined) Object.assign(recorded, recordedParts[name](given as never));
  }
  return recorded;
}

const none: RecordedOptions = {};

function isEmpty(options: RegisteredOptions): boolean {
  for (const _ in options) return false;
  return true;
}

const recordedWhole = optionsWhere(({ recorded }) => recorded === "whole");
const recordedInPart = optionsWhere(({ recorded }) => recorded === "part") as readonly RecordedInPart[];

type Rows = typeof resourceOptions;
type RecordedInPart = {
  [Name in OptionName]: Rows[Name] extends { readonly recorded: "part" } ? Name : never;
}[OptionName];

/** How to record options that are only recorded in part. */
const recordedParts: {
  readonly [Name in RecordedInPart]: (given: NonNullable<RegisteredOptions[Name]>) => RecordedOptions;
} = {
  import: (given) => ({ import: typeof given === "object" ? given.id : given }),
  customTimeouts: ({ delete: deleteTimeoutMs }) => (deleteTimeoutMs === undefined ? {} : { deleteTimeoutMs }),
  hooks: (hooks) => (hasDeleteHooks({ hooks }) ? { hasDeleteHooks: true } : {}),
};

/** Returns the options of a resource, with the protection set in state where the program does not set one. */
export function withStateProtection(
  options: RecordedOptions,
  before: RecordedOptions | undefined,
): RecordedOptions {
  const stays = options.protect === undefined && before?.protect === "in-state";
  return stays ? { ...options, protect: "in-state" } : options;
}

/** True if the program defines delete hooks for a resource. */
export function hasDeleteHooks({ hooks }: RegisteredOptions): boolean {
  if (hooks === undefined) return false;
  return Object.hasOwn(hooks, "beforeDelete") || Object.hasOwn(hooks, "afterDelete");
}
