/** The commands of a package manager. */
export interface PackageManager {
  readonly install: string;
  readonly test: string;
  /** Runs what a dependency brings along. */
  readonly run: (command: string) => string;
}

/** The package manager that started us, as it says in `npm_config_user_agent`: `pnpm/9.1.0 npm/? node/v20…`. */
export function packageManager(userAgent: string | undefined): PackageManager {
  const [name = ""] = (userAgent ?? "").split("/");
  return others.get(name) ?? npm;
}

const npm: PackageManager = {
  install: "npm install",
  test: "npm test",
  run: (command) => `npx ${command}`,
};

const others: ReadonlyMap<string, PackageManager> = new Map([
  ["pnpm", { install: "pnpm install", test: "pnpm test", run: (command) => `pnpm exec ${command}` }],
  ["yarn", { install: "yarn install", test: "yarn test", run: (command) => `yarn ${command}` }],
  // Its own test runner is what `bun test` would be.
  ["bun", { install: "bun install", test: "bun run test", run: (command) => `bunx ${command}` }],
]);
