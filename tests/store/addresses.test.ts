import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { refusal } from "../../src/store/conformance/index.js";
import { openStore, type StackAddress, type Store } from "../../src/store/internal.js";
import { sqliteStore } from "../../src/store/sqlite/index.js";
import { portsIn, temporaryFolder } from "./temporary-folder.js";

const shop: StackAddress = { project: "shop", name: "dev" };
const blog: StackAddress = { project: "blog", name: "dev" };

/** The store of a project in `folder`, as its `coconut.json` names it. */
function storeAt(folder: string, location = "sqlite:.coconut"): Promise<Store> {
  return openStore(location, portsIn(folder), folder);
}

async function make(store: Store, address: StackAddress): Promise<string> {
  const stack = await store.open(address, { create: true });
  await stack.close();
  return stack.lineage;
}

async function lineageOf(store: Store, address: StackAddress): Promise<string> {
  const stack = await store.open(address, { create: false });
  await stack.close();
  return stack.lineage;
}

/** The databases in a folder. */
function databases(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".db"))
    .sort();
}

describe("the folder of a project", () => {
  test.each(["sqlite:.coconut", "sqlite:./.coconut", "sqlite:.coconut/"])(
    "%s keeps its stacks directly",
    async (location) => {
      const folder = temporaryFolder();
      const store = await storeAt(folder, location);
      await make(store, shop);
      expect(databases(folder)).toEqual([".coconut/dev.db"]);
      expect(await store.where(shop)).toEqual({
        text: ".coconut/dev.db",
        path: join(folder, ".coconut/dev.db"),
      });
      expect(store.folder).toBe(join(folder, ".coconut"));
    },
  );

  test("does not open the stack of another project, which it may have been called before", async () => {
    const folder = temporaryFolder();
    const store = await storeAt(folder);
    const lineage = await make(store, shop);
    for (const create of [true, false])
      expect(await refusal(store.open(blog, { create }), "store/other-project")).toContain(
        "The stack stored here as dev is dev of the project shop, not of blog.",
      );
    expect(databases(folder)).toEqual([".coconut/dev.db"]);
    // It is listed, so that it is told what is wrong with it, and nobody can remove it by a name that is not its own.
    expect(await store.list("blog")).toEqual([blog]);
    expect(await store.list()).toEqual([shop]);
    expect((await store.glance(blog))?.project).toBe("shop");
    await sqliteStore(join(folder, ".coconut")).remove(blog);
    expect(await lineageOf(store, shop)).toBe(lineage);
  });

  test("has a stack that was made from elsewhere, and does not make it again", async () => {
    const folder = temporaryFolder();
    const elsewhere = await openStore(`sqlite:${join(folder, ".coconut")}`, portsIn(folder), "/");
    const lineage = await make(elsewhere, shop);
    expect(databases(folder)).toEqual([".coconut/shop/dev.db"]);
    const store = await storeAt(folder);
    expect(await make(store, shop)).toBe(lineage);
    expect((await store.where(shop)).text).toBe(".coconut/shop/dev.db");
    expect(databases(folder)).toEqual([".coconut/shop/dev.db"]);
  });

  test("may have a project whose name is too long for a folder", async () => {
    const store = await storeAt(temporaryFolder());
    const long = { project: "x".repeat(300), name: "dev" };
    expect(await make(store, long)).toBe(await lineageOf(store, long));
  });
});

