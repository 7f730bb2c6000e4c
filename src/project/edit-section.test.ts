import { expect, test } from "vitest";
import { withoutSectionMember, withSectionMember } from "./edit-section.js";

const entry = { terraform: "hashicorp/time@~> 0.14" };

test.each<[why: string, before: string, after: string]>([
  [
    "an empty file",
    "{}\n",
    '{\n  "packages": {\n    "tf_time": {\n      "terraform": "hashicorp/time@~> 0.14"\n    }\n  }\n}\n',
  ],
  [
    "no such section",
    '{\n\t"name": "shop"\n}',
    '{\n\t"name": "shop",\n\t"packages": {\n\t  "tf_time": {\n\t    "terraform": "hashicorp/time@~> 0.14"\n\t  }\n\t}\n}',
  ],
  [
    "other packages",
    '{\n  "packages": {\n    "disk": "./disk.ts"\n  },\n  "name": "shop"\n}\n',
    '{\n  "packages": {\n    "disk": "./disk.ts",\n    "tf_time": {\n      "terraform": "hashicorp/time@~> 0.14"\n    }\n  },\n  "name": "shop"\n}\n',
  ],
  [
    "an empty section",
    '{\n  "packages": {}\n}\n',
    '{\n  "packages": {\n    "tf_time": {\n      "terraform": "hashicorp/time@~> 0.14"\n    }\n  }\n}\n',
  ],
  [
    "the package already, on one line",
    '{ "packages": { "tf_time": { "terraform": "./bin/time" }, "disk": "./disk.ts" } }\n',
    '{ "packages": { "tf_time": {"terraform":"hashicorp/time@~> 0.14"}, "disk": "./disk.ts" } }\n',
  ],
])("a package is added to a file with %s", (_, before, after) => {
  expect(withSectionMember(before, "packages", "tf_time", entry)).toBe(after);
});

test.each<[why: string, before: string, after: string]>([
  ["others", '{ "packages": { "a": "./a.ts", "b": "./b.ts" } }', '{ "packages": { "b": "./b.ts" } }'],
  ["it alone", '{ "packages": { "a": "./a.ts" }, "name": "shop" }', '{ "name": "shop" }'],
  ["nothing", "{}", "{}"],
  ["an empty section", '{ "packages": {} }', '{ "packages": {} }'],
  ["only others", '{ "packages": { "b": "./b.ts" } }', '{ "packages": { "b": "./b.ts" } }'],
])("a package is removed from a file with %s", (_, before, after) => {
  expect(withoutSectionMember(before, "packages", "a")).toBe(after);
});
