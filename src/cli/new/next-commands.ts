import { shellWord } from "../../std/shell-word.js";

export interface NewProjectFacts {
  /** From where the user stands; empty if it is that folder. */
  readonly folder: string;
  /** Whether something that it depends on is not installed. */
  readonly isIncomplete: boolean;
  /** The paths of its files. */
  readonly paths: readonly string[];
  readonly hasTest: boolean;
  readonly manager: PackageManager;
}

/** What to type next, in this order. A program of its own is applied first; an example comes after the tests. */
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
