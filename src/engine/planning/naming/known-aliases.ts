import {
  DiagnosticError,
  type Diagnostic,
  type GivenAlias,
  type KnownAlias,
  type RegisteredAlias,
  type Registration,
  type Value,
} from "../../../model/index.js";
import { isJsonObject } from "../../../std/plain-json.js";
import { valueOf } from "../../facts/asked.js";
import type { Evaluator } from "../../../program/index.js";
import { problem } from "../../diagnostics.js";

/** Returns the aliases of a resource, with Outputs evaluated. Synchronous if there are no Outputs. */
export function knownAliases(
  registration: Registration,
  evaluator: Evaluator,
): readonly KnownAlias[] | Promise<readonly KnownAlias[]> {
  const aliases: readonly RegisteredAlias[] = registration.options.aliases ?? none;
  if (!aliases.some(isGiven)) return aliases;
  return Promise.all(
    aliases.map(async (alias) => (isGiven(alias) ? evaluated(registration, alias, evaluator) : alias)),
  );
}

const none: readonly KnownAlias[] = [];

function isGiven(alias: RegisteredAlias): alias is GivenAlias {
  return typeof alias === "object" && "given" in alias;
}

async function evaluated(
  registration: Registration,
  { given, parent }: GivenAlias,
  evaluator: Evaluator,
): Promise<KnownAlias> {
  const { value } = await valueOf(given, evaluator);
  if (!isAlias(value)) throw new DiagnosticError(unusable(registration));
  return typeof value === "string" || parent === undefined ? value : { ...(value as object), parent };
}

/** Unknown and secret values are objects with other members. */
function isAlias(value: Value): value is Value & KnownAlias {
  if (typeof value === "string") return true;
  if (!isJsonObject(value)) return false;
  return Object.entries(value).every(
    ([part, text]) => parts.has(part) && (typeof text === "string" || (part === "parent" && text === null)),
  );
}

const parts = new Set(["name", "type", "parent", "project", "stack"]);

function unusable({ urn, type, name, position }: Registration): Diagnostic {
  return problem("engine/unusable-alias", {
    detail: `An alias of ${type} ${JSON.stringify(name)} is an Output that is secret, comes from a resource, or is neither a URN nor an alias object. Coconut looks resources up in state before it plans anything, so an alias must be known from the program and its configuration alone.`,
    hint: "Build the alias from plain values, such as coconut.getStack() or a configuration value.",
    resource: urn,
    ...(position && { position }),
  });
}
