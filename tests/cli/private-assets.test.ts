import type { RequestListener } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loopbackServer, type LoopbackServer } from "../assets/loopback-server.js";
import { CocoProjects, type CocoProject } from "./coco-projects.js";

const projects = new CocoProjects();
let server: LoopbackServer;

const answer: RequestListener = (request, response) => {
  if (request.url === "/moved") response.writeHead(302, { location: "/hello" }).end();
  else response.end("hello");
};

beforeAll(async () => {
  server = await loopbackServer(answer, "http");
});
afterAll(async () => {
  await server.close();
  projects.remove();
});

/** A file whose content is at an address of this machine. */
function project(settings: object | undefined, path = "/hello", host = "127.0.0.1"): CocoProject {
  const program = `
    import { asset } from "@coconut/coconut";
    import { File } from "@coconut/coconut/local";
    const source = new asset.RemoteAsset("http://${host}:${server.port}${path}");
    new File("note", { path: "out/note.txt", source });
  `;
  const files = settings === undefined ? {} : { "coconut.json": JSON.stringify(settings) };
  return projects.project(program, files);
}

describe("an asset from a private host over http:", () => {
  test("is refused, and the setting that allows it is named", async () => {
    const before = server.requests.length;
    const shop = project(undefined);
    const refused = await shop.coco("plan");
    expect(refused.status).toBe(1);
    expect(refused.errors).toContain("asset/insecure-url");
    expect(refused.errors).toContain('"assets": { "allowPrivate": ["127.0.0.1"] }');
    expect(server.requests.length).toBe(before);
  });

  test.each<[says: string, allowPrivate: unknown, path: string, host: string]>([
    ["all", true, "/hello", "127.0.0.1"],
    ["this host", ["127.0.0.1"], "/hello", "127.0.0.1"],
    ["this name", ["LocalHost"], "/hello", "localhost"],
    ["this host, which redirects to itself", ["127.0.0.1"], "/moved", "127.0.0.1"],
  ])("is planned and written where the project allows %s", async (_, allowPrivate, path, host) => {
    const shop = project({ assets: { allowPrivate } }, path, host);
    expect(await shop.coco("apply", "--yes")).toMatchObject({ status: 0, errors: "" });
    expect(readFileSync(shop.files.path("out/note.txt"), "utf8")).toBe("hello");
    expect((await shop.coco("plan")).output).toBe("Plan: 1 unchanged.\n");
  });

  test.each<[says: string, assets: unknown, words: string]>([
    ["another host", { allowPrivate: ["10.0.0.1"] }, "asset/insecure-url"],
    ["none", { allowPrivate: false }, "asset/insecure-url"],
    ["something that is no host", { allowPrivate: ["http://127.0.0.1"] }, '"assets.allowPrivate" must be'],
    ["something else", { allowPrivate: "yes" }, '"assets.allowPrivate" must be'],
    ["it under another name", { allowprivate: true }, 'did you mean "assets.allowPrivate"?'],
    ["it in no object", true, '"assets" must be an object'],
  ])("is refused where the project allows %s", async (_, assets, words) => {
    const shop = project({ assets });
    const refused = await shop.coco("apply", "--yes");
    expect(refused.status).not.toBe(0);
    expect(refused.errors).toContain(words);
    expect(existsSync(shop.files.path("out/note.txt"))).toBe(false);
  });
});
