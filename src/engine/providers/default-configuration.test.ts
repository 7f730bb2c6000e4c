import { describe, expect, test } from "vitest";
import { secretOf, type ValueObject } from "../../model/index.js";
import { defaultConfiguration, projectSettings, withReachingKeys } from "./default-configuration.js";

const version = "1.0.0";
const stack = "dev";
const disk = { name: "disk", version };

describe("the default configuration of a package", () => {
  test.each<[says: string, project: string, name: string, config: ValueObject, found: ValueObject]>([
    ["its keys", "shop", "disk", { "disk:root": "/a", "shop:root": "/b" }, { root: "/a" }],
    ["its keys in full", "shop", "disk", { "provider:disk:root": "/a" }, { root: "/a" }],
    ["the full key if both are set", "shop", "disk", { "provider:disk:a": 1, "disk:a": 2 }, { a: 1 }],
    ["nothing if the project has the same name", "disk", "disk", { "disk:root": "/a" }, {}],
    ["the full keys in that case", "disk", "disk", { "disk:a": 1, "provider:disk:b": 2 }, { b: 2 }],
    ["nothing of a longer package name", "shop", "disk", { "disk2:a": 1, "provider:disk2:a": 1 }, {}],
    [
      "its own keys if it is named provider",
      "shop",
      "provider",
      { "provider:a": 1, "provider:disk:b": 2 },
      { a: 1 },
    ],
    [
      "its full keys in that case",
      "provider",
      "provider",
      { "provider:a": 1, "provider:provider:b": 2 },
      { b: 2 },
    ],
  ])("%s", (_, project, name, config, found) => {
    expect(defaultConfiguration({ name, version }, { project, stack, config }).config).toEqual(found);
  });
});

describe("configuration of a project with the same name as the package", () => {
  const source = (config: ValueObject) => defaultConfiguration(disk, { project: "disk", stack, config });

  test("cause a warning if the package has them too", () => {
    const told = (config: ValueObject) =>
      projectSettings("disk", source(config), ["root", "token"]).map(({ severity, hint }) => [
        severity,
        hint,
      ]);
    expect(told({ "disk:color": 1 })).toEqual([]);
    expect(told({ "disk:root": 1, "provider:disk:root": 2 })).toEqual([]);
    expect(told({ "disk:root": 1, "disk:token": secretOf("s") })).toEqual([
      ["warning", "To configure the provider:\n    coco config set provider:disk:root <value>"],
      ["warning", "To configure the provider:\n    coco config set provider:disk:token --secret"],
    ]);
    const other = defaultConfiguration(disk, { project: "shop", stack, config: { "disk:root": 1 } });
    expect(projectSettings("disk", other, ["root"])).toEqual([]);
  });

  test("are not suggested for a rejected configuration", () => {
    const refused = { code: "x/y", severity: "error", summary: "", detail: "" } as const;
    const hints = (hint: string, project: string) =>
      withReachingKeys("disk", defaultConfiguration(disk, { project, stack }), [{ ...refused, hint }]).map(
        (each) => each.hint,
      );
    expect(hints("coco config set disk:root …", "shop")).toEqual(["coco config set disk:root …"]);
    expect(hints("coco config set disk:root …", "disk")).toEqual([
      "coco config set provider:disk:root …\nKeys that begin with disk: belong to the project, which has the same name.",
    ]);
    expect(hints("Did you mean it?", "disk")).toEqual(["Did you mean it?"]);
  });
});
