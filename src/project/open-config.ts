import { DiagnosticError, type Diagnostic, type ValueObject } from "../model/index.js";
import { readConfigFile, rewriteConfigFile } from "./config-file.js";
import { cannotOpen } from "./config-problem.js";
import { configValues, fullKey, isSecretForm, type ConfigValue } from "./config-values.js";
import { withMember } from "./edit-config.js";
import { memberProblems } from "./parse-config.js";
import { isSealedText, openConfigValue, sealConfigValue, type ConfigSealing } from "./sealed-config-value.js";

type ConfigEntries = { readonly [key: string]: ConfigValue };

/**
 * Returns the configuration by full key, decrypted. Configuration that is passed in memory may contain plain secrets.
 */
export function openConfig(
  sealing: ConfigSealing,
  project: string,
  config: ConfigEntries,
  where?: string,
): ValueObject {
  const problems: Diagnostic[] = [];
  const entries = Object.entries(config).map(([key, value]): [string, ConfigValue] => {
    if (!isSecretForm(value) || typeof value.secret !== "string" || !isSealedText(value.secret)) {
      return [key, value];
    }
    const opened = openConfigValue(sealing, fullKey(project, key), value.secret);
    if (opened === undefined) problems.push(cannotOpen(fullKey(project, key), where));
    return [key, { secret: opened?.value ?? null }];
  });
  const [first, ...rest] = problems;
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  return configValues(project, Object.fromEntries(entries));
}

/** Returns the configuration in a file, where every secret must be encrypted. */
export async function openConfigFile(
  sealing: ConfigSealing,
  project: string,
  file: string,
): Promise<ValueObject> {
  const { text, members } = await readConfigFile(file, project);
  const [first, ...rest] = members.flatMap((member) => memberProblems(member, text, file));
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
  const config = Object.fromEntries(members.map(({ fullKey: key, value }) => [key, value]));
  return openConfig(sealing, project, config, file);
}

/**
 * Re-encrypts the secrets in the file with the current key of the stack. Secrets that already use that key stay
 * unchanged.
 */
export async function resealConfigFile(sealing: ConfigSealing, project: string, file: string): Promise<void> {
  await rewriteConfigFile(file, project, ({ text, members }) => {
    let next = text;
    for (const { key, fullKey, sealed } of members) {
      if (sealed === undefined) continue;
      const opened = openConfigValue(sealing, fullKey, sealed);
      if (opened === undefined) throw new DiagnosticError(cannotOpen(fullKey, file));
      const again = sealConfigValue(sealing, fullKey, opened.value);
      if (again !== sealed) next = withMember(next, key, { secret: again });
    }
    return next;
  });
}
