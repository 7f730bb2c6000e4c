import { describe, expect, test } from "vitest";
import { projectName, projectNameFault } from "./project-name.js";

describe("a folder gives its project a name", () => {
  test.each([
    ["shop", "shop"],
    ["My Shop", "my-shop"],
    ["Crème brûlée!", "creme-brulee"],
    ["_drafts", "drafts"],
    ["a::b", "a-b"],
    ["shop.", "shop"],
    ["v1.2_x", "v1.2_x"],
    ["東京", "my-project"],
    ["", "my-project"],
    ["..", "my-project"],
    ["http", "http-project"],
    ["typescript", "typescript-project"],
    ["node_modules", "node_modules-project"],
    ["x".repeat(300), "x".repeat(100)],
  ])("%s: %s", (folder, name) => {
    expect(projectName(folder)).toBe(name);
    expect(projectNameFault(name)).toBeUndefined();
  });
});

describe("a name that was asked for", () => {
  test.each(["shop", "@acme/shop", "a", "7", "shop.web_2"])("%s is taken", (name) => {
    expect(projectNameFault(name)).toBeUndefined();
  });

  test.each([
    ["", "empty"],
    ["@/shop", "empty"],
    ["@acme/", "empty"],
    ["Shop", "uppercase"],
    [".shop", "starts with"],
    ["@acme/_shop", "starts with"],
    ["my shop", "may only have lowercase letters"],
    ["shop::web", "may only have lowercase letters"],
    ["a/b", "may only have lowercase letters"],
    ["fs", "Node or npm"],
    ["favicon.ico", "Node or npm"],
    ["@coconut/coconut", "depends on a package with this name"],
    ["valibot", "depends on a package with this name"],
    ["x".repeat(215), "more than 214"],
  ])("%s is refused: %s", (name, why) => {
    expect(projectNameFault(name)).toContain(why);
  });
});
