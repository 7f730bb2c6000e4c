import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { registrySource } from "../../../src/provider/terraform/install/registry/index.js";
import { zipOf } from "./provider-archive.js";
import type { RegistryFaults } from "./registry-faults.js";
import { otherPlatform, startRegistryServer, thisPlatform, type RegistryServer } from "./registry-server.js";
import { fetchRun, problemText, thrownText, wantedBox } from "./source-runs.js";

const box = { namespace: "example", type: "box", version: "1.2.0", protocols: ["5.0", "6.0"] };
const zeros = "0".repeat(64);
const ones = "1".repeat(64);
let server: RegistryServer;
let sha: string;

beforeAll(async () => {
  server = await startRegistryServer([box]);
  sha = server.shasum(box);
});
beforeEach(() => {
  server.misbehave({});
  server.token = undefined;
});
afterAll(() => server.close());

function source(more: { readonly token?: string; readonly stallMs?: number } = {}) {
  return registrySource({
    host: "example.com",
    services: server.services,
    backoffMs: 1,
    environment: {},
    ...more,
  });
}

/** Replaces what differs between runs. */
function stable(text: string): string {
  return text
    .replaceAll(server.origin, "<origin>")
    .replaceAll(sha, "<sha>")
    .replaceAll(server.key.id, "<key>")
    .replaceAll(thisPlatform, "<platform>")
    .replaceAll(/\b[0-9A-F]{16}\b/g, "<other key>")
    .replaceAll(/\b[0-9a-f]{64}\b/g, (hash) => (hash === zeros || hash === ones ? `${hash[0]}…` : "<hash>"));
}

test("versions are returned with their platforms and protocols", async () => {
  expect(await source().versions(wantedBox.address, undefined)).toEqual([
    { version: "1.2.0", platforms: [thisPlatform, otherPlatform], protocols: ["5.0", "6.0"] },
  ]);
});

test("a provider that the registry does not have has no versions", async () => {
  expect(await source().versions({ ...wantedBox.address, type: "nothing" }, undefined)).toBeUndefined();
});

test("a package is unpacked, with all signed hashes and the signer", async () => {
  const { fetched, files, progress } = await fetchRun(source());
  expect(fetched).toEqual({
    hashes: [`zh:${sha}`, `zh:${server.shasum(box, otherPlatform)}`, `zh:${"2".repeat(64)}`],
    signedBy: `${server.key.id} (Example Signer <security@example.com>)`,
    diagnostics: [],
  });
  expect(files).toEqual(["README.md", "terraform-provider-box_v1.2.0"]);
  const [received, total] = progress.at(-1)!;
  expect(received).toBe(total);
});

test.each(["another too", "expired since"] as const)(
  "a signature is valid if the keys are: %s",
  async (keys) => {
    server.misbehave({ keys });
    expect((await fetchRun(source())).fetched?.signedBy).toContain(server.key.id);
  },
);

test("a key that had expired before the signature is a warning", async () => {
  server.misbehave({ keys: "expired before" });
  const { fetched } = await fetchRun(source());
  expect(fetched?.hashes).toHaveLength(3);
  expect(fetched?.diagnostics.map((each) => `${each.severity} ${problemText(each)}`)).toEqual([
    `warning provider/terraform-expired-key: example.com/example/box 1.2.0 was signed by the key ${server.key.id} (Example Signer <security@example.com>) after it had expired on 2020-12-31.`,
  ]);
});

test("without keys, a warning says that nobody signed, and only the own hash is returned", async () => {
  server.misbehave({ keys: "none" });
  const { fetched } = await fetchRun(source());
  expect(fetched?.hashes).toEqual([`zh:${sha}`]);
  expect(fetched?.signedBy).toBeUndefined();
  expect(fetched?.diagnostics.map((each) => `${each.severity} ${problemText(each)}`)).toEqual([
    "warning provider/terraform-unsigned: The registry example.com has no signing keys for example.com/example/box 1.2.0. The archive matches the checksums, but who made it was not verified.",
  ]);
});

