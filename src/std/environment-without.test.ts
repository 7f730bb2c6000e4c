import { expect, test } from "vitest";
import { environmentWithout } from "./environment-without.js";

test("what begins so stays here", () => {
  const environment = { PATH: "/bin", OWN_KEY: "k", OWN_: "", OWNER: "ana" };
  expect(environmentWithout("OWN_", environment)).toEqual({ PATH: "/bin", OWNER: "ana" });
});
