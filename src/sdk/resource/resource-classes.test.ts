import { expect, test } from "vitest";
import { chooseVersion } from "./resource-classes.js";

test.each<[wanted: string | undefined, versions: string[], chosen: string | undefined]>([
  ["1.2.0", ["1.0.0"], "1.0.0"],
  ["1.2.0", ["1.2.0", "1.3.0"], "1.2.0"],
  ["1.2.0", ["1.10.0", "1.9.0", "2.0.0"], "1.10.0"],
  ["1.2.0", ["2.0.0", "3.1.0"], undefined],
  ["2.0.0-beta.1", ["1.0.0", "2.0.0"], "2.0.0"],
  ["0.3.0", ["0.1.0"], "0.1.0"],
  ["10.0.0", ["1.0.0"], undefined],
  [undefined, ["1.0.0", "2.1.0", "2.0.5"], "2.1.0"],
])("a reference of version %s finds among %j the class of %s", (wanted, versions, chosen) => {
  expect(chooseVersion(versions, wanted)).toBe(chosen);
});
