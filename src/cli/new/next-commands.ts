import { shellWord } from "../../std/shell-word.js";

export interface NewProjectFacts {
  /** Relative to the current folder; empty if it is the current folder. */
  readonly folder: string;
  /** A dependency is not installed. */
  readonly isIncomplete: boolean;
  /** Paths of the project files. */
  readonly paths: readonly string[];
  readonly hasTest: boolean;
  readonly manager: PackageManager;
}

/** Returns the commands to run next, in order. A program is applied before its tests; an example after them. */
export function nextCommands({
  folder,
  isIncomplete,
  paths,
  hasTest,
  manager,
}: NewProjectFacts): readonly string[] {
  const test = hasTest ? [manager.test] : [];
  const own = paths.includes("main.ts") ? [manager.run("coco apply")] : [];
  const example = paths.includes("example/main.ts") ? [manager.run("coco apply -C example")] : [];
  return [
    ...(folder === "" ? [] : [`cd ${shellWord(folder)}`]),
    ...(isIncomplete ? [manager.install] : []),
    ...own,
    ...test,
    ...example,
  ];
}

/** The commands of a package manager. */
interface PackageManager {
  readonly install: string;
  readonly test: string;
  /** Returns the command that runs an executable of a dependency. */
  readonly run: (command: string) => string;
}

/** Returns the package manager that started coco, from `npm_config_user_agent`: `pnpm/9.1.0 npm/? node/v20…`. */
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
  // `bun test` would start the test runner of Bun instead of the script.
  ["bun", { install: "bun install", test: "bun run test", run: (command) => `bunx ${command}` }],
]);
