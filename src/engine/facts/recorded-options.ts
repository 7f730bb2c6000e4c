import type { RecordedOptions, RegisteredOptions, Value } from "../../model/index.js";

/** The options that later runs need, with other resources by what they are recorded as. */
export function recordedOptions(options: RegisteredOptions, replaceTrigger: Value): RecordedOptions {
  const {
    protect,
    retainOnDelete,
    deleteBeforeReplace,
    ignoreChanges,
    replaceOnChanges,
    additionalSecretOutputs,
    customTimeouts,
  } = options;
  const imported = typeof options.import === "object" ? options.import.id : options.import;
  return {
    ...(protect !== undefined && { protect }),
    ...(retainOnDelete !== undefined && { retainOnDelete }),
    ...(deleteBeforeReplace !== undefined && { deleteBeforeReplace }),
    ...(ignoreChanges !== undefined && { ignoreChanges }),
    ...(replaceOnChanges !== undefined && { replaceOnChanges }),
    ...(additionalSecretOutputs !== undefined && { additionalSecretOutputs }),
    ...(replaceTrigger !== undefined && { replaceTrigger }),
    ...(customTimeouts?.delete !== undefined && { deleteTimeoutMs: customTimeouts.delete }),
    ...(hasDeleteHooks(options) && { hasDeleteHooks: true }),
    ...(imported !== undefined && { import: imported }),
  };
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
export function hasDeleteHooks({ hooks = {} }: RegisteredOptions): boolean {
  return Object.hasOwn(hooks, "beforeDelete") || Object.hasOwn(hooks, "afterDelete");
}
