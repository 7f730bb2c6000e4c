import type { RecordedOptions, RegisteredOptions, Value } from "../../model/index.js";
import type { Mutable } from "../../std/mutable.js";

/** The options that later runs need, with other resources by what they are recorded as. */
export function recordedOptions(options: RegisteredOptions, replaceTrigger: Value): RecordedOptions {
  const recorded: Mutable<RecordedOptions> = {};
  for (const name of recordedAsTheyAre) copy(name, options, recorded);
  const deleteTimeoutMs = options.customTimeouts?.delete;
  const imported = typeof options.import === "object" ? options.import.id : options.import;
  if (replaceTrigger !== undefined) recorded.replaceTrigger = replaceTrigger;
  if (deleteTimeoutMs !== undefined) recorded.deleteTimeoutMs = deleteTimeoutMs;
  if (hasDeleteHooks(options)) recorded.hasDeleteHooks = true;
  if (imported !== undefined) recorded.import = imported;
  return recorded;
}

const recordedAsTheyAre = [
  "protect",
  "retainOnDelete",
  "deleteBeforeReplace",
  "ignoreChanges",
  "replaceOnChanges",
  "additionalSecretOutputs",
] as const;

function copy<Name extends (typeof recordedAsTheyAre)[number]>(
  name: Name,
  { [name]: value }: Pick<RecordedOptions, Name>,
  to: Mutable<RecordedOptions>,
): void {
  if (value !== undefined) to[name] = value;
}

/** The options of a resource with what someone has put on it in state, where the program says nothing about that. */
export function withStateProtection(
  options: RecordedOptions,
  before: RecordedOptions | undefined,
): RecordedOptions {
  const stays = options.protect === undefined && before?.protect === "in-state";
  return stays ? { ...options, protect: "in-state" } : options;
}

/** Whether the program has functions of its own to run around the deletion of a resource. */
export function hasDeleteHooks({ hooks }: RegisteredOptions): boolean {
  if (hooks === undefined) return false;
  return Object.hasOwn(hooks, "beforeDelete") || Object.hasOwn(hooks, "afterDelete");
}
