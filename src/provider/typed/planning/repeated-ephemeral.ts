import { containsEphemeral, getProperty, type Diagnostic, type ValueObject } from "../../../model/index.js";
import type { ProviderCall } from "../../contract/index.js";
import type { DefinedResource } from "../../resource-type.js";
import { writeOnlyNames } from "../../write-only.js";
import { problem } from "../diagnostics.js";
import { about } from "../hook/hook-runner.js";

/** Refuses ephemeral inputs of a type whose outputs repeat them: state records outputs. */
export function repeatedEphemeral(
  call: Pick<ProviderCall, "urn">,
  { type, inputs, outputs, echoes = [] }: DefinedResource,
  asked: ValueObject,
): readonly Diagnostic[] {
  const given = writeOnlyNames(inputs).filter((name) => containsEphemeral(getProperty(asked, name)));
  const [first] = given;
  if (first === undefined) return none;
  const repeating = [...echoes, ...given.filter((name) => Object.hasOwn(outputs, name))];
  if (repeating.length === 0) return none;
  return [
    problem("provider/repeated-ephemeral", {
      detail: `The input ${first} of ${type} is ephemeral, and the outputs ${repeating.join(", ")} may repeat it. State records outputs.`,
      hint: "Give the input a value that may be recorded, such as a secret.",
      ...about(call),
      path: first,
    }),
  ];
}

const none: readonly Diagnostic[] = [];