test.each<[what: string, faults: RegistryFaults, text: string]>([
  [
    "another shasum",
    { hash: "shasum" },
    "provider/terraform-checksum: For terraform-provider-box_1.2.0_<platform>.zip, the registry example.com states the SHA-256 0…, but the SHA256SUMS file states <sha>.",
  ],
  [
    "another line",
    { hash: "sums" },
    "provider/terraform-checksum: For terraform-provider-box_1.2.0_<platform>.zip, the registry example.com states the SHA-256 <sha>, but the SHA256SUMS file states 1….",
  ],
  [
    "another line without keys",
    { hash: "sums", keys: "none" },
    "provider/terraform-checksum: For terraform-provider-box_1.2.0_<platform>.zip, the registry example.com states the SHA-256 <sha>, but the SHA256SUMS file states 1….",
  ],
  [
    "no line",
    { hash: "no line" },
    "provider/terraform-checksum: The SHA256SUMS file of example.com/example/box 1.2.0 does not list terraform-provider-box_1.2.0_<platform>.zip.",
  ],
  [
    "another archive",
    { hash: "archive" },
    "provider/terraform-checksum: The archive of example.com/example/box 1.2.0 for <platform> has the SHA-256 <hash>, but the registry example.com states <sha>.",
  ],
  [
    "a changed document",
    { signature: "changed document" },
    "provider/terraform-signature: The SHA256SUMS file of example.com/example/box 1.2.0 has no valid signature by a key of the registry example.com. The signature by the key <key> is invalid: Signed digest did not match.",
  ],
  [
    "the key of a stranger",
    { signature: "another key" },
    "provider/terraform-signature: The SHA256SUMS file of example.com/example/box 1.2.0 has no valid signature by a key of the registry example.com. The key <other key> made the signature, and the registry has <key>.",
  ],
  ["no signature", { signature: "nonsense" }, "provider/terraform-signature: …"],
  ["an unreadable key", { keys: "unreadable" }, "provider/terraform-signature: …"],
  [
    "no URL of the signature",
    { offer: { shasums_signature_url: null } },
    "provider/terraform-registry: The answer of <origin>/v1/providers/example/box/1.2.0/download/linux/amd64 is invalid: it has no URL of the signature.",
  ],
  [
    "only protocol 4",
    { protocols: ["4.0"] },
    "provider/terraform-not-offered: example.com/example/box 1.2.0 speaks protocol 4.0 of Terraform. Coconut supports the protocols 5 and 6.",
  ],
  ["another platform", { offer: { os: "windows" } }, "provider/terraform-registry: …"],
  [
    "no package for the platform",
    { missing: [thisPlatform] },
    "provider/terraform-not-offered: The registry example.com does not have example.com/example/box 1.2.0 for <platform>.",
  ],
  ["a file name with folders", { offer: { filename: "../x.zip" } }, "provider/terraform-registry: …"],
  [
    "a URL without encryption",
    { offer: { download_url: "http://example.com/a?b=secret" } },
    "provider/terraform-download: http://example.com/a?… is not an https URL: anyone on the network path could read and replace what is sent.",
  ],
  [
    "a file URL",
    { offer: { shasums_url: "file:///etc/passwd" } },
    "provider/terraform-download: file:///etc/passwd is not an https URL: anyone on the network path could read and replace what is sent.",
  ],
  [
    "text instead of JSON",
    { nonsense: { path: /download/, text: "<html>\u001b[31mLog in" } },
    "provider/terraform-registry: The answer of <origin>/v1/providers/example/box/1.2.0/download/linux/amd64 is invalid: it is not JSON. It begins with `<html>\\u001b[31mLog in`.",
  ],
  ["other JSON", { nonsense: { path: /download/, text: "[1]" } }, "provider/terraform-registry: …"],
  [
    "a login page instead of checksums",
    { keys: "none", nonsense: { path: /SHA256SUMS$/, text: "<html>" } },
    "provider/terraform-checksum: The SHA256SUMS file of example.com/example/box 1.2.0 is not a list of SHA-256 hashes and file names.",
  ],
  [
    "checksums of 2 MB",
    { nonsense: { path: /SHA256SUMS$/, text: "a".repeat(2 ** 21) } },
    "provider/terraform-download: <origin>/files/terraform-provider-box_1.2.0_SHA256SUMS has more than 1048576 bytes, which is the maximum.",
  ],
])("a registry with %s is refused, and the folder stays empty", async (_, faults, text) => {
  server.misbehave(faults);
  const { problem, files } = await fetchRun(source());
  expect(stable(problemText(problem))).toMatch(textPattern(text));
  expect(problem?.hint).not.toBe("");
  expect(files).toEqual([]);
});

