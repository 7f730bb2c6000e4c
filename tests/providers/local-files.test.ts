import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { containsSecret, isSecret } from "../../src/model/index.js";
import { Directory, File, Symlink } from "../../src/providers/local/index.js";
import { asset, interpolate, secret } from "../../src/sdk/index.js";
import { LocalWorld } from "./local-world.js";

type FileArgs = ConstructorParameters<typeof File>[1];

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const text = (path: string) => readFileSync(path, "utf8");
const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

describe("what is written", () => {
  test.each([
    ["nothing", ""],
    ["text", "hello\n"],
    ["text that is not ASCII", "grüße, 世界 😀"],
    ["a byte order mark", "\uFEFFa"],
    ["five megabytes", "x".repeat(5 * 2 ** 20)],
  ])("%s", async (_what, content) => {
    const world = await LocalWorld.make();
    await world.applies(() => void new File("a", { path: "ein ordner/ü 😀.txt", content }));
    expect(text(world.at("ein ordner/ü 😀.txt"))).toBe(content);
    const size = Buffer.byteLength(content);
    expect(await world.outputs("a")).toEqual({ size, sha256: sha256(content), mode: "0644", kind: "file" });
  });

  test("what has to move only if an unknown path turns out to be another is rewritten where it is", async () => {
    const world = await LocalWorld.make();
    const program = (content: string) => () => {
      const data = new File("data", { path: "data", content });
      new File("copy", { path: interpolate`copy of ${data.size} bytes`, content: data.sha256 });
    };
    await world.applies(program("one"));
    await world.applies(program("two"));
    expect(text(world.at("copy of 3 bytes"))).toBe(sha256("two"));
    await world.applies(program("three"));
    expect(text(world.at("copy of 5 bytes"))).toBe(sha256("three"));
    expect(existsSync(world.at("copy of 3 bytes"))).toBe(false);
  });

  test("the bytes of an asset: a file, a text, what a URL points at", async () => {
    const world = await LocalWorld.make();
    const bytes = Buffer.from([0, 255, 10, 13]);
    const logo = join(world.folder, "logo.png");
    writeFileSync(logo, bytes);
    await world.applies(() => {
      new File("file", { path: "file", source: new asset.FileAsset(logo) });
      new File("text", { path: "text", source: new asset.TextAsset("hello") });
      new File("url", { path: "url", source: new asset.RemoteAsset(pathToFileURL(logo).href) });
    });
    expect(readFileSync(world.at("file"))).toEqual(bytes);
    expect(text(world.at("text"))).toBe("hello");
    expect(readFileSync(world.at("url"))).toEqual(bytes);
    expect(await world.outputs("file")).toMatchObject({ size: 4, sha256: sha256(bytes) });

    writeFileSync(logo, "another");
    expect(await world.changes()).toMatchObject({ file: expect.stringContaining("update source") as string });
    await world.applies();
    expect(text(world.at("file"))).toBe("another");
  });

  test("an asset that changes between plan and apply is not written", async () => {
    const world = await LocalWorld.make();
    const source = join(world.folder, "source");
    writeFileSync(source, "planned");
    world.program(() => void new File("a", { path: "a", source: new asset.FileAsset(source) }));
    const plan = await world.stack.plan();
    writeFileSync(source, "meanwhile");
    const run = await plan.apply();
    expect(run.ok).toBe(false);
    expect(existsSync(world.at("a"))).toBe(false);
  });

  test("nothing is left beside it", async () => {
    const world = await LocalWorld.make();
    let content = "one";
    await world.applies(() => void new File("a", { path: "a", content }));
    content = "two";
    await world.applies();
    expect(readdirSync(world.root)).toEqual(["a"]);
    await world.destroys();
    expect(readdirSync(world.root)).toEqual([]);
    expect(readdirSync(world.config.records)).toEqual([]);
  });

  test("the mode, whatever the umask", async () => {
    const world = await LocalWorld.make();
    let mode: number | string = 0o666;
    await world.applies(() => void new File("a", { path: "a", content: "", mode }));
    expect(modeOf(world.at("a"))).toBe("666");
    mode = "0400";
    expect(await world.changes()).toEqual({ a: "update mode" });
    await world.applies();
    expect(modeOf(world.at("a"))).toBe("400");
    mode = 0o400;
    expect(await world.changes()).toEqual({});
  });

  test("a file that is read while it is written is the old one or the new one", async () => {
    const world = await LocalWorld.make();
    let content = "a".repeat(2 ** 20);
    await world.applies(() => void new File("a", { path: "a", content }));
    content = "b".repeat(2 ** 20);
    const progress = { isDone: false };
    const applied = world.applies().then(() => (progress.isDone = true));
    while (!progress.isDone) {
      expect(["a", "b"].map((each) => each.repeat(2 ** 20))).toContain(text(world.at("a")));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await applied;
  });
});

describe("drift", () => {
  const file = () => void new File("a", { path: "a", content: "hello", mode: 0o640 });

  test.each<[what: string, drift: (path: string) => void, plan: string]>([
    ["other content", (path) => writeFileSync(path, "HELLO"), "update sha256"],
    ["more content", (path) => writeFileSync(path, "hello!"), "update size sha256"],
    ["another mode", (path) => chmodSync(path, 0o666), "update mode"],
    ["nothing", (path) => unlinkSync(path), "create"],
    [
      "a link to a file of the same content",
      (path) => {
        writeFileSync(`${path}2`, "hello");
        unlinkSync(path);
        symlinkSync("a2", path);
      },
      "update size sha256 mode kind",
    ],
  ])("%s: seen, and mended", async (_what, drift, plan) => {
    const world = await LocalWorld.make();
    await world.applies(file);
    drift(world.at("a"));
    expect(await world.changes()).toEqual({ a: plan });
    await world.applies();
    expect(lstatSync(world.at("a")).isFile()).toBe(true);
    expect([text(world.at("a")), modeOf(world.at("a"))]).toEqual(["hello", "640"]);
  });

  test("a folder in its place is not removed, neither by an apply nor by a destroy", async () => {
    const world = await LocalWorld.make();
    await world.applies(file);
    unlinkSync(world.at("a"));
    mkdirSync(world.at("a"));
    expect(await world.fails()).toContain("a is a folder, not a file. Move it");
    await world.destroys();
    expect(statSync(world.at("a")).isDirectory()).toBe(true);
  });

  test("another time of change is none", async () => {
    const world = await LocalWorld.make();
    await world.applies(file);
    writeFileSync(world.at("a"), "hello");
    expect(await world.changes()).toEqual({});
  });
});

describe("identity", () => {
  test("another path is another file, and the old one goes last", async () => {
    const world = await LocalWorld.make();
    let path = "one/a";
    await world.applies(() => void new File("a", { path, content: "hello" }));
    path = "two/a";
    const done: string[] = [];
    await world.stack.apply({
      onEvent: (event) => event.kind === "step-finished" && done.push(`${event.action} ${event.result}`),
    });
    expect(done).toEqual(["create done", "delete done"]);
    expect([existsSync(world.at("one/a")), text(world.at("two/a"))]).toEqual([false, "hello"]);
  });

  test("another spelling of the path is not", async () => {
    const world = await LocalWorld.make();
    let path = "out/a";
    await world.applies(() => void new File("a", { path, content: "hello" }));
    path = "./out//b/../a";
    expect(await world.changes()).toEqual({ a: "record" });
    await world.applies();
    const { objects } = await world.stack.snapshot();
    expect([...objects.values()].map(({ stored }) => stored.id)).toEqual(["out/a"]);
  });

  test("a replacement that is asked for takes the old one away first", async () => {
    const world = await LocalWorld.make();
    await world.applies(() => void new File("a", { path: "a", content: "hello" }));
    await world.applies(undefined, { replace: ["a"] });
    expect(text(world.at("a"))).toBe("hello");
  });

  test("an absolute path stays what it is", async () => {
    const world = await LocalWorld.make();
    const path = join(world.folder, "absolute");
    await world.applies(() => void new File("a", { path, content: "hello" }));
    expect(text(path)).toBe("hello");
    await world.destroys();
    expect(existsSync(path)).toBe(false);
  });
});

describe("what was there before", () => {
  test.each<[what: string, make: (path: string) => void, told: string]>([
    ["a file", (path) => writeFileSync(path, "precious"), "coco import local:index:File <name> a"],
    ["a file of the same content", (path) => writeFileSync(path, "mine"), "set `overwrite: true`"],
    ["a link to nothing", (path) => symlinkSync("nothing", path), "a already exists. It is a symbolic link"],
    ["a folder", (path) => mkdirSync(path), "a is a folder. Move it"],
  ])("%s is not overwritten", async (_what, make, told) => {
    const world = await LocalWorld.make();
    make(world.at("a"));
    const before = lstatSync(world.at("a"));
    expect(await world.fails(() => void new File("a", { path: "a", content: "mine" }))).toContain(told);
    expect(lstatSync(world.at("a"))).toEqual(before);
    expect(readdirSync(world.root)).toEqual(["a"]);
  });

  test("is overwritten when that is said, except for a folder", async () => {
    const world = await LocalWorld.make();
    writeFileSync(world.at("a"), "precious");
    symlinkSync("a", world.at("b"));
    await world.applies(() => {
      new File("a", { path: "a", content: "mine", overwrite: true });
      new File("b", { path: "b", content: "mine too", overwrite: true });
    });
    expect([text(world.at("a")), text(world.at("b"))]).toEqual(["mine", "mine too"]);
    await world.applies(() => {
      new File("a", { path: "a", content: "mine" });
      new File("b", { path: "b", content: "mine too" });
    });
    mkdirSync(world.at("c"));
    const told = await world.fails(() => void new File("c", { path: "c", content: "", overwrite: true }));
    expect(told).toContain("c is a folder");
  });

  test("what leaves the program does not take along what another has put in its place", async () => {
    const world = await LocalWorld.make();
    const made = (name: string, content: string) => () => {
      const mode = content === "3" ? "0700" : "0755";
      const file = new File(name, { path: "a", content, overwrite: true });
      const link = new Symlink(`${name}-link`, { path: "b", target: content, overwrite: true });
      const folder = new Directory(`${name}-folder`, { path: "c", mode, overwrite: true });
      // What uses them moves on first: then the old ones are deleted after the new ones are made.
      new File("user", { path: "d", content: interpolate`${file.path} ${link.path} ${folder.path}` });
    };
    await world.applies(made("old", "1"));
    // As after an update: nothing on the disk tells any more who made it.
    rmSync(world.config.records, { recursive: true });
    const { diagnostics } = await world.applies(made("new", "3"));
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(3).fill("engine/object-in-use"));
    expect([text(world.at("a")), readlinkSync(world.at("b")), modeOf(world.at("c"))]).toEqual([
      "3",
      "3",
      "700",
    ]);
    expect(await world.changes()).toEqual({});
    await world.applies(() => {});
    expect(readdirSync(world.root)).toEqual([]);
  });

  test("two resources cannot have one path, however it is written and whatever may be overwritten", async () => {
    for (const overwrite of [false, true]) {
      const world = await LocalWorld.make();
      const told = await world.fails(() => {
        new File("first", { path: "a", content: "1", overwrite });
        new File("second", { path: join(world.root, "a"), content: "2", overwrite });
      });
      expect(told).toContain("two resources cannot manage the same path");
      expect(["1", "2"]).toContain(text(world.at("a")));
    }
  });
});

