import { DiagnosticError, someValue, type Diagnostic, type Json } from "../model/index.js";
import { jsonMembers, type JsonMember } from "../std/json-members.js";
import { jsonPitfall } from "../std/json-pitfall.js";
import { fullKey, isSecretForm } from "./config-values.js";
import { configMalformed, keyFault, plainSecret, sealedInside } from "./config-problem.js";
import { isSealedText } from "./sealed-config-value.js";
import { JSON } from "../std/plain-json.js";

/** One value of the file, and where it stands in the text. */
export interface ConfigMember extends JsonMember {
  /** With the package that it belongs to. */
  readonly fullKey: string;
  readonly value: Json;
  /** What stands under `secret`, if it is sealed. */
  readonly sealed?: string;
}

/** The members of a configuration text. What cannot be told apart or found again is refused. */
export function parseConfig(text: string, file: string, project: string): readonly ConfigMember[] {
  const found = jsonMembers(text);
  if ("fault" in found) {
    const why = found.isJson ? "it holds no object" : "it is not JSON here";
    throw new DiagnosticError(configMalformed(file, why, text, found.fault));
  }
  const members = found.members.map((member) => configMember(member, text, project));
  const problems = members.flatMap(({ key, fullKey, keyStart }, index): Diagnostic[] => {
    const isTwice = members.findIndex((other) => other.fullKey === fullKey) < index;
    const fault = keyFault(key) ?? (isTwice ? `${JSON.stringify(fullKey)} is there twice` : undefined);
    return fault === undefined ? [] : [configMalformed(file, fault, text, keyStart)];
  });
  const [first, ...rest] = problems;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  const pitfall = jsonPitfall(text);
  if (pitfall !== undefined)
    throw new DiagnosticError(configMalformed(file, pitfall.why, text, pitfall.offset));
  return members;
}

/** Values that are not what they claim to be: a secret that is not sealed, a sealed text where none is looked for. */
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
