import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { networkMirrorSource } from "../../../src/provider/terraform/install/registry/index.js";
import type { WantedPackage } from "../../../src/provider/terraform/install/package-source.js";
import type { RegistryFaults } from "./registry-faults.js";
import { otherPlatform, startRegistryServer, thisPlatform, type RegistryServer } from "./registry-server.js";
import { fetchRun, problemText, thrownText, wantedBox } from "./source-runs.js";

const box = {
  namespace: "example",
  type: "box",
  version: "1.2.0",
  files: { "terraform-provider-box": "#!/bin/sh\n", "a/b.txt": "b" },
};
/** Computed with sha256sum and sort. */
const unpacked = "h1:ofdyzr9PHkf53B2W0cr6MFFMjhiBz5i8R1+r2+k98V8=";
const zeros = `zh:${"0".repeat(64)}`;
let server: RegistryServer;
let sha: string;

beforeAll(async () => {
  server = await startRegistryServer([box, { ...box, version: "1.10.0" }]);
  sha = server.shasum(box);
});
beforeEach(() => {
  server.misbehave({});
  server.token = undefined;
});
afterAll(() => server.close());

function source(token?: string) {
  return networkMirrorSource(server.mirror, {
    backoffMs: 1,
    environment: {},
    ...(token === undefined ? {} : { token }),
  });
}

test("versions are those of index.json", async () => {
  expect(await source().versions(wantedBox.address, undefined)).toEqual([
    { version: "1.2.0" },
    { version: "1.10.0" },
  ]);
  expect(server.requests.map(({ path }) => path)).toEqual(["/mirror/example.com/example/box/index.json"]);
});

test("a host with a port is a folder of the mirror", async () => {
  await source().versions({ ...wantedBox.address, host: "example.com:8443" }, undefined);
  expect(server.requests.map(({ path }) => path)).toEqual([
    "/mirror/example.com:8443/example/box/index.json",
  ]);
});

test("a provider that the mirror does not have has no versions", async () => {
  expect(await source().versions({ ...wantedBox.address, type: "nothing" }, undefined)).toBeUndefined();
});

test("a package is unpacked, with the hash of its archive", async () => {
  const { fetched, files } = await fetchRun(source());
  expect(fetched).toEqual({ hashes: [`zh:${sha}`], diagnostics: [] });
  expect(files).toEqual(["a", "terraform-provider-box"]);
});

test.each<[what: string, hashes: (sha: string) => string[] | null, locked: string[], warns: boolean]>([
  ["the hash of the unpacked package", () => [unpacked], [], false],
  ["both hashes", (sha) => [unpacked, `zh:${sha}`, zeros], [], false],
  ["no hashes", () => null, [], true],
  ["hashes of an unknown kind", () => ["h9:abc"], [], true],
  ["no hashes, for a locked package", () => [], ["h1:abc="], false],
])("a mirror may state %s", async (_, hashes, locked, warns) => {
  server.misbehave({ offer: { hashes: hashes(sha) } });
  const { fetched, problem } = await fetchRun(source(), { locked });
  expect(problem).toBeUndefined();
  expect(fetched?.diagnostics.map(problemText)).toEqual(
    warns
      ? [
          `provider/terraform-unsigned: The mirror ${server.mirror} states no hashes of example.com/example/box 1.2.0, so the archive was not verified.`,
        ]
      : [],
  );
});

const about = `example.com/example/box 1.2.0 for ${thisPlatform}`;

test.each<[what: string, faults: RegistryFaults, wanted: Partial<WantedPackage>, text: () => string]>([
  [
    "another hash",
    { hash: "shasum" },
    {},
    () =>
      `checksum: The archive of ${about} has the hash zh:${sha}, but the mirror ${server.mirror} states ${zeros}.`,
  ],
  [
    "another hash of the unpacked package",
    { offer: { hashes: ["h1:abc="] } },
    {},
    () =>
      `checksum: The archive of ${about} has the hash ${unpacked}, but the mirror ${server.mirror} states h1:abc=.`,
  ],
  ["another archive", { hash: "archive" }, {}, () => `checksum: The archive of ${about} has the hash zh:`],
  [
    "an archive that is not locked",
    {},
    { locked: [zeros] },
    () =>
      `hash: The package of ${about} from the mirror ${server.mirror} has the hashes zh:${sha}. The lock file allows ${zeros}. Nothing was installed.`,
  ],
  [
    "no package for the platform",
    { missing: [thisPlatform] },
    {},
    () => `not-offered: The mirror ${server.mirror} does not have ${about}. It has it for ${otherPlatform}.`,
  ],
  [
    "no such version",
    {},
    { version: "9.0.0" },
    () =>
      `not-offered: The mirror ${server.mirror} does not have example.com/example/box 9.0.0 for ${thisPlatform}.`,
  ],
  [
    "nonsense",
    { nonsense: { path: /json$/, text: '{"archives":1}' } },
    {},
    () => `registry: The answer of ${server.mirror}example.com/example/box/1.2.0.json is invalid`,
  ],
  [
    "a malformed URL",
    { offer: { url: "https://" } },
    {},
    () =>
      `registry: The answer of ${server.mirror}example.com/example/box/1.2.0.json is invalid: it has a URL that is malformed.`,
  ],
  [
    "a URL without encryption",
    { offer: { url: "http://example.com/a.zip" } },
    {},
    () =>
      `download: http://example.com/a.zip is not an https URL: anyone on the network path could read and replace what is sent.`,
  ],
])("a mirror with %s is refused, and the folder stays empty", async (_, faults, wanted, text) => {
  server.misbehave(faults);
  const { problem, files } = await fetchRun(source(), wanted);
  expect(problemText(problem).slice(0, `provider/terraform-${text()}`.length)).toBe(
    `provider/terraform-${text()}`,
  );
  expect(files).toEqual([]);
});

test.each<[hashes: string[], isSaved: boolean]>([
  [[unpacked], true],
  [["h1:abc="], false],
  [[zeros], false],
])("an archive is saved after the same checks: %j", async (hashes, isSaved) => {
  server.misbehave({ offer: { hashes } });
  const folder = await mkdtemp(join(tmpdir(), "coconut-archive-"));
  const work = source().archive!(wantedBox, join(folder, "box.zip"), { progress: () => {} });
  expect(await thrownText(work)).toMatch(isSaved ? /^nothing/ : /^provider\/terraform-checksum: /);
  expect(await readdir(folder)).toEqual(isSaved ? ["box.zip"] : []);
  await rm(folder, { recursive: true });
});

test("a token is sent with requests for documents", async () => {
  server.token = "s3cret-token";
  expect((await fetchRun(source("s3cret-token"))).files).not.toEqual([]);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer s3cret-token",
    undefined,
  ]);
});

test.each([
  [
    "http://example.com/mirror",
    "provider/terraform-download: http://example.com/mirror/ is not an https URL: anyone on the network path could read and replace what is sent.",
  ],
  ["mirror", 'provider/terraform-registry: The network mirror "mirror" is not a URL.'],
])("the URL %s is refused", async (url, text) => {
  expect(await thrownText(Promise.resolve().then(() => networkMirrorSource(url)))).toBe(text);
});