describe("import", () => {
  test("the command takes a file as it is, and prints its code", async () => {
    const world = await LocalWorld.make();
    writeFileSync(world.at("notes.txt"), "precious");
    chmodSync(world.at("notes.txt"), 0o600);
    const run = await world.stack.import([{ type: "local:index:File", name: "notes", id: "./notes.txt" }]);
    expect(run.ok).toBe(true);
    expect(run.code).toContain('path: "notes.txt"');
    expect(run.code).toContain('content: "precious"');
    expect(run.code).toContain('mode: "0600"');
  });

  test("the option adopts, and what the program says goes", async () => {
    const world = await LocalWorld.make();
    writeFileSync(world.at("a"), "precious");
    const { ino } = statSync(world.at("a"));
    await world.applies(() => void new File("a", { path: "a", content: "precious" }, { import: "a" }));
    expect(statSync(world.at("a")).ino).toBe(ino);
    const other = await LocalWorld.make();
    writeFileSync(other.at("a"), "precious");
    await other.applies(() => void new File("a", { path: "a", content: "mine" }, { import: "a" }));
    expect(text(other.at("a"))).toBe("mine");
  });

  test("bytes that are no text are adopted with a source", async () => {
    const world = await LocalWorld.make();
    const bytes = Buffer.from([0, 255]);
    writeFileSync(world.at("a"), bytes);
    writeFileSync(join(world.folder, "source"), bytes);
    const source = new asset.FileAsset(join(world.folder, "source"));
    const { ino } = statSync(world.at("a"));
    await world.applies(() => void new File("a", { path: "a", source }, { import: "a" }));
    expect(statSync(world.at("a")).ino).toBe(ino);
  });

  test("what is only read is left alone", async () => {
    const world = await LocalWorld.make();
    writeFileSync(world.at("a"), "precious");
    const run = await world.applies(() => ({
      content: File.get("a", "a").content,
      size: File.get("b", "a").size,
    }));
    expect(run.outputs).toEqual({ content: "precious", size: 8 });
    await world.destroys();
    expect(text(world.at("a"))).toBe("precious");
  });

  test.each([
    ["nothing", "nothing"],
    ["folder", "folder is a folder, not a file."],
    ["a\0", "control character U+0000"],
  ])("%j cannot be read", async (id, told) => {
    const world = await LocalWorld.make(() => void File.get("a", id));
    mkdirSync(world.at("folder"));
    expect(await world.fails()).toContain(told);
  });
});

