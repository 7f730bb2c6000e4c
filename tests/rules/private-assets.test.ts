import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asset, stack, type Stack } from "@coconut/coconut";
import { isAsset, readAsset } from "@coconut/coconut/asset";
import { defineProvider } from "@coconut/coconut/provider";
import { loopbackServer, type LoopbackServer } from "../assets/loopback-server.js";

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_request, response) => response.end("hello"), "http");
});
afterAll(() => server.close());

const shelf = defineProvider({ package: "shelf", version: "1.0.0" });
const got: string[] = [];
const Book = shelf.resource("index:Book", {
  inputs: { text: v.custom<asset.Asset>(isAsset) },
  outputs: {},
  create: async ({ inputs, assets }) => {
    got.push(new TextDecoder().decode(await readAsset(inputs.text as never, assets)));
    return { id: "b", outputs: {} };
  },
  read: async () => ({}),
  update: async () => ({}),
  delete: async () => {},
});

const open = (allowPrivate?: boolean | readonly string[]): Promise<Stack> =>
  stack({
    project: "shop",
    name: "dev",
    store: "memory:",
    ...(allowPrivate !== undefined && { assets: { allowPrivate } }),
    program: () => {
      new Book("one", { text: new asset.RemoteAsset(`http://127.0.0.1:${server.port}/a`) });
    },
  });

test("stack() allows private hosts as coconut.json does, and hooks read with what is allowed", async () => {
  const shop = await open(["127.0.0.1"]);
  expect(await shop.apply()).toMatchObject({ ok: true });
  expect(got).toEqual(["hello"]);
  await shop.close();
});

test.each([[undefined], [false], [["localhost"]]])("it refuses them where %j is allowed", async (allowed) => {
  const shop = await open(allowed);
  await expect(shop.plan()).rejects.toThrow("asset/insecure-url");
  await shop.close();
});
