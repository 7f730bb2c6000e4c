import type { Mutant } from "../mutant.js";

/** Mistakes one could make with keys and sealed configuration. */
export const keyMutants: readonly Mutant[] = [
  {
    name: "a rotation forgets the configuration file",
    file: "src/operations/keys.ts",
    find: "if (configFile !== undefined) await resealConfigFile(store, project, configFile);",
    replace: "",
  },
  {
    name: "a rotation that was cut off is not finished",
    file: "src/store/rotate-key.ts",
    find: "const resumed = ports.ring().active.length > 1;",
    replace: "const resumed = false;",
  },
  {
    name: "the old key never retires",
    file: "src/store/rotate-key.ts",
    find: "const retired = withOldRetired(ports.ring());",
    replace: "const retired = ports.ring();",
  },
  {
    name: "rows keep the key they were sealed with",
    file: "src/store/rotate-key.ts",
    find: "const rows = await resealRows(ports);",
    replace: "const rows = 0;",
  },
  {
    name: "a sealed configuration value is handed over as plain",
    file: "src/project/open-config.ts",
    find: "return [key, { secret: opened?.value ?? null }];",
    replace: "return [key, opened?.value ?? null];",
  },
  {
    name: "the history keeps the old key",
    file: "src/store/rotate-key.ts",
    find: "await authenticateRuns(ports);",
    replace: "",
  },
  {
    name: "a rotation begins although the configuration cannot be opened",
    file: "src/operations/keys.ts",
    find: "if (configFile !== undefined) await openConfigFile(store, project, configFile);",
    replace: "",
  },
  {
    name: "what opened a stack before still opens it",
    file: "src/store/rotate-key.ts",
    find: 'await ports.write({ what: "keys wrapped anew", ring });',
    replace: "",
  },
];
