import { DiagnosticError, type Diagnostic } from "../../../../model/index.js";
import { printable } from "../../../../std/printable.js";
import type { ProviderAddress } from "../../../../terraform/source/index.js";
import { packageText } from "../find-problems.js";
import { packageHash } from "../package-hash.js";
import type { PackageSource, WantedPackage } from "../package-source.js";
import { isSafe, maySendTo, urlText, webWith, type Asked, type HostToken, type Web } from "../web/index.js";
import { fetchArchive, saveArchive, type OfferedArchive } from "./fetch-archive.js";
import { checkLocked, mismatch, notOffered, sentenceStart } from "./package-checks.js";
import { problem } from "./diagnostics.js";
import { invalidAnswer, readJson } from "./read-json.js";
import { mirrorIndexSchema, mirrorVersionSchema } from "./registry-answers.js";
import { webProblem } from "./web-problem.js";

export interface NetworkMirrorOptions extends Partial<Web> {
  /** The token for the host of the URL. */
  readonly token?: string | undefined;
}

/** Returns the network mirror at a URL, which has packages of any registry. Throws a DiagnosticError for an unusable URL. */
export function networkMirrorSource(
  url: string,
  { token, ...ports }: NetworkMirrorOptions = {},
): PackageSource {
  const base = baseOf(url);
  const mirror: Mirror = {
    base,
    title: `the mirror ${urlText(base)}`,
    token: token === undefined ? undefined : { host: base.host, token },
    web: webWith(ports),
  };
  return {
    kind: "network mirror",
    title: mirror.title,
    versions: async (address, signal) => {
      const asked = askedOf(mirror, address, "index");
      const answer = await readJson(asked, mirrorIndexSchema, { web: mirror.web, signal });
      return answer && Object.keys(answer.value.versions).map((version) => ({ version }));
    },
    fetch: async (wanted, folder, fetchPorts) => {
      const ports = { ...fetchPorts, web: mirror.web };
      return fetchArchive(await archiveOf(mirror, wanted, ports.signal), folder, ports);
    },
    archive: async (wanted, file, fetchPorts) => {
      const ports = { ...fetchPorts, web: mirror.web };
      return saveArchive(await archiveOf(mirror, wanted, ports.signal), file, ports);
    },
  };
}

function baseOf(text: string): URL {
  const full = text.endsWith("/") ? text : `${text}/`;
  if (!URL.canParse(full)) {
    throw new DiagnosticError(
      problem("provider/terraform-registry", {
        detail: `The network mirror ${printable(JSON.stringify(text))} is not a URL.`,
        hint: "Correct `network_mirror` in the command-line configuration, such as https://mirror.example.com/providers/.",
      }),
    );
  }
  const base = new URL(full);
  if (!isSafe(base)) throw webProblem({ kind: "insecure", url: base });
  return base;
}

interface Mirror {
  readonly base: URL;
  readonly title: string;
  readonly token: HostToken | undefined;
  readonly web: Web;
}

async function archiveOf(
  mirror: Mirror,
  wanted: WantedPackage,
  signal: AbortSignal | undefined,
): Promise<OfferedArchive> {
  const { web, title } = mirror;
  const asked = askedOf(mirror, wanted.address, wanted.version);
  const answer = await readJson(asked, mirrorVersionSchema, { web, signal });
  const archives = new Map(Object.entries(answer?.value.archives ?? {}));
  const offer = archives.get(wanted.platform);
  if (answer === undefined || offer === undefined) throw notOffered(wanted, title, [...archives.keys()]);
  const stated = offer.hashes ?? [];
  const isVerified = stated.some((hash) => /^(?:h1|zh):/.test(hash)) || wanted.locked.length > 0;
  const checkUnpacked = async (folder: string) =>
    checkStated(wanted, { title, stated, found: await packageHash(folder) });
  let zh = "";
  return {
    url: archiveUrl(offer.url, answer.url),
    name: "package.zip",
    check: (sha256) => {
      zh = `zh:${sha256}`;
      checkStated(wanted, { title, stated, found: zh });
      checkLocked(wanted, title, sha256);
    },
    checkUnpacked: stated.some((hash) => hash.startsWith("h1:")) ? checkUnpacked : undefined,
    fetched: () => ({ hashes: [zh], diagnostics: isVerified ? [] : [unverified(wanted, title)] }),
  };
}

/** Throws if the mirror states hashes of this scheme and this is none of them. */
function checkStated(
  wanted: WantedPackage,
  {
    title,
    stated,
    found,
  }: { readonly title: string; readonly stated: readonly string[]; readonly found: string },
): void {
  const expected = stated.filter((hash) => hash.startsWith(found.slice(0, 3)));
  if (expected.length === 0 || expected.includes(found)) return;
  throw mismatch(
    wanted,
    `The archive of ${packageText(wanted)} for ${wanted.platform} has the hash ${found}, but ${title} states ${printable(expected.join(", "))}.`,
  );
}

function askedOf({ base, token }: Mirror, address: ProviderAddress, document: string): Asked {
  const { host, namespace, type } = address;
  const parts = [host, namespace, type, `${document}.json`];
  // Without the dot, the port of a host would make its name a scheme.
  return { url: new URL(`./${parts.map(encodeURIComponent).join("/").replace("%3A", ":")}`, base), token };
}

function archiveUrl(text: string, from: URL): URL {
  if (!URL.canParse(text, from.href)) throw invalidAnswer(from, "it has a URL that is malformed");
  const url = new URL(text, from.href);
  if (!maySendTo(url, from)) throw webProblem({ kind: "insecure", url });
  return url;
}

function unverified(wanted: WantedPackage, title: string): Diagnostic {
  return problem("provider/terraform-unsigned", {
    severity: "warning",
    detail: `${sentenceStart(title)} states no hashes of ${packageText(wanted)}, so the archive was not verified.`,
    hint: "Compare its hash in .terraform.lock.hcl with one that the provider's author publishes.",
  });
}
