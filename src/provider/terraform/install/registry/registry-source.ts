import type { InferOutput } from "valibot";
import { defaultHost, type ProviderAddress } from "../../../../terraform/source/index.js";
import type { OfferedVersion, PackageSource, WantedPackage } from "../package-source.js";
import { maySendTo, readDocument, webWith, type Asked, type Web } from "../web/index.js";
import { fetchArchive, saveArchive, type OfferedArchive } from "./fetch-archive.js";
import { checkHash, checkLocked, checkProtocols, notOffered } from "./package-checks.js";
import { providerService, type ProviderService, type RegistryHost } from "./provider-service.js";
import { invalidAnswer, readJson } from "./read-json.js";
import { packageSchema, versionsSchema } from "./registry-answers.js";
import { vouchedHashes } from "./vouched-hashes.js";
import { webProblem, withWebProblems } from "./web-problem.js";

export interface RegistryOptions extends RegistryHost, Partial<Web> {}

/** Returns the registry of a host. It is found with the first request. */
export function registrySource({ host, services, token, ...ports }: RegistryOptions): PackageSource {
  const web = webWith(ports);
  const title = host === defaultHost ? "OpenTofu's registry" : `the registry ${host}`;
  let found: ProviderService | undefined;
  const service = async (signal: AbortSignal | undefined) =>
    (found ??= await providerService({ host, services, token }, web, signal));
  return {
    kind: "registry",
    title,
    versions: async (address, signal) => versionsOf(await service(signal), address, { web, signal }),
    fetch: async (wanted, folder, fetchPorts) => {
      const ports = { ...fetchPorts, web };
      return fetchArchive(await archiveOf(await service(ports.signal), title, wanted, ports), folder, ports);
    },
    archive: async (wanted, file, fetchPorts) => {
      const ports = { ...fetchPorts, web };
      return saveArchive(await archiveOf(await service(ports.signal), title, wanted, ports), file, ports);
    },
  };
}

interface Ports {
  readonly web: Web;
  readonly signal?: AbortSignal | undefined;
}

async function versionsOf(
  registry: ProviderService,
  { namespace, type }: ProviderAddress,
  ports: Ports & { readonly signal: AbortSignal | undefined },
): Promise<readonly OfferedVersion[] | undefined> {
  const answer = await readJson(askedOf(registry, [namespace, type, "versions"]), versionsSchema, ports);
  return answer?.value.versions.map(({ version, platforms, protocols }) => ({
    version,
    ...(platforms == null ? {} : { platforms: platforms.map(({ os, arch }) => `${os}_${arch}`) }),
    ...(protocols == null ? {} : { protocols }),
  }));
}

/** Everything is checked as soon as it is known: the archive is downloaded only if it can be accepted. */
async function archiveOf(
  registry: ProviderService,
  title: string,
  wanted: WantedPackage,
  ports: Ports,
): Promise<OfferedArchive> {
  const { url, value: offer } = await offerOf(registry, title, wanted, ports);
  const shasum = offer.shasum.toLowerCase();
  checkProtocols(wanted, offer.protocols);
  checkLocked(wanted, title, shasum);
  const archive = linkOf(offer.download_url, url);
  const { hashes, signedBy, diagnostics } = await vouchedHashes({
    wanted,
    title,
    shasum,
    file: offer.filename,
    keys: offer.signing_keys?.gpg_public_keys?.map(({ ascii_armor: armor }) => armor) ?? [],
    document: await readBytes(linkOf(offer.shasums_url, url), ports),
    signature: async () => readBytes(linkOf(offer.shasums_signature_url ?? "", url), ports),
  });
  return {
    url: archive,
    name: offer.filename,
    check: (found) => checkHash(wanted, { found, expected: shasum, source: title }),
    checkUnpacked: undefined,
    fetched: () => ({ hashes, diagnostics, ...(signedBy === undefined ? {} : { signedBy }) }),
  };
}

async function offerOf(
  registry: ProviderService,
  title: string,
  wanted: WantedPackage,
  { web, signal }: Ports,
): Promise<{ readonly url: URL; readonly value: InferOutput<typeof packageSchema> }> {
  const { address, version, platform } = wanted;
  const [os = "", arch = ""] = platform.split("_");
  const { namespace, type } = address;
  const asked = askedOf(registry, [namespace, type, version, "download", os, arch]);
  const answer = await readJson(asked, packageSchema, { web, signal });
  if (answer === undefined) throw notOffered(wanted, title);
  const { os: offeredOs = os, arch: offeredArch = arch } = answer.value;
  if (offeredOs === os && offeredArch === arch) return answer;
  throw invalidAnswer(answer.url, `it is about the platform ${offeredOs}_${offeredArch}`);
}

function askedOf({ base, token }: ProviderService, parts: readonly string[]): Asked {
  return { url: new URL(`./${parts.map(encodeURIComponent).join("/")}`, base), token };
}

/** Returns a URL in an answer. The token is not sent there. */
function linkOf(text: string, from: URL): URL {
  if (text === "" || !URL.canParse(text, from.href))
    throw invalidAnswer(
      from,
      `it has ${text === "" ? "no URL of the signature" : "a URL that is malformed"}`,
    );
  const url = new URL(text, from.href);
  if (!maySendTo(url, from)) throw webProblem({ kind: "insecure", url });
  return url;
}

async function readBytes(url: URL, { web, signal }: Ports): Promise<Uint8Array> {
  const { bytes } = await withWebProblems(() => readDocument({ url, limit: 2 ** 20 }, web, signal));
  return bytes;
}