describe("any other folder", () => {
  test("keeps the stacks of each project in a folder of its own", async () => {
    const folder = temporaryFolder();
    const store = await storeAt(folder, "sqlite:state");
    const lineages = [await make(store, shop), await make(store, blog)];
    expect(lineages).toEqual([await lineageOf(store, shop), await lineageOf(store, blog)]);
    expect(new Set(lineages).size).toBe(2);
    expect(databases(folder)).toEqual(["state/blog/dev.db", "state/shop/dev.db"]);
    for (const path of ["state", "state/blog", "state/shop"])
      expect([path, statSync(join(folder, path)).mode & 0o777]).toEqual([path, 0o700]);
    expect(await store.list()).toEqual([blog, shop]);
    expect(await store.list("shop")).toEqual([shop]);
    expect(await store.list("other")).toEqual([]);
  });

  test.each([
    ["sqlite:state", "state/shop/dev.db"],
    ["sqlite:../state", "../state/shop/dev.db"],
    ["sqlite:/srv/state", "/srv/state/shop/dev.db"],
  ])("%s: a stack is said to be at %s", async (location, text) => {
    const folder = join(temporaryFolder(), "project");
    const { text: said, path } = await (await storeAt(folder, location)).where(shop);
    expect(said).toBe(text);
    expect(text).toBe(text.startsWith("/") ? path : relative(folder, path!));
  });

  test("has the stacks that were made directly in it before, for their projects alone", async () => {
    const folder = temporaryFolder();
    const before = await openStore(sqliteStore(join(folder, "state")), portsIn(folder));
    const lineage = await make(before, shop);
    const store = await storeAt(folder, "sqlite:state");
    expect(await store.exists(shop)).toBe(true);
    expect(await store.exists(blog)).toBe(false);
    expect(await make(store, shop)).toBe(lineage);
    expect((await store.where(shop)).text).toBe("state/dev.db");
    await refusal(store.open(blog, { create: false }), "store/no-stack");
    expect(await make(store, blog)).not.toBe(lineage);
    expect(databases(folder)).toEqual(["state/blog/dev.db", "state/dev.db"]);
    expect(await store.list()).toEqual([blog, shop]);
    expect(await lineageOf(store, shop)).toBe(lineage);
    // What one project removes is not the other's.
    const stack = await store.open(blog, { create: false });
    await stack.begin({ command: "stack rm", actor: "ana" });
    await stack.remove();
    expect(databases(folder)).toEqual(["state/dev.db"]);
  });

  test("lists a file that cannot be read for each project, and lets others use their own", async () => {
    const folder = temporaryFolder();
    const store = await storeAt(folder, "sqlite:state");
    const lineage = await make(store, blog);
    writeFileSync(join(folder, "state/dev.db"), "not a database ".repeat(100));
    expect(await store.list("shop")).toEqual([shop]);
    expect(await store.list("blog")).toEqual([blog]);
    await refusal(store.open(shop, { create: true }), "store/not-a-stack");
    expect(await lineageOf(store, blog)).toBe(lineage);
  });

  test("passes over what is no stack and no folder of a project", async () => {
    const folder = temporaryFolder();
    const store = await storeAt(folder, "sqlite:state");
    await make(store, shop);
    mkdirSync(join(folder, "state/Other"));
    writeFileSync(join(folder, "state/notes"), "");
    writeFileSync(join(folder, "state/shop/notes.txt"), "");
    expect(await store.list()).toEqual([shop]);
  });

  test("refuses a project whose name is too long for a folder", async () => {
    const store = await storeAt(temporaryFolder(), "sqlite:state");
    await refusal(
      store.open({ project: "x".repeat(300), name: "dev" }, { create: true }),
      "store/stack-name",
    );
  });
});

describe("a stack in two files", () => {
  test("is refused, and neither file is changed", async () => {
    const folder = temporaryFolder();
    const store = await storeAt(folder, "sqlite:state");
    await make(store, shop);
    copyFileSync(join(folder, "state/shop/dev.db"), join(folder, "state/dev.db"));
    for (const each of [store, await openStore(sqliteStore(join(folder, "state")), portsIn(folder))]) {
      const message = await refusal(each.open(shop, { create: true }), "store/two-files");
      expect(message).toContain("state/shop/dev.db");
      expect(message).toContain("state/dev.db");
      expect(await each.list("shop")).toEqual([shop]);
    }
    await refusal(sqliteStore(join(folder, "state")).remove(shop), "store/two-files");
    expect(databases(folder)).toEqual(["state/dev.db", "state/shop/dev.db"]);
  });

  test("is not begun by processes that see the folder differently and make it at once", async () => {
    const folder = temporaryFolder();
    const own = await storeAt(folder);
    const file = join(folder, ".coconut");
    // Between looking and making, another process makes the same stack at the other place.
    let isMade = false;
    const raw = sqliteStore(file, { isShared: true });
    const create: typeof raw.create = async (head) => {
      if (!isMade) await make(own, shop);
      isMade = true;
      return raw.create(head);
    };
    const elsewhere = await openStore({ ...raw, create }, portsIn(folder));
    await refusal(elsewhere.open(shop, { create: true }), "store/two-files");
    await refusal(own.open(shop, { create: true }), "store/two-files");
  });
});

test("a location that is not known is refused with those that are", async () => {
  const message = await refusal(storeAt(temporaryFolder(), "mysql://host/db"), "store/unknown-location");
  expect(message).toContain("sqlite:<folder>, memory:");
});

test("a store in memory has no files and says so", async () => {
  const folder = temporaryFolder();
  const store = await storeAt(folder, "memory:");
  await make(store, shop);
  expect([await store.where(shop), store.folder]).toEqual([{ text: "memory" }, undefined]);
  expect(existsSync(join(folder, ".coconut"))).toBe(false);
});