/** `…` at the end stands for any text. */
function textPattern(text: string): RegExp {
  const platform = text.replace("linux/amd64", thisPlatform.replace("_", "/"));
  const escaped = platform.replace(/…$/, "").replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped}${text.endsWith("…") ? "" : "$"}`);
}

test.each<[what: string, locked: (sha: string) => string[], isAccepted: boolean]>([
  ["the hash of the archive", (sha) => [`zh:${ones}`, `zh:${sha}`], true],
  ["hashes of unpacked packages only", () => ["h1:abc="], true],
  ["other hashes", () => [`zh:${zeros}`, `zh:${ones}`, "h1:abc="], false],
])("a lock file with %s", async (_, locked, isAccepted) => {
  const { problem, files } = await fetchRun(source(), { locked: locked(sha) });
  expect(problem === undefined).toBe(isAccepted);
  expect(files.length > 0).toBe(isAccepted);
  if (isAccepted) return;
  expect(stable(problemText(problem))).toBe(
    "provider/terraform-hash: The package of example.com/example/box 1.2.0 for <platform> from the registry example.com has the hashes zh:<sha>. The lock file allows h1:abc=, zh:0…, zh:1…. Nothing was installed.",
  );
  expect(server.requests.some(({ path }) => path.startsWith("/files/"))).toBe(false);
});

test("an archive is saved as it is, after the same checks", async () => {
  const folder = await mkdtemp(join(tmpdir(), "coconut-archive-"));
  const ports = { progress: () => {} };
  const save = (name: string) => source().archive!(wantedBox, join(folder, name), ports);
  const { hashes, signedBy } = await save("box.zip");
  expect(hashes[0]).toBe(`zh:${sha}`);
  expect(signedBy).toContain(server.key.id);
  const saved = createHash("sha256").update(await readFile(join(folder, "box.zip")));
  expect(saved.digest("hex")).toBe(sha);
  server.misbehave({ hash: "archive" });
  expect(await thrownText(save("other.zip"))).toMatch(/^provider\/terraform-checksum: /);
  await expect(save("box.zip")).rejects.toThrow("EEXIST");
  expect(await readdir(folder)).toEqual(["box.zip"]);
  await rm(folder, { recursive: true });
});

test("a hostile archive with a valid signature is refused", async () => {
  const plain = await zipOf({ "xx/escaped": "#" });
  const archive = Buffer.from(plain.toString("latin1").replaceAll("xx/", "../"), "latin1");
  const hostile = await startRegistryServer([{ ...box, archive }]);
  try {
    const registry = registrySource({ host: "example.com", services: hostile.services });
    const { problem, files } = await fetchRun(registry);
    expect(problemText(problem)).toMatch(
      /^provider\/terraform-archive: .*"\.\.\/escaped" leads out of the folder\.$/,
    );
    expect(files).toEqual([]);
  } finally {
    await hostile.close();
  }
});

test("an answer of 100 MB ends the request early", async () => {
  server.misbehave({ huge: { path: /versions$/, bytes: 100 * 2 ** 20 } });
  expect(stable(await thrownText(source().versions(wantedBox.address, undefined)))).toBe(
    "provider/terraform-download: <origin>/v1/providers/example/box/versions has more than 16777216 bytes, which is the maximum.",
  );
});

test("a token is sent to the registry, and not with requests for archives and checksums", async () => {
  server.token = "s3cret-token";
  expect((await fetchRun(source({ token: "s3cret-token" }))).files).not.toEqual([]);
  const seen = server.requests.map(({ path, headers }) => [path.split("/")[1], headers.authorization]);
  expect(seen).toEqual([
    ["v1", "Bearer s3cret-token"],
    ["files", undefined],
    ["files", undefined],
    ["files", undefined],
  ]);
});

test("a registry that needs a token names the variable for it", async () => {
  server.token = "s3cret-token";
  const { problem } = await fetchRun(source({ token: "wrong-token" }));
  expect(problem?.detail).toMatch(/returned status 401\.$/);
  expect(problem?.hint).toContain("TF_TOKEN_127_0_0_1");
  expect(JSON.stringify(problem)).not.toContain("wrong-token");
});

test("a redirect to another host does not get the token", async () => {
  const other = await startRegistryServer([box]);
  try {
    server.misbehave({ redirect: (path) => `${other.origin}${path}` });
    expect(await source({ token: "s3cret-token" }).versions(wantedBox.address, undefined)).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer s3cret-token");
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  } finally {
    await other.close();
  }
});

test.each<[what: string, redirect: (path: string) => string, text: string]>([
  [
    "without end",
    (path) => path,
    "<origin>/v1/providers/example/box/versions cannot be used. It redirects more than 10 times.",
  ],
  [
    "to another machine without encryption",
    () => "http://example.com/x?token=1",
    "<origin>/v1/providers/example/box/versions cannot be used. It redirects to http://example.com/x?…, which is not an https URL.",
  ],
  [
    "to a file",
    () => "file:///etc/passwd",
    "<origin>/v1/providers/example/box/versions cannot be used. It redirects to file:///etc/passwd, which is not an https URL.",
  ],
  [
    "to nothing",
    () => "http://",
    "<origin>/v1/providers/example/box/versions cannot be used. It redirects without a valid address.",
  ],
])("a redirect %s is refused", async (_, redirect, text) => {
  server.misbehave({ redirect });
  const thrown = await thrownText(source().versions(wantedBox.address, undefined));
  expect(stable(thrown)).toBe(`provider/terraform-download: ${text}`);
});

test.each([
  [
    { "modules.v1": "/m/" },
    "provider/terraform-registry: The answer of https://example.com/ is invalid: the host has no registry of providers (`providers.v1`).",
  ],
  [
    { "providers.v1": 1 },
    "provider/terraform-registry: The answer of https://example.com/ is invalid: `providers.v1` is not a URL.",
  ],
  [
    { "providers.v1": "ftp://example.com/" },
    "provider/terraform-registry: The answer of https://example.com/ is invalid: `providers.v1` is ftp://example.com/, which is not a web address.",
  ],
  [
    { "providers.v1": "http://user:pw@example.com/x" },
    "provider/terraform-download: http://example.com/x/ is not an https URL: anyone on the network path could read and replace what is sent.",
  ],
])("the configured services %j are refused", async (services, text) => {
  const registry = registrySource({ host: "example.com", services });
  expect(await thrownText(registry.versions(wantedBox.address, undefined))).toBe(text);
});
