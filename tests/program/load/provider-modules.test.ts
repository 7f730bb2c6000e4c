import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BuiltPackage } from "../../support/built-package.js";

/** The modules that Coconut generates for a provider, without their declarations. */
const generated = {
  ".coconut/tf/package.json": `{ "type": "module" }`,
  ".coconut/tf/random.js": `export * from "./random/index.js";\n`,
  ".coconut/tf/random/index.js": `import { resource } from "@coconut/coconut/terraform";\nexport const Password = resource("random_password");\n`,
};
const imports = `"imports": { "#tf/*": "./.coconut/tf/*.js" }`;

describe("a program that imports generated modules of a provider", () => {
  let built: BuiltPackage;
  beforeAll(() => {
    built = new BuiltPackage();
  });
  afterAll(() => built.remove());

  test.each([
    ["ES modules", `{ "name": "shop", "type": "module", ${imports} }`],
    ["CommonJS", `{ "name": "shop", ${imports} }`],
  ])("in a package of %s names resources after their place in the code", async (_, manifest) => {
    const project = built.project({
      ...generated,
      "package.json": manifest,
      "main.ts": `import { Password } from "#tf/random";\nexport const db = new Password({ length: 24 });\n  new Password("named", {});`,
    });
    const report = await project.run();
    expect(report.diagnostics).toEqual([]);
    expect(report.registrations).toMatchObject([
      { type: "tf_random:random_password", name: "shop:main#db", kind: "custom", position: "main.ts:2:19" },
      { type: "tf_random:random_password", name: "named", kind: "custom", position: "main.ts:3:3" },
    ]);
  });

  test("is told how to generate modules that are missing", async () => {
    const main = `import { S3Bucket } from "#tf/aws/s3_bucket";\nnew S3Bucket({});`;
    const missing = {
      code: "program/missing-typings",
      detail: expect.stringContaining(`"#tf/aws/s3_bucket"`),
    };
    const install = expect.stringContaining("coco provider install");
    const rows = [
      [`{ "name": "shop", ${imports} }`, { ...missing, hint: install, position: "main.ts:1:26" }],
      [`{ "name": "shop" }`, { ...missing, hint: expect.stringContaining(imports), position: "main.ts:1:1" }],
      [
        `{ "name": "shop", "imports": { "#a": "./a.js" } }`,
        { ...missing, hint: expect.stringContaining(imports) },
      ],
    ] as const;
    for (const [manifest, expected] of rows) {
      const project = built.project({ ...generated, "package.json": manifest, "main.ts": main });
      expect((await project.run()).diagnostics).toMatchObject([expected]);
    }
  });

  test("is told that a type is missing in a module", async () => {
    const project = built.project({
      ...generated,
      "package.json": `{ "name": "shop", ${imports} }`,
      "main.ts": `import { Passwort } from "#tf/random";\nnew Passwort({});`,
    });
    expect((await project.run()).diagnostics).toMatchObject([
      {
        code: "program/compile-error",
        hint: expect.stringContaining("coco provider install"),
        position: "main.ts:1:10",
      },
    ]);
  });
});
