import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checks } from "../../src/testing/provider-kit/test-provider.js";
import { pagePaths, readPage, root } from "./pages.js";

test("the page about testing lists every check of the conformance kit, in its order", () => {
  const [, table = ""] = readPage("docs/providers/testing.md").split("\n## What is checked\n");
  const listed = [...table.split("\n## ")[0]!.matchAll(/^\| (.+?) \| /gm)].map(([, first]) => first!);
  const names = checks.map(({ name }) => name("").replace(/^: /, ""));
  expect(listed).toEqual(["check", ...names]);
});

/** What the types say of a hook or of what a hook is given, by name. */
test.each([
  ["src/provider/resource-hooks.ts", "ResourceHooks"],
  ["src/provider/hook-calls.ts", "Call"],
  ["src/provider/hook-calls.ts", "CreateCall"],
  ["src/provider/hook-calls.ts", "UpdateCall"],
  ["src/provider/hook-calls.ts", "LogsCall"],
  ["src/provider/provider-component.ts", "ConstructCall"],
  ["src/testing/provider-kit/sample.ts", "ProviderSample"],
])("the guide names all that %s says of %s", (file, name) => {
  const source = readFileSync(join(root, file), "utf8");
  const [, body = ""] = new RegExp(`interface ${name}\\b[^{]*\\{\\n([^]*?)\\n\\}`).exec(source)!;
  const members = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, member]) => member!);
  expect(members.length).toBeGreaterThan(1);
  expect(members.filter((member) => !guide.includes(`\`${member}`) && !heads.has(member))).toEqual([]);
});

const guide = pagePaths
  .filter((path) => path.startsWith("docs/providers/"))
  .map(readPage)
  .join("\n");

const heads = new Set([...guide.matchAll(/^## (.+)$/gm)].map(([, head]) => head!));
