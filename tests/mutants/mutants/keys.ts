import type { Mutant } from "../mutant.js";

/** Mistakes one could make with keys and sealed configuration. */
export const keyMutants: readonly Mutant[] = [
  {
    name: "a rotation forgets the configuration file",
    in: "rotateKey",
    find: "if (configFile !== undefined) await resealConfigFile(store, project, configFile);",
    replace: "",
  },
  {
    name: "a rotation that was cut off is not finished",
    in: "rotateKey",
    find: "const resumed = ports.ring().active.length > 1;",
    replace: "const resumed = false;",
  },
  {
    name: "the old key never retires",
    in: "rotateKey",
    find: "const retired = withOldRetired(ports.ring());",
    replace: "const retired = ports.ring();",
  },
  {
    name: "rows keep the key they were sealed with",
    in: "rotateKey",
    find: "const rows = await resealRows(ports);",
    replace: "const rows = 0;",
  },
  {
    name: "a sealed configuration value is handed over as plain",
    in: "openConfig",
    find: "return [key, { secret: opened?.value ?? null }];",
    replace: "return [key, opened?.value ?? null];",
  },
  {
    name: "the history keeps the old key",
    in: "rotateKey",
    find: "await authenticateRuns(ports);",
    replace: "",
  },
  {
    name: "a rotation begins although the configuration cannot be opened",
    in: "rotateKey",
    find: "if (configFile !== undefined) await openConfigFile(store, project, configFile);",
    replace: "",
  },
  {
    name: "what opened a stack before still opens it",
    in: "rewrapKey",
    find: 'await ports.write({ what: "keys wrapped anew", ring });',
    replace: "",
  },
];
