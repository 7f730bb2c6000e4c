import type { ValueObject } from "../../model/index.js";
import { capture } from "../../sdk/internal.js";
import type { Subject } from "./check.js";

/** The settings of the provider as a stack has them: `{ "disk:root": "…" }`. */
export function configValues({ defined, config = {} }: Subject): ValueObject {
  const captured = capture(
    Object.fromEntries(
      Object.entries(config).map(([field, value]) => [`${defined.provider.package}:${field}`, value]),
    ),
  );
  if (captured.kind === "constant") return captured.value as ValueObject;
  throw new TypeError("The configuration of a provider under test is plain data.");
}
