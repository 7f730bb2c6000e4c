import { DiagnosticError } from "../model/index.js";
import { rewriteConfigFile } from "./config-file.js";
import { cannotOpen } from "./config-problem.js";
import { withMember } from "./edit-config.js";
import { openConfigValue, sealConfigValue, type Sealing } from "./sealed-config-value.js";

/** Seals what is sealed in the file with the current key of the stack. What that has sealed already stays. */
export async function resealConfigFile(sealing: Sealing, project: string, file: string): Promise<void> {
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
