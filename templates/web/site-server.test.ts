import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { siteServer } from "./site-server.js";

test("only files in the folder are served", async () => {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  await mkdir(join(folder, "site"));
  const server = siteServer(join(folder, "site"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  try {
    await writeFile(join(folder, "site/index.html"), "<h1>Hello</h1>\n");
    await writeFile(join(folder, "other.html"), "not for everyone\n");
    const page = await get("/");
    assert.equal(await page.text(), "<h1>Hello</h1>\n");
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal((await get("/other.html")).status, 404);
    assert.equal((await get("/..%2fother.html")).status, 404);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
});
