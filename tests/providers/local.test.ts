import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { asset, invoke, invokeOutput, secret } from "../../src/sdk/index.js";
import { Directory, File, local, LocalProvider, readFile, Symlink } from "../../src/providers/local/index.js";
import { testProvider } from "../../src/testing/index.js";
import { LocalWorld, settingsIn } from "./local-world.js";

describe("every type does what every provider has to", () => {
  const folder = mkdtempSync(join(tmpdir(), "coconut-local-kit-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "root"));
  const config = settingsIn(folder);
  const at = (id: string) => join(config.root, id);
  const fresh = (name: string) => `${name} ${randomUUID()}/${name}`;

  const tests = testProvider(
    local,
    [
      {
        type: File,
        create: () => ({ path: fresh("file"), content: "one", mode: 0o640 }),
        update: (inputs) => ({ ...inputs, content: "two", mode: "600" }),
        replace: (inputs) => ({ ...inputs, path: fresh("file") }),
        secret: (text) => ({ path: fresh("file"), content: secret(text) }),
        drift: async ({ id }) => writeFileSync(at(id), "changed"),
        remove: async ({ id }) => unlinkSync(at(id)),
      },
      {
        type: Directory,
        create: () => ({ path: fresh("folder") }),
        update: (inputs) => ({ ...inputs, mode: 0o700, source: new asset.AssetArchive({ "a/b": "two" }) }),
        replace: (inputs) => ({ ...inputs, path: fresh("folder") }),
        secret: (text) => ({
          path: fresh("folder"),
          source: secret(new asset.AssetArchive({ "a.txt": text })),
        }),
        remove: async ({ id }) => rmSync(at(id), { recursive: true }),
      },
      {
        type: Symlink,
        create: () => ({ path: fresh("link"), target: "nowhere" }),
        update: (inputs) => ({ ...inputs, target: "../elsewhere" }),
        replace: (inputs) => ({ ...inputs, path: fresh("link") }),
        secret: (text) => ({ path: fresh("link"), target: secret(text) }),
        drift: async ({ id }) => {
          unlinkSync(at(id));
          symlinkSync("astray", at(id));
        },
        remove: async ({ id }) => unlinkSync(at(id)),
      },
    ],
    { config },
  );

  test.each(tests)("$name", ({ run }) => run());
});

test("a file, a folder and a link live a whole life together", async () => {
  const world = await LocalWorld.make();
  let text = "Hello\n";
  const program = () => {
    const site = new Directory("site", {
      path: "www",
      source: new asset.AssetArchive({ "index.html": "<p>" }),
    });
    const note = new File("note", { path: site.path.apply((path) => `${path}/note.txt`), content: text });
    const current = new Symlink("current", { path: "current", target: site.path });
    return { size: note.size, files: site.files, target: current.target };
  };
  const made = await world.applies(program);
  expect(made.outputs).toMatchObject({
    size: 6,
    files: { "index.html": expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    target: "www",
  });
  expect(readFileSync(world.at("current/note.txt"), "utf8")).toBe("Hello\n");
  expect(readlinkSync(world.at("current"))).toBe("www");
  text = "Hello again\n";
  expect(await world.changes()).toEqual({ note: "update content size sha256" });
  await world.applies();
  expect(readFileSync(world.at("www/note.txt"), "utf8")).toBe("Hello again\n");
  await world.destroys();
  expect(existsSync(world.at("www"))).toBe(false);
  expect(existsSync(world.at("current"))).toBe(false);
});

test("what somebody has put in the place of a file or a link is not removed with it", async () => {
  const world = await LocalWorld.make();
  await world.applies(() => {
    new File("file", { path: "a", content: "ours" });
    new Symlink("link", { path: "b", target: "a" });
  });
  for (const path of ["a", "b"]) unlinkSync(world.at(path));
  symlinkSync("theirs", world.at("a"));
  writeFileSync(world.at("b"), "theirs");
  const said: string[] = [];
  const run = await world.stack.destroy({
    onEvent: (event) => void (event.kind === "message" && said.push(event.text)),
  });
  expect(run.ok).toBe(true);
  expect(readlinkSync(world.at("a"))).toBe("theirs");
  expect(readFileSync(world.at("b"), "utf8")).toBe("theirs");
  expect(said.toSorted()).toEqual([
    "a is now a symbolic link instead of a file. It was not deleted.",
    "b is now a file instead of a symbolic link. It was not deleted.",
  ]);
});

test("a second root is a second provider", async () => {
  const world = await LocalWorld.make();
  const elsewhere = join(world.folder, "elsewhere");
  await world.applies(() => {
    const system = new LocalProvider("system", {
      root: elsewhere,
      records: join(world.folder, "other"),
    });
    new File("here", { path: "a", content: "here" });
    new File("there", { path: "a", content: "there" }, { provider: system });
  });
  expect(readFileSync(world.at("a"), "utf8")).toBe("here");
  expect(readFileSync(join(elsewhere, "a"), "utf8")).toBe("there");
  await world.destroys();
});

describe("what a program asks of files", () => {
  const hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  test("while it runs, and of what it makes", async () => {
    const world = await LocalWorld.make();
    writeFileSync(world.at("a"), "hello");
    const run = await world.applies(async () => {
      const read = await invoke(readFile, { path: "./a" });
      const copy = new File("copy", { path: "b", content: read.content });
      return { read, again: invokeOutput(readFile, { path: copy.path, encoding: "base64" }).content };
    });
    expect(run.outputs).toEqual({ read: { content: "hello", size: 5, sha256: hello }, again: "aGVsbG8=" });
  });

  test.each([
    ["nothing", "The file nothing does not exist."],
    ["folder", "Reading folder failed: it is a folder."],
    ["bytes", 'is not UTF-8 text. Read it with `encoding: "base64"`.'],
    ["a\0", "the control character U+0000"],
  ])("%j is refused", async (path, message) => {
    const world = await LocalWorld.make(() => invoke(readFile, { path }));
    mkdirSync(world.at("folder"));
    writeFileSync(world.at("bytes"), Buffer.from([0xff]));
    expect(await world.fails()).toContain(message);
  });
});
