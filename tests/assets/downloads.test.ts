import type { RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashAsset, readAsset, type AssetOptions } from "../../src/asset/index.js";
import { assetOf } from "../../src/model/index.js";
import { loopbackServer, testAuthority, type LoopbackServer } from "./loopback-server.js";

let secure: LoopbackServer;
let plain: LoopbackServer;
let options: AssetOptions;

const redirect =
  (location: () => string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location: location() }).end();

const routes: Readonly<Record<string, RequestListener>> = {
  "/hello": (_request, response) => response.end("hello"),
  "/moved": redirect(() => "/hello", 301),
  "/twice": redirect(() => "/moved", 308),
  "/loop": redirect(() => "/loop"),
  "/to-address": redirect(() => `https://127.0.0.1:${secure.port}/hello`),
  "/to-metadata": redirect(() => "https://169.254.169.254/latest/meta-data"),
  "/to-plain": redirect(() => `http://127.0.0.1:${plain.port}/hello`),
  "/to-file": redirect(() => "file:///etc/passwd"),
  "/to-nowhere": redirect(() => "https://["),
  "/large": (_request, response) => response.end(Buffer.alloc(100_000)),
  "/endless": (_request, response) => {
    const more = () =>
      void (response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more)));
    more();
  },
  "/hangs": () => {},
  "/stalls": (_request, response) => void response.write("hel"),
  "/breaks": (_request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("hello");
    setTimeout(() => response.destroy(), 20);
  },
  "/encoded": (_request, response) => response.writeHead(200, { "content-encoding": "br" }).end("hello"),
  "/stored.tar.gz": (_request, response) =>
    response.writeHead(200, { "content-encoding": "x-gzip" }).end("hello"),
  "/echo": (request, response) => response.end(request.headers["accept-encoding"]),
};

const answer: RequestListener = (request, response) => {
  const route = routes[new URL(request.url!, "https://x").pathname];
  if (route === undefined) response.writeHead(404).end();
  else route(request, response);
};

beforeAll(async () => {
  secure = await loopbackServer(answer);
  plain = await loopbackServer(answer, "http");
});
beforeEach(() => {
  options = { allowPrivate: ["localhost"], certificateAuthorities: [testAuthority] };
});
afterAll(() => Promise.all([secure.close(), plain.close()]));

const read = async (uri: string, more: AssetOptions = {}) =>
  new TextDecoder().decode(await readAsset(assetOf({ uri }), { ...options, ...more }));
const local = (path: string) => `https://localhost:${secure.port}${path}`;

describe("what may be read", () => {
  test.each(["/hello", "/moved", "/twice", "/stored.tar.gz"])("%s", async (path) => {
    expect(await read(local(path))).toBe("hello");
  });

  test("plain bytes are asked for", async () => {
    expect(await read(local("/echo"))).toBe("identity");
  });

  test("private addresses and plain connections, where allowed", async () => {
    expect(await read(`https://127.0.0.1:${secure.port}/hello`, { allowPrivate: true })).toBe("hello");
    expect(await read(`http://127.0.0.1:${plain.port}/hello`, { allowPrivate: ["127.0.0.1"] })).toBe("hello");
    expect(await read(local("/to-plain"), { allowPrivate: true })).toBe("hello");
  });
});

describe("what is refused without a connection", () => {
  const refused: readonly (readonly [uri: () => string, code: string])[] = [
    [() => `http://localhost:${plain.port}/hello`, "asset/insecure-url"],
    [() => "http://example.com/a", "asset/insecure-url"],
    [() => `https://localhost:${secure.port}/hello`, "asset/private-address"],
    [() => `https://127.0.0.1:${secure.port}/hello`, "asset/private-address"],
    [() => `https://2130706433:${secure.port}/hello`, "asset/private-address"],
    [() => `https://0x7f.1:${secure.port}/hello`, "asset/private-address"],
    [() => `https://[::1]:${secure.port}/hello`, "asset/private-address"],
    [() => `https://[::ffff:127.0.0.1]:${secure.port}/hello`, "asset/private-address"],
    [() => "https://169.254.169.254/latest/meta-data", "asset/private-address"],
    [() => "https://10.0.0.1/a", "asset/private-address"],
    [() => "https://[fd00:ec2::254]/a", "asset/private-address"],
    [() => "ftp://localhost/a", "asset/unsupported-scheme"],
  ];

  test.each(refused.map(([uri, code], row) => [row, code, uri] as const))(
    "row %i: %s",
    async (_row, code, uri) => {
      const before = [secure.requests.length, plain.requests.length];
      await expect(read(uri(), { allowPrivate: false })).rejects.toThrow(new RegExp(code));
      expect([secure.requests.length, plain.requests.length]).toEqual(before);
    },
  );
});

describe("redirects are held to the same rules", () => {
  test.each([
    ["/to-address", "asset/private-address"],
    ["/to-metadata", "asset/private-address"],
    ["/to-plain", "asset/insecure-url"],
    ["/to-file", "asset/unsupported-scheme"],
    ["/to-nowhere", "asset/unexpected-answer"],
    ["/loop", "asset/too-many-redirects"],
  ])("%s", async (path, code) => {
    await expect(read(local(path))).rejects.toThrow(new RegExp(code));
  });

  test("a loop is left soon", async () => {
    const before = secure.requests.length;
    await read(local("/loop")).catch(() => {});
    expect(secure.requests.length - before).toBe(6);
  });
});

describe("what fails", () => {
  test.each([
    ["/missing", "asset/unexpected-answer[^]*status 404", {}],
    ["/encoded", 'asset/unexpected-answer[^]*"br"', {}],
    ["/large", "asset/too-large[^]*more than 99999 bytes", { limits: { bytes: 99_999 } }],
    ["/endless", "asset/too-large", { limits: { bytes: 1_000_000 } }],
    ["/breaks", "asset/download-failed", {}],
    ["/hangs", "asset/timed-out[^]*within 100 ms", { timeoutMs: 100 }],
    ["/stalls", "asset/timed-out", { timeoutMs: 100 }],
    ["/hello", "asset/download-failed[^]*NODE_EXTRA_CA_CERTS", { certificateAuthorities: [] }],
  ])("%s: %s", async (path, expected, more: AssetOptions) => {
    await expect(read(local(path), more)).rejects.toThrow(new RegExp(expected));
    await expect(hashAsset(assetOf({ uri: local(path) }), { ...options, ...more })).rejects.toThrow(
      new RegExp(expected),
    );
  });

  test("a server that is not there", async () => {
    const gone = await loopbackServer(answer);
    await gone.close();
    await expect(read(`https://localhost:${gone.port}/hello`)).rejects.toThrow("asset/download-failed");
  });

  test("a host name that does not exist", async () => {
    await expect(read("https://nowhere.invalid/a")).rejects.toThrow("asset/download-failed");
  });

  test.each(["/hangs", "/stalls"])("%s, cancelled", async (path) => {
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(new Error("enough")), 50);
    await expect(read(local(path), { signal: cancel.signal })).rejects.toThrow("enough");
  });

  test("no password or signature is shown", async () => {
    const attempt = read(`https://user:hunter2@localhost:${secure.port}/missing?signature=topsecret`);
    await expect(attempt).rejects.toThrow(/localhost:\d+\/missing\?…/);
    await expect(attempt).rejects.not.toThrow(/hunter2|topsecret/);
  });
});
