import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { zipOf } from "./provider-archive.js";
import type { RegistryFaults } from "./registry-faults.js";
import {
  counted,
  type Release,
  type SeenRequest,
  type ServedProvider,
  type State,
} from "./registry-state.js";
import { sendArchive } from "./send-archive.js";
import { makeSigningKey, validDate, type SigningKey } from "./signing-key.js";

/** A registry and network mirror on this machine, for the tests of whatever installs providers. */
export interface RegistryServer {
  /** `127.0.0.1:<port>`. */
  readonly host: string;
  readonly origin: string;
  /** For the `host` block of the command-line configuration: where the registry is, without service discovery. */
  readonly services: Readonly<Record<string, string>>;
  /** The URL of the network mirror, which has the same providers for every host. */
  readonly mirror: string;
  readonly key: SigningKey;
  /** The requests so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** Requests need this token. Archives and checksums do not. */
  token: string | undefined;
  /** Replaces the faults, and forgets the requests. */
  misbehave(faults: RegistryFaults): void;
  /** Returns the SHA-256 of an archive in hex. */
  shasum(provider: ServedProvider, platform?: string): string;
  close(): Promise<void>;
}

export type { SeenRequest, ServedProvider } from "./registry-state.js";

export interface RegistryServerOptions {
  /** Makes it an https server. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** The platform of this machine, such as `linux_amd64`. */
export const thisPlatform = [
  process.platform === "win32" ? "windows" : process.platform,
  process.arch === "x64" ? "amd64" : process.arch,
].join("_");
/** A platform that no machine has, whose packages exist in the test registry. */
export const otherPlatform = "plan9_arm64";

/** Starts a registry with these providers on a free port of 127.0.0.1. */
export async function startRegistryServer(
  providers: readonly ServedProvider[],
  { tls }: RegistryServerOptions = {},
): Promise<RegistryServer> {
  const key = await makeSigningKey("Example Signer", "rsa");
  const stranger = await makeSigningKey("Stranger");
  const releases = await Promise.all(providers.map(releaseOf));
  const state: State = {
    releases,
    key,
    stranger,
    faults: {},
    requests: [],
    token: undefined,
    sent: new Map(),
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    answer(state, request, response).catch((error: unknown) => response.destroy(error as Error));
  };
  const server = tls === undefined ? createServer(onRequest) : createSecureServer(tls, onRequest);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `${tls === undefined ? "http" : "https"}://${host}`;
  return {
    host,
    origin,
    services: { "providers.v1": `${origin}/v1/providers/` },
    mirror: `${origin}/mirror/`,
    key,
    requests: state.requests,
    get token() {
      return state.token;
    },
    set token(token) {
      state.token = token;
    },
    misbehave: (faults) => {
      state.faults = faults;
      state.requests.length = 0;
      state.sent.clear();
    },
    shasum: (provider, platform = thisPlatform) =>
      shasumOf(releases[providers.indexOf(provider)]!.archives.get(platform)!),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function releaseOf(provider: ServedProvider): Promise<Release> {
  const { type, version, program, files, archive, platforms = [thisPlatform, otherPlatform] } = provider;
  const archives = new Map<string, Buffer>();
  for (const platform of platforms) {
    const own =
      platform === thisPlatform && program !== undefined ? { path: program } : `#!/bin/sh\n# ${platform}\n`;
    const usual = { [`terraform-provider-${type}_v${version}`]: own, "README.md": `${type} ${version}\n` };
    archives.set(platform, archive ?? (await zipOf(files ?? usual)));
  }
  return { provider, archives };
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path } = new URL(request.url ?? "/", "http://any.example.com");
  const { faults } = state;
  state.requests.push({ path, headers: request.headers });
  if (faults.delayMs !== undefined) await delay(faults.delayMs);
  const { first } = faults;
  const count = counted(state, `first ${path}`);
  if (first?.path.test(path) === true && count <= first.statuses.length) {
    const headers = first.retryAfter === undefined ? {} : { "retry-after": first.retryAfter };
    return void response.writeHead(first.statuses[count - 1]!, headers).end("not yet");
  }
  const location = faults.redirect?.(path);
  if (location !== undefined) return void response.writeHead(302, { location }).end();
  if (faults.nonsense?.path.test(path) === true) return send(state, path, response, faults.nonsense.text);
  if (faults.huge?.path.test(path) === true) return sendHuge(response, faults.huge.bytes);
  if (path.startsWith("/files/")) return sendFile(state, path, request, response);
  if (state.token !== undefined && request.headers.authorization !== `Bearer ${state.token}`)
    return void response.writeHead(401).end("no token");
  const found = documentAt(state, path);
  if (found === undefined) return void response.writeHead(404).end("not found");
  return send(state, path, response, JSON.stringify(found));
}

function send({ faults }: State, path: string, response: ServerResponse, content: string | Uint8Array): void {
  const bytes = Buffer.from(content);
  response.writeHead(200, { "content-length": bytes.length });
  if (faults.hang?.test(path) !== true) return void response.end(bytes);
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
}

async function sendHuge(response: ServerResponse, bytes: number): Promise<void> {
  const piece = Buffer.alloc(65_536, " ");
  const pieces = Array.from({ length: Math.ceil(bytes / piece.length) }, () => piece);
  const all = Readable.from(['{"versions":[', ...pieces, "]}"]);
  // The client may close the connection early.
  await pipeline(all, response).catch(() => {});
}

function documentAt(state: State, path: string): unknown {
  if (path === "/.well-known/terraform.json") return { "providers.v1": "/v1/providers/" };
  const parts = path.split("/").slice(1).map(decodeURIComponent);
  if (parts[0] === "mirror") return mirrorDocument(state, parts.slice(2));
  const [, , namespace, type, ...rest] = parts;
  const releases = state.releases.filter(
    ({ provider }) => provider.namespace === namespace && provider.type === type,
  );
  if (releases.length === 0) return undefined;
  if (rest.length === 1 && rest[0] === "versions")
    return {
      id: `${namespace}/${type}`,
      versions: releases.map((each) => versionOf(each, state.faults)),
      warnings: null,
    };
  const [version, , os, arch] = rest;
  const release = releases.find(({ provider }) => provider.version === version);
  return release && offerOf(state, release, `${os}_${arch}`);
}

function versionOf({ provider, archives }: Release, { protocols, missing = [] }: RegistryFaults) {
  const platforms = [...archives.keys()].filter((each) => !missing.includes(each));
  return {
    version: provider.version,
    protocols: protocols ?? provider.protocols ?? ["5.0"],
    platforms: platforms.map((each) => ({ os: each.split("_")[0], arch: each.split("_")[1] })),
  };
}

function offerOf({ key, stranger, faults }: State, release: Release, platform: string): unknown {
  const archive = release.archives.get(platform);
  if (archive === undefined || faults.missing?.includes(platform) === true) return undefined;
  const [os, arch] = platform.split("_");
  const name = fileName(release, platform);
  const own = faults.keys?.startsWith("expired") === true ? key.expiredArmor : key.armor;
  const armors = {
    own: [own],
    none: [],
    "another too": [stranger.armor, own],
    "expired since": [own],
    "expired before": [own],
    unreadable: ["-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----\n"],
  }[faults.keys ?? "own"];
  return {
    protocols: versionOf(release, faults).protocols,
    os,
    arch,
    filename: name,
    download_url: `/files/${name}`,
    shasums_url: `/files/${sumsName(release)}`,
    shasums_signature_url: `/files/${sumsName(release)}.sig`,
    shasum: faults.hash === "shasum" ? "0".repeat(64) : shasumOf(archive),
    signing_keys: { gpg_public_keys: armors.map((armor) => ({ key_id: key.id, ascii_armor: armor })) },
    ...faults.offer,
  };
}

function mirrorDocument(
  { releases, faults }: State,
  [namespace, type, document]: readonly string[],
): unknown {
  const own = releases.filter(({ provider }) => provider.namespace === namespace && provider.type === type);
  if (own.length === 0) return undefined;
  if (document === "index.json")
    return { versions: Object.fromEntries(own.map(({ provider }) => [provider.version, {}])) };
  const release = own.find(({ provider }) => `${provider.version}.json` === document);
  if (release === undefined) return undefined;
  const archives = [...release.archives].map(([platform, archive]) => {
    const hash = faults.hash === "shasum" ? "0".repeat(64) : shasumOf(archive);
    const offer = { url: `/files/${fileName(release, platform)}`, hashes: [`zh:${hash}`], ...faults.offer };
    return [platform, offer] as const;
  });
  return {
    archives: Object.fromEntries(
      archives.filter(([platform]) => faults.missing?.includes(platform) !== true),
    ),
  };
}

async function sendFile(
  state: State,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = path.slice("/files/".length);
  for (const release of state.releases) {
    for (const [platform, archive] of release.archives) {
      if (fileName(release, platform) !== name) continue;
      const bytes = state.faults.hash === "archive" ? Buffer.concat([archive, Buffer.from("more")]) : archive;
      return sendArchive(state, bytes, { path, request, response });
    }
    if (!name.startsWith(sumsName(release))) continue;
    const sums = sumsOf(release, state.faults);
    if (!name.endsWith(".sig"))
      return send(state, path, response, state.faults.signature === "changed document" ? `${sums}\n` : sums);
    return send(state, path, response, await signatureOf(state, sums));
  }
  response.writeHead(404).end("not found");
}

function sumsOf(release: Release, { hash }: RegistryFaults): string {
  const lines = [...release.archives].map(([platform, archive]) =>
    [hash === "sums" ? "1".repeat(64) : shasumOf(archive), fileName(release, platform)].join("  "),
  );
  return `${(hash === "no line" ? [] : lines).concat(`${"2".repeat(64)}  manifest.json`).join("\n")}\n`;
}

async function signatureOf({ key, stranger, faults }: State, sums: string): Promise<Uint8Array> {
  if (faults.signature === "nonsense") return Buffer.from("<html>Not found</html>");
  const signer = faults.signature === "another key" ? stranger : key;
  return signer.sign(Buffer.from(sums), faults.keys === "expired since" ? validDate : undefined);
}

function fileName({ provider: { type, version } }: Release, platform: string): string {
  return `terraform-provider-${type}_${version}_${platform}.zip`;
}

function sumsName({ provider: { type, version } }: Release): string {
  return `terraform-provider-${type}_${version}_SHA256SUMS`;
}

function shasumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
