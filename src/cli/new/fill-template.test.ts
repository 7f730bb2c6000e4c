import { expect, test } from "vitest";
import { fillTemplate } from "./fill-template.js";

const facts = { name: "@acme/shop", version: "1.2.3" };

test("the name stands where it belongs, and code is left alone", () => {
  const files = [
    { path: "main.ts", text: `const a = "my-project";` },
    { path: "README.md", text: "# my-project\n\nmy-project\n" },
    { path: "example/coconut.json", text: `{ "name": "my-project-example" }\n` },
    { path: "gitignore", text: "dist/\n" },
    { path: "example/gitignore", text: "my-project\n" },
  ];
  expect(fillTemplate(files, facts)).toEqual([
    { path: ".gitignore", text: "dist/\n" },
    { path: "README.md", text: "# @acme/shop\n\n@acme/shop\n" },
    { path: "example/coconut.json", text: `{ "name": "@acme/shop-example" }\n` },
    { path: "example/gitignore", text: "my-project\n" },
    { path: "main.ts", text: `const a = "my-project";` },
  ]);
});

test("a name that was there already stands as it is, whatever is in it", () => {
  const files = ["coconut.json", "package.template.json"].map((path) => ({
    path,
    text: `{"name":"my-project"}`,
  }));
  for (const { text } of fillTemplate(files, { name: `a"$&'b`, version: "1.2.3" }))
    expect(JSON.parse(text)).toEqual({ name: `a"$&'b` });
});

test("package.json has our version, and not the description of the template", () => {
  const text = JSON.stringify({
    name: "my-project",
    description: "A template.",
    peerDependencies: { "@coconut/coconut": "*" },
    devDependencies: { "@coconut/coconut": "*", typescript: "7.0.2" },
  });
  const [file] = fillTemplate([{ path: "package.template.json", text }], facts);
  expect(file!.path).toBe("package.json");
  expect(file!.text).toBe(`{
  "name": "@acme/shop",
  "peerDependencies": {
    "@coconut/coconut": "^1.2.3"
  },
  "devDependencies": {
    "@coconut/coconut": "^1.2.3",
    "typescript": "7.0.2"
  }
}
`);
});
