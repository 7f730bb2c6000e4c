import { expect, test } from "vitest";
import { cacheFolder, configFolder, homeFolder } from "./user-folders.js";

const unknown = () => {
  throw new Error("ENOENT: uv_os_get_passwd");
};

test.each([
  ["an absolute path", "/settings", "/settings"],
  ["nothing", undefined, "/users/ana/.config"],
  ["an empty text", "", "/users/ana/.config"],
  ["a relative path", "settings", "/users/ana/.config"],
  ["a relative path that begins with a dot", "./settings", "/users/ana/.config"],
  ["a tilde, which shells replace", "~/settings", "/users/ana/.config"],
])("XDG_CONFIG_HOME is %s", (_, named, folder) => {
  const environment = named === undefined ? {} : { XDG_CONFIG_HOME: named };
  expect(configFolder(environment, () => "/users/ana")).toBe(folder);
});

test("the folder for a cache follows the same rules", () => {
  expect(cacheFolder({}, () => "/users/ana")).toBe("/users/ana/.cache");
  expect(cacheFolder({ XDG_CACHE_HOME: "cache" }, () => "/users/ana")).toBe("/users/ana/.cache");
  expect(cacheFolder({ XDG_CACHE_HOME: "/cache" }, () => undefined)).toBe("/cache");
  expect(cacheFolder({}, () => undefined)).toBeUndefined();
});

test("a user without a home folder has none for settings, unless it is named", () => {
  expect(configFolder({}, () => undefined)).toBeUndefined();
  expect(configFolder({ XDG_CONFIG_HOME: "/settings" }, () => undefined)).toBe("/settings");
});

test.each([
  ["HOME", [() => "/users/ana", () => "/users/system"], "/users/ana"],
  ["an empty HOME", [() => "", () => "/users/system"], "/users/system"],
  ["a relative HOME", [() => "home", () => "/users/system"], "/users/system"],
  ["no HOME, and a user that the system does not know", [unknown, unknown], undefined],
  ["an empty HOME, and a user that has none", [() => "", () => ""], undefined],
])("the home folder by %s", (_, known, folder) => {
  expect(homeFolder(known)).toBe(folder);
});
