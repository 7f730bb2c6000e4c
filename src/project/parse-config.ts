import { DiagnosticError, someValue, type Diagnostic, type Json } from "../model/index.js";
import { jsonMembers, type JsonMember } from "../std/json-members.js";
import { jsonPitfall } from "../std/json-pitfall.js";
import { fullKey, isSecretForm } from "./config-values.js";
import { configMalformed, keyFault, plainSecret, sealedInside } from "./config-problem.js";
import { isSealedText } from "./sealed-config-value.js";
import { JSON } from "../std/plain-json.js";

/** One value of the file, and its position in the text. */
export interface ConfigMember extends JsonMember {
  /** Includes the package. */
  readonly fullKey: string;
  readonly value: Json;
  /** The text under `secret`, if it is encrypted. */
  readonly sealed?: string;
}

/** Parses the members of a configuration text. Throws for invalid or duplicate keys. */
export function parseConfig(text: string, file: string, project: string): readonly ConfigMember[] {
  const found = jsonMembers(text);
  if ("fault" in found) {
    const why = found.isJson ? "it does not contain an object" : "invalid JSON at this position";
    throw new DiagnosticError(configMalformed(file, why, text, found.fault));
  }
  const members = found.members.map((member) => configMember(member, text, project));
  const problems = members.flatMap(({ key, fullKey, keyStart }, index): Diagnostic[] => {
    const isTwice = members.findIndex((other) => other.fullKey === fullKey) < index;
    const fault = keyFault(key) ?? (isTwice ? `the key ${JSON.stringify(fullKey)} appears twice` : undefined);
    return fault === undefined ? [] : [configMalformed(file, fault, text, keyStart)];
  });
  const [first, ...rest] = problems;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  const pitfall = jsonPitfall(text);
  if (pitfall !== undefined)
    throw new DiagnosticError(configMalformed(file, pitfall.why, text, pitfall.offset));
  return members;
}

/** Returns the problems of a value: a secret that is not encrypted, or an encrypted text in the wrong place. */
export function memberProblems(member: ConfigMember, text: string, file: string): Diagnostic[] {
  const { value, sealed, fullKey } = member;
  if (sealed !== undefined) return [];
  if (isSecretForm(value)) return [plainSecret(file, fullKey, text, member.valueStart)];
  const isSealed = someValue(value, (part) => typeof part === "string" && isSealedText(part));
  return isSealed ? [sealedInside(file, fullKey, text, member.valueStart)] : [];
}

function configMember(member: JsonMember, text: string, project: string): ConfigMember {
  const value = JSON.parse(text.slice(member.valueStart, member.valueEnd)) as Json;
  const secret = isSecretForm(value) ? value.secret : undefined;
  return {
    ...member,
    fullKey: fullKey(project, member.key),
    value,
    ...(typeof secret === "string" && isSealedText(secret) && { sealed: secret }),
  };
}