describe("what is refused", () => {
  test.each<[what: string, args: FileArgs, told: string]>([
    ["no content", { path: "a" }, 'Exactly one of "content", "source" must be set'],
    [
      "two contents",
      { path: "a", content: "", source: new asset.TextAsset("") },
      'Exactly one of "content", "source" must be set',
    ],
    ["a control character", { path: "a\u001b[31m", content: "" }, "the control character U+001B at index 1"],
    ["a NUL", { path: "a\0b", content: "" }, "the control character U+0000 at index 1"],
    ["no path", { path: "", content: "" }, "It is empty."],
    ["a folder", { path: "out/", content: "" }, "ends with a slash"],
    ["the root", { path: ".", content: "" }, "is the path of a folder"],
    ["half a character", { path: "a", content: "\ud800" }, "half of a surrogate pair"],
    ["a decimal mode", { path: "a", content: "", mode: 644 }, 'Use 0o644 or "0644"'],
    ["letters as mode", { path: "a", content: "", mode: "rw-" }, "three or four octal digits"],
    ["a path as source", { path: "a", source: "logo.png" as never }, "It takes an asset"],
    ["an archive as source", { path: "a", source: new asset.AssetArchive({}) as never }, "It takes an asset"],
  ])("%s, before anything is done", async (_what, args, told) => {
    const world = await LocalWorld.make(() => void new File("a", args));
    const failed = await world.stack.plan().catch((error: Error) => error.message);
    expect(failed).toContain(told);
    expect(readdirSync(world.root)).toEqual([]);
  });

  test("a file in the place of the folder above", async () => {
    const world = await LocalWorld.make();
    writeFileSync(world.at("out"), "");
    const told = await world.fails(() => void new File("a", { path: "out/deep/a", content: "" }));
    expect(told).toContain(`Cannot create ${world.at("out/deep/a")}: ${world.at("out")} is not a folder.`);
    const direct = await world.fails(() => void new File("a", { path: "out/a", content: "" }));
    expect(direct).toContain(`${world.at("out")} is not a folder.`);
    rmSync(world.at("out"));
    await world.applies();
  });

  test("links above it that lead in a circle", async () => {
    const world = await LocalWorld.make();
    symlinkSync("loop", world.at("loop"));
    const told = await world.fails(() => void new File("a", { path: "loop/a", content: "" }));
    expect(told).toContain("its parent folders contain a loop of symbolic links");
    expect(told).toContain("(ELOOP)");
  });

  test("a name that is too long", async () => {
    const world = await LocalWorld.make();
    const told = await world.fails(() => void new File("a", { path: "x".repeat(300), content: "" }));
    expect(told).toContain("too long for the file system");
  });

  test("the folder above is gone and has become a file: not there, and cannot be made", async () => {
    const world = await LocalWorld.make();
    await world.applies(() => void new File("a", { path: "out/a", content: "" }));
    rmSync(world.at("out"), { recursive: true });
    writeFileSync(world.at("out"), "");
    expect(await world.changes()).toEqual({ a: "create" });
    expect(await world.fails()).toContain("is not a folder");
    rmSync(world.at("out"));
    await world.applies();
  });
});

