import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { create } from "tar";
import { describe, expect, test } from "vitest";
import { Directory, File, Symlink } from "../../src/providers/local/index.js";
import { asset, secret } from "../../src/sdk/index.js";
import { craftedTar } from "../assets/crafted-tar.js";
import { craftedZip } from "../assets/crafted-zip.js";
import { LocalWorld } from "./local-world.js";

type Texts = Record<string, string>;

/** Every file below a folder with its text; folders without files end in a slash. */
function tree(folder: string, within = ""): Texts {
  const entries = readdirSync(join(folder, within), { withFileTypes: true });
  if (entries.length === 0 && within !== "") return { [`${within}/`]: "" };
  return Object.assign(
    {},
    ...entries.map((entry) => {
      const name = within === "" ? entry.name : `${within}/${entry.name}`;
      if (entry.isDirectory()) return tree(folder, name);
      return { [name]: entry.isSymbolicLink() ? "->" : readFileSync(join(folder, name), "utf8") };
    }),
  ) as Texts;
}

function lay(folder: string, texts: Texts): string {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const archive = (texts: Texts) => new asset.AssetArchive(texts);
const content = { "index.html": "<p>", "css/deep/a.css": "b {}", "grüße 😀.txt": "", constructor: "c" };

describe("an archive is laid out", () => {
  const sources: Record<string, (folder: string) => Promise<asset.Archive>> = {
    "a literal": async () => archive(content),
    "a folder": async (folder) => new asset.FileArchive(lay(join(folder, "site"), content)),
    ".tar.gz": async (folder) => {
      const cwd = lay(join(folder, "site"), content);
      await create({ cwd, file: join(folder, "site.tar.gz"), gzip: true }, readdirSync(cwd));
      return new asset.FileArchive(join(folder, "site.tar.gz"));
    },
    ".zip, by its URL": async (folder) => {
      const entries = Object.entries(content).map(([name, text]) => ({ name, content: text }));
      writeFileSync(join(folder, "site.zip"), await craftedZip(entries));
      return new asset.RemoteArchive(pathToFileURL(join(folder, "site.zip")).href);
    },
  };

  test.each(Object.entries(sources))("from %s", async (_what, sourceIn) => {
    const world = await LocalWorld.make();
    const source = await sourceIn(world.folder);
    await world.applies(() => void new Directory("site", { path: "www", source }));
    expect(tree(world.at("www"))).toEqual(content);
    expect(Object.keys(((await world.outputs("site")) as { files: Texts }).files).toSorted()).toEqual(
      Object.keys(content).toSorted(),
    );
    expect(readdirSync(world.root)).toEqual(["www"]);
    await world.destroys();
    expect(readdirSync(world.root)).toEqual([]);
    expect(readdirSync(world.config.records)).toEqual([]);
  });

  test("and kept in step: what leaves it goes, what is of others stays", async () => {
    const world = await LocalWorld.make();
    let texts: Texts = { a: "1", "sub/b": "1", "sub/c": "1", "gone/d": "1", file: "1" };
    await world.applies(() => void new Directory("site", { path: "www", source: archive(texts) }));
    writeFileSync(world.at("www/sub/foreign"), "mine");
    const { ino } = statSync(world.at("www/a"));
    texts = { a: "1", "sub/b": "2", "new/e": "2", gone: "a file now", "file/f": "in a folder now" };
    expect(await world.changes()).toEqual({ site: "update source files sha256" });
    await world.applies();
    expect(tree(world.at("www"))).toEqual({ ...texts, "sub/foreign": "mine" });
    expect(statSync(world.at("www/a")).ino).toBe(ino);
  });

  test("and taken away when the source is", async () => {
    const world = await LocalWorld.make();
    await world.applies(() => void new Directory("site", { path: "www", source: archive(content) }));
    await world.applies(() => void new Directory("site", { path: "www" }));
    expect(tree(world.at("www"))).toEqual({});
  });

  test("not over files of others, unless that is said", async () => {
    const world = await LocalWorld.make();
    await world.applies(() => void new Directory("site", { path: "www" }));
    lay(world.at("www"), { a: "mine", b: "same", "sub/c": "mine" });
    const told = await world.fails(
      () =>
        void new Directory("site", {
          path: "www",
          source: archive({ a: "1", b: "same", "sub/c": "1", d: "1" }),
        }),
    );
    expect(told).toContain(
      'already contains files that this resource did not create and would overwrite: "a", "sub/c". Nothing was written.',
    );
    expect(tree(world.at("www"))).toEqual({ a: "mine", b: "same", "sub/c": "mine" });
    await world.applies(
      () => void new Directory("site", { path: "www", source: archive({ a: "1" }), overwrite: true }),
    );
    expect(tree(world.at("www"))).toEqual({ a: "1", b: "same", "sub/c": "mine" });
  });
});

describe("nothing is written or removed outside", () => {
  test("through a link that somebody put there", async () => {
    const world = await LocalWorld.make();
    const outside = join(world.folder, "outside");
    let texts: Texts = { "sub/a": "1", b: "1" };
    await world.applies(() => void new Directory("site", { path: "www", source: archive(texts) }));
    rmSync(world.at("www/sub"), { recursive: true });
    lay(outside, { a: "precious" });
    symlinkSync(outside, world.at("www/sub"));
    expect(await world.changes()).toEqual({ site: 'update files["sub/a"] sha256' });
    expect(await world.fails()).toContain('"sub"');
    texts = { b: "1" };
    await world.applies();
    expect(tree(outside)).toEqual({ a: "precious" });
    expect(await world.stack.destroy()).toMatchObject({ ok: false });
    unlinkSync(world.at("www/sub"));
    await world.destroys();
    expect(tree(outside)).toEqual({ a: "precious" });
  });

  test("by a name in an archive", async () => {
    const world = await LocalWorld.make();
    const file = join(world.folder, "bad.tar");
    for (const name of ["../escaped", "/escaped", "a/../../escaped"]) {
      writeFileSync(file, craftedTar([{ name, content: "x" }]));
      const told = await world.fails(
        () => void new Directory("site", { path: "www", source: new asset.FileArchive(file) }),
      );
      expect(told).toContain("is not allowed");
      expect(readdirSync(world.folder).toSorted()).toEqual(["bad.tar", "root"]);
    }
  });

  test.each([".", "..", "/", "www/.."])("the folder %j, which everything is in, is refused", async (path) => {
    const world = await LocalWorld.make(
      () => void new Directory("all", { path, overwrite: true, purge: true }),
    );
    expect(await world.fails()).toContain("Choose a folder inside it.");
  });

  test("by links in an archived folder that a loop of symbolic links", async () => {
    const world = await LocalWorld.make();
    const site = lay(join(world.folder, "site"), { a: "1" });
    symlinkSync("loop", join(site, "loop"));
    const told = await world.fails(
      () => void new Directory("site", { path: "www", source: new asset.FileArchive(site) }),
    );
    expect(told).toContain("loop");
    expect(existsSync(world.at("www"))).toBe(false);
  });
});

describe("drift", () => {
  const site = () => void new Directory("site", { path: "www", source: archive({ a: "1", "sub/b": "1" }) });

  test.each<[what: string, drift: (folder: string) => void, plan: string]>([
    ["other content", (folder) => writeFileSync(join(folder, "a"), "2"), "update files.a sha256"],
    [
      "a file gone",
      (folder) => rmSync(join(folder, "sub"), { recursive: true }),
      'update files["sub/b"] sha256',
    ],
    ["another mode", (folder) => chmodSync(folder, 0o700), "update mode"],
    ["all gone", (folder) => rmSync(folder, { recursive: true }), "create"],
    [
      "a link in the place of a file",
      (folder) => {
        unlinkSync(join(folder, "a"));
        symlinkSync("sub/b", join(folder, "a"));
      },
      "update files.a sha256",
    ],
  ])("%s: seen, and mended", async (_what, drift, plan) => {
    const world = await LocalWorld.make();
    await world.applies(site);
    drift(world.at("www"));
    expect(await world.changes()).toEqual({ site: plan });
    await world.applies();
    expect(tree(world.at("www"))).toEqual({ a: "1", "sub/b": "1" });
    expect(statSync(world.at("www")).mode & 0o777).toBe(0o755);
  });

  test("files of others are none", async () => {
    const world = await LocalWorld.make();
    await world.applies(site);
    writeFileSync(world.at("www/foreign"), "");
    expect(await world.changes()).toEqual({});
  });

  test("a file in its place is not removed", async () => {
    const world = await LocalWorld.make();
    await world.applies(site);
    rmSync(world.at("www"), { recursive: true });
    writeFileSync(world.at("www"), "precious");
    expect(await world.fails()).toContain("www is a file, not a folder. Move it.");
    await world.destroys();
    expect(readFileSync(world.at("www"), "utf8")).toBe("precious");
  });
});

describe("removing it", () => {
  test("is refused while others have something in it, and nothing is removed", async () => {
    const world = await LocalWorld.make();
    await world.applies(
      () => void new Directory("site", { path: "www", source: archive({ a: "1", "s/b": "1" }) }),
    );
    lay(world.at("www"), { "s/mine": "", own: "" });
    mkdirSync(world.at("www/empty"));
    const before = tree(world.at("www"));
    const told = await world.fails(() => undefined);
    expect(told).toContain(
      'contains files that this resource did not create: "empty/", "own", "s/mine". Nothing was deleted.',
    );
    expect(tree(world.at("www"))).toEqual(before);
    rmSync(world.at("www/empty"), { recursive: true });
    rmSync(world.at("www/own"));
    rmSync(world.at("www/s/mine"));
    await world.applies();
    expect(existsSync(world.at("www"))).toBe(false);
  });

  test("with everything in it, when that was said before", async () => {
    const world = await LocalWorld.make();
    let purge = false;
    await world.applies(() => void new Directory("site", { path: "www", purge }));
    purge = true;
    expect(await world.changes()).toEqual({ site: "record" });
    await world.applies();
    const outside = lay(join(world.folder, "outside"), { a: "precious" });
    lay(world.at("www"), { "deep/mine": "" });
    symlinkSync(outside, world.at("www/link"));
    await world.destroys();
    expect(existsSync(world.at("www"))).toBe(false);
    expect(tree(outside)).toEqual({ a: "precious" });
  });

  test("with what a killed process left in it", async () => {
    const world = await LocalWorld.make();
    await world.applies(() => void new Directory("site", { path: "www" }));
    writeFileSync(world.at("www/.coconut-0123456789abcdef.tmp"), "half of");
    await world.destroys();
    expect(existsSync(world.at("www"))).toBe(false);
  });
});

describe("what was there before", () => {
  test.each<[what: string, make: (path: string) => void, told: string]>([
    ["a folder", (path) => mkdirSync(path), "coco import local:index:Directory <name> www"],
    ["a file", (path) => writeFileSync(path, ""), "www is a file. Move it"],
    ["a link to a folder", (path) => symlinkSync(".", path), "www is a symbolic link. Move it"],
  ])("%s is not taken over", async (_what, make, told) => {
    const world = await LocalWorld.make();
    make(world.at("www"));
    expect(
      await world.fails(() => void new Directory("site", { path: "www", source: archive(content) })),
    ).toContain(told);
    expect(readdirSync(world.root)).toEqual(["www"]);
  });

  test("a folder is taken over when that is said, with what is in it", async () => {
    const world = await LocalWorld.make();
    lay(world.at("www"), { mine: "1", a: "mine" });
    await world.applies(
      () =>
        void new Directory("site", {
          path: "www",
          source: archive({ a: "1" }),
          overwrite: true,
          mode: 0o700,
        }),
    );
    expect(tree(world.at("www"))).toEqual({ mine: "1", a: "1" });
    expect(statSync(world.at("www")).mode & 0o777).toBe(0o700);
  });

  test("a folder that came to be for a file of the same run is no stranger", async () => {
    const world = await LocalWorld.make();
    await world.applies(() => {
      const file = new File("file", { path: "www/deep/a", content: "hello" });
      new Directory("deep", { path: "www/deep", mode: 0o700 }, { dependsOn: [file] });
    });
    expect(statSync(world.at("www/deep")).mode & 0o777).toBe(0o700);
  });

  test("a folder is imported without the files in it", async () => {
    const world = await LocalWorld.make();
    lay(world.at("www"), { mine: "1" });
    await world.applies(() => void new Directory("site", { path: "www" }, { import: "www" }));
    expect(await world.fails(() => undefined)).toContain('"mine"');
    expect(tree(world.at("www"))).toEqual({ mine: "1" });
  });
});

test("an archive that is secret is shown nowhere, nor are the names in it", async () => {
  const world = await LocalWorld.make();
  world.program(
    () =>
      void new Directory("site", { path: "www", source: secret(archive({ "canary-name": "canary-text" })) }),
  );
  const plan = await world.stack.plan();
  await world.applies();
  writeFileSync(world.at("www/canary-name"), "drift");
  const drifted = await world.stack.plan();
  for (const each of [plan, drifted])
    expect(`${each.text()}${JSON.stringify(each.toJSON())}`).not.toMatch(/canary/);
});

describe("a link", () => {
  const link =
    (target = "a") =>
    () =>
      void new Symlink("link", { path: "links/current", target });

  test.each<[what: string, drift: (path: string) => void, plan: string]>([
    ["points elsewhere", (path) => (unlinkSync(path), symlinkSync("b", path)), "update target"],
    ["became a file", (path) => (unlinkSync(path), writeFileSync(path, "a")), "update target kind"],
    ["is gone", (path) => unlinkSync(path), "create"],
  ])("that %s is mended", async (_what, drift, plan) => {
    const world = await LocalWorld.make();
    await world.applies(link());
    drift(world.at("links/current"));
    expect(await world.changes()).toEqual({ link: plan });
    await world.applies();
    expect(tree(world.at("links"))).toEqual({ current: "->" });
    await world.applies(link("../other place/ü"));
    await world.destroys();
    expect(tree(world.at("links"))).toEqual({});
  });

  test("may lead nowhere, or to itself", async () => {
    const world = await LocalWorld.make();
    await world.applies(link("current"));
    expect(await world.outputs("link")).toEqual({ target: "current", kind: "link" });
    await world.destroys();
    expect(existsSync(world.at("links/current"))).toBe(false);
  });

  test("that became a folder is left to its owner", async () => {
    const world = await LocalWorld.make();
    await world.applies(link());
    unlinkSync(world.at("links/current"));
    mkdirSync(world.at("links/current"));
    expect(await world.fails()).toContain("links/current is a folder, not a link.");
    await world.destroys();
    expect(existsSync(world.at("links/current"))).toBe(true);
  });

  test("takes no place that is taken", async () => {
    const world = await LocalWorld.make();
    lay(world.root, { "links/current": "precious" });
    expect(await world.fails(link())).toContain("links/current already exists. It is a file");
    unlinkSync(world.at("links/current"));
    symlinkSync("other", world.at("links/current"));
    expect(await world.fails(link())).toContain("coco import local:index:Symlink <name> links/current");
    await world.applies(
      () => void new Symlink("link", { path: "links/current", target: "a", overwrite: true }),
    );
  });

  test("is imported as it is", async () => {
    const world = await LocalWorld.make();
    symlinkSync("target", world.at("link"));
    const run = await world.stack.import([{ type: "local:index:Symlink", name: "link", id: "link" }]);
    expect(run.code).toContain('target: "target"');
    expect(run.ok).toBe(true);
  });

  test.each([
    ["a\0", "b", "the control character U+0000"],
    ["a", "b\n", "the control character U+000A"],
    ["a", "", "It is empty."],
  ])("from %j to %j is refused", async (path, target, told) => {
    const world = await LocalWorld.make(() => void new Symlink("link", { path, target }));
    expect(await world.fails()).toContain(told);
  });
});
