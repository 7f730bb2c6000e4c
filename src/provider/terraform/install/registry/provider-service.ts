import { type HostToken, isSafe, maySendTo, urlText, type Web } from "../web/index.js";
import { servicesSchema } from "./registry-answers.js";
import { invalidAnswer, readJson } from "./read-json.js";
import { webProblem } from "./web-problem.js";

/** Where a host has the registry of its providers, and the token to send there. */
export interface ProviderService {
  /** Ends with a slash. */
  readonly base: URL;
  readonly token: HostToken | undefined;
}

export interface RegistryHost {
  readonly host: string;
  /** The services of the host in the command-line configuration, which replace those that the host states. */
  readonly services?: Readonly<Record<string, unknown>> | undefined;
  readonly token?: string | undefined;
}

/**
 * Finds the registry of a host. A token is for the host itself. If the user configured a URL of the service, the token is for the
 * host of that URL; the answer of a host cannot send it elsewhere.
 */
export async function providerService(
  { host, services, token }: RegistryHost,
  web: Web,
  signal: AbortSignal | undefined,
): Promise<ProviderService> {
  if (services !== undefined) {
    const base = serviceUrl(services, new URL(`https://${host}/`));
    if (!isSafe(base)) throw webProblem({ kind: "insecure", url: base });
    return { base, token: tokenFor(base.host, token) };
  }
  const asked = { url: new URL(`https://${host}/.well-known/terraform.json`), token: tokenFor(host, token) };
  const answer = await readJson(asked, servicesSchema, { web, signal });
  if (answer === undefined)
    throw invalidAnswer(asked.url, "the host has no registry of providers (status 404)");
  const { url, value } = answer;
  const base = serviceUrl(value, url);
  if (!maySendTo(base, url)) throw webProblem({ kind: "insecure", url: base });
  return { base, token: asked.token };
}

const service = "providers.v1";

function serviceUrl(services: Readonly<Record<string, unknown>>, from: URL): URL {
  const text = services[service];
  if (text === undefined) throw invalidAnswer(from, `the host has no registry of providers (\`${service}\`)`);
  if (typeof text !== "string" || !URL.canParse(text, from.href))
    throw invalidAnswer(from, `\`${service}\` is not a URL`);
  const base = new URL(text, from.href);
  if (base.protocol !== "https:" && base.protocol !== "http:")
    throw invalidAnswer(from, `\`${service}\` is ${urlText(base)}, which is not a web address`);
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  return base;
}

function tokenFor(host: string, token: string | undefined): HostToken | undefined {
  return token === undefined ? undefined : { host, token };
}