describe("secrets", () => {
  test("content that is secret, and what is computed from it, are shown nowhere", async () => {
    const world = await LocalWorld.make();
    const canary = "canary-in-the-file";
    let content = canary;
    world.program(() => {
      const file = new File("a", { path: "a", content: secret(content), mode: "0600" });
      return { sum: file.sha256, mode: file.mode };
    });
    const plan = await world.stack.plan();
    const run = await world.applies();
    expect(text(world.at("a"))).toBe(canary);
    const outputs = (await world.outputs("a")) as Record<string, unknown>;
    expect([outputs["sha256"], outputs["size"]].every(isSecret)).toBe(true);
    expect(outputs["mode"]).toBe("0600");
    expect(containsSecret(run.outputs["sum"])).toBe(true);
    content = `${canary}-again`;
    const next = await world.stack.plan();
    writeFileSync(world.at("a"), "drift");
    const drifted = await world.stack.plan();
    for (const each of [plan, next, drifted]) {
      const shown = `${each.text()}${JSON.stringify(each.toJSON())}`;
      expect(shown).not.toContain(canary);
      expect(shown).not.toContain(sha256(canary));
    }
  });
});

test("files and folders that need each other by their paths go in order", async () => {
  const world = await LocalWorld.make();
  await world.applies(() => {
    const folder = new Directory("folder", { path: "out", mode: 0o700 });
    const file = new File("file", { path: folder.path.apply((path) => `${path}/a`), content: "hello" });
    new Symlink("link", { path: "link", target: file.path });
  });
  expect(text(world.at("link"))).toBe("hello");
  expect(modeOf(world.at("out"))).toBe("700");
  await world.destroys();
  expect(readdirSync(world.root)).toEqual([]);
});
