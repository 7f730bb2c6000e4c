import { expect, test } from "vitest";
import { nextCommands, packageManager } from "./next-commands.js";

const program = { paths: ["main.ts", "package.json"], hasTest: true };
const library = { paths: ["example/main.ts", "src/index.ts"], hasTest: true };

test.each([
  ["npm/10.8.2 node/v20.20.2 linux x64 workspaces/false", "npm install", "npx coco apply", "npm test"],
  ["pnpm/9.1.0 npm/? node/v20.20.2 linux x64", "pnpm install", "pnpm exec coco apply", "pnpm test"],
  ["yarn/4.1.0 npm/? node/v20.20.2 linux x64", "yarn install", "yarn coco apply", "yarn test"],
  ["bun/1.2.0 npm/? node/v22.6.0 linux x64", "bun install", "bunx coco apply", "bun run test"],
  ["toString/1", "npm install", "npx coco apply", "npm test"],
  [undefined, "npm install", "npx coco apply", "npm test"],
])("%s", (userAgent, ...commands) => {
  const manager = packageManager(userAgent);
  expect(nextCommands({ folder: "shop", isIncomplete: true, ...program, manager })).toEqual([
    "cd shop",
    ...commands,
  ]);
});

test("nothing is said that need not be done, and a library is tested before it is looked at", () => {
  const manager = packageManager(undefined);
  expect(nextCommands({ folder: "", isIncomplete: false, ...library, manager })).toEqual([
    "npm test",
    "npx coco apply -C example",
  ]);
  expect(
    nextCommands({ folder: "my shop", isIncomplete: false, ...program, hasTest: false, manager }),
  ).toEqual(["cd 'my shop'", "npx coco apply"]);
});
