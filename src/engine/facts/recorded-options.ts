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
  } = options;
  return Object.fromEntries(
    Object.entries({
      protect,
      retainOnDelete,
      deleteBeforeReplace,
      ignoreChanges,
      replaceOnChanges,
      additionalSecretOutputs,
      replaceTrigger,
      deleteTimeoutMs: options.customTimeouts?.delete,
    }).filter(([, value]) => value !== undefined),
  );
}
