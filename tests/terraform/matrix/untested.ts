import type { ColumnName } from "./columns.js";
import type { Phase } from "./phases.js";

/** Why a phase has no test with a provider. */
export const untested: Readonly<Partial<Record<Phase, Readonly<Partial<Record<ColumnName, string>>>>>> = {
  update: { local: "every attribute replaces" },
  drift: { time: "objects exist only in state", local: "a file with other contents counts as gone" },
  refresh: { time: "objects exist only in state" },
  "import by command": { local: "no type can be imported" },
  "no import": {
    time: "every type can be imported",
    framework6: "every type can be imported",
    framework5: "every type can be imported",
  },
  "import by option": { time: "objects exist only in state", local: "no type can be imported" },
  "two configurations": both("no configuration"),
  "unknown configuration": both("no configuration"),
  "default configuration": both("no configuration"),
  "data source": { time: "no data sources" },
  function: { sdk: "SDK v2 has no functions" },
  "ephemeral value": { ...both("no write-only attributes"), sdk: "the probe has no ephemeral resources" },
  "state upgrade": both("every schema has version 0"),
  "no id": { ...both("every type has an id"), sdk: "SDK v2 gives every type an id" },
  "identity import": { ...both("no identities"), sdk: "the probe has no identities" },
  "sets in any order": both("no sets"),
  "nested values": {
    ...both("no nested attributes or blocks"),
    framework5: "protocol 5 has no nested attributes",
  },
  "max-1 block": {
    ...both("no blocks"),
    framework6: "the framework uses single blocks",
    framework5: "the framework uses single blocks",
  },
  "exact numbers": { ...both("no such attributes"), sdk: "SDK v2 has no long numbers and no dynamic values" },
  customTimeouts: both("no timeouts"),
  replaceOnChanges: { local: "every attribute replaces" },
  "cancel once": both("no way to see that a call is in flight"),
  "cancel twice": both("no way to see that a call is in flight"),
  warning: both("only the probes can be told to do this"),
  "refused delete": { ...both("no type refuses"), sdk: "SDK v2 does not plan deletions" },
  "wrong plan": { ...both("only the probes can be told to do this"), sdk: "plans of SDK v2 only predict" },
  "wrong result": { ...both("only the probes can be told to do this"), sdk: "plans of SDK v2 only predict" },
  "unknown result": {
    ...both("only the probes can be told to do this"),
    sdk: "SDK v2 never returns unknown values",
  },
  "no result": both("only the probes can be told to do this"),
  "failed create": { time: "only the probes can be told to do this" },
  "partial create": both("only the probes can be told to do this"),
  "failed update": both("only the probes can be told to do this"),
  "failed delete": both("only the probes can be told to do this"),
};

/** The same reason for both released providers. */
function both(reason: string): { readonly time: string; readonly local: string } {
  return { time: reason, local: reason };
}
