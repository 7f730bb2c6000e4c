import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bundledScript } from "../../support/bundled-script.js";
import { hasTool } from "../../support/has-tool.js";
import { makeCertificate, type Certificate } from "./certificate.js";
import { startConnectProxy, type ConnectProxy } from "./connect-proxy.js";
import { startRegistryServer, type RegistryServer } from "./registry-server.js";
import { problemText, type FetchRun } from "./source-runs.js";

const box = { namespace: "example", type: "box", version: "1.2.0" };
const script = bundledScript(new URL("fetch-in-process.ts", import.meta.url).pathname);
const run = promisify(execFile);

describe.skipIf(!hasTool("openssl", ["version"]))("a registry with https", () => {
  let certificate: Certificate;
  let server: RegistryServer;
  let proxy: ConnectProxy;
  let removeScript: () => void;

  beforeAll(async () => {
    removeScript = await script.build();
    certificate = makeCertificate(["packages.example.com"]);
    server = await startRegistryServer([box], { tls: certificate });
    proxy = await startConnectProxy(Number(server.host.split(":")[1]), "me:pass word");
  });
  beforeEach(() => {
    server.misbehave({});
    server.token = undefined;
  });
  afterAll(async () => {
    removeScript();
    await server.close();
    await proxy.close();
  });

  async function fetchFrom(host: string, environment: Record<string, string> = {}): Promise<FetchRun> {
    const env = { PATH: process.env["PATH"], NODE_EXTRA_CA_CERTS: certificate.authorityFile, ...environment };
    const { stdout } = await run(process.execPath, [script.path, host], { env });
    return JSON.parse(stdout) as FetchRun;
  }

  const throughProxy = () => ({ HTTPS_PROXY: `http://me:pass%20word@${proxy.host}` });

  test("is found by service discovery", async () => {
    const { problem, files } = await fetchFrom(server.host);
    expect(problem).toBeUndefined();
    expect(files).toEqual(["README.md", "terraform-provider-box_v1.2.0"]);
    expect(server.requests[0]?.path).toBe("/.well-known/terraform.json");
  });

  test.each<[services: object, text: string | undefined]>([
    [{ "providers.v1": "../v1/providers" }, undefined],
    [{ "providers.v1": "<origin>/v1/providers" }, undefined],
    [
      {},
      "provider/terraform-registry: The answer of <origin>/.well-known/terraform.json is invalid: the host has no registry of providers (`providers.v1`).",
    ],
    [
      { "providers.v1": "http://example.com/v1/" },
      "provider/terraform-download: http://example.com/v1/ is not an https URL: anyone on the network path could read and replace what is sent.",
    ],
  ])("may state the services %j", async (services, text) => {
    server.misbehave({
      nonsense: {
        path: /terraform\.json$/,
        text: JSON.stringify(services).replaceAll("<origin>", server.origin),
      },
    });
    const { problem, files } = await fetchFrom(server.host);
    if (text === undefined) expect(files).toHaveLength(2);
    else expect(problemText(problem)).toBe(text.replaceAll("<origin>", server.origin));
  });

  test("without discovery is no registry", async () => {
    server.misbehave({ first: { path: /terraform\.json$/, statuses: [404] } });
    expect(problemText((await fetchFrom(server.host)).problem)).toBe(
      `provider/terraform-registry: The answer of ${server.origin}/.well-known/terraform.json is invalid: the host has no registry of providers (status 404).`,
    );
  });

  test("whose certificate is not trusted gets nothing, and a hint names the variable", async () => {
    const { problem } = await fetchFrom(server.host, { NODE_EXTRA_CA_CERTS: "", TF_TOKEN_example_com: "t" });
    expect(problemText(problem)).toBe(
      `provider/terraform-download: Cannot connect to ${server.origin}/.well-known/terraform.json: self-signed certificate.`,
    );
    expect(problem?.hint).toContain("NODE_EXTRA_CA_CERTS");
    expect(server.requests).toEqual([]);
  });

  test("is reached through a proxy, with the token of its host", async () => {
    server.token = "s3cret-token";
    const { problem, files } = await fetchFrom("packages.example.com", {
      ...throughProxy(),
      TF_TOKEN_packages_example_com: "s3cret-token",
    });
    expect(problem).toBeUndefined();
    expect(files).toHaveLength(2);
    expect(new Set(proxy.requests.map(String))).toEqual(new Set(["packages.example.com:443,me:pass word"]));
  });

  test("gets no token of another host, nor does another host that it names", async () => {
    const other = await startRegistryServer([box], { tls: certificate });
    const text = JSON.stringify({ "providers.v1": `${other.origin}/v1/providers/` });
    server.misbehave({ nonsense: { path: /terraform\.json$/, text } });
    const { files } = await fetchFrom("packages.example.com", {
      ...throughProxy(),
      TF_TOKEN_packages_example_com: "s3cret-token",
    });
    expect(files).toHaveLength(2);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer s3cret-token"]);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual(
      other.requests.map(() => undefined),
    );
    await other.close();
  });

  test.each<[what: string, url: string]>([
    ["http", "http://packages.example.com/x"],
    ["http on this machine", "http://127.0.0.1:1/x"],
  ])("of another machine must not redirect to %s", async (_, url) => {
    server.misbehave({ redirect: () => url });
    expect(problemText((await fetchFrom("packages.example.com", throughProxy())).problem)).toBe(
      `provider/terraform-download: https://packages.example.com/.well-known/terraform.json cannot be used. It redirects to ${url}, which is not an https URL.`,
    );
  });

  test("is not reached through a proxy that refuses", async () => {
    const { problem } = await fetchFrom("packages.example.com", {
      HTTPS_PROXY: `http://me:wrong@${proxy.host}`,
    });
    expect(problemText(problem)).toBe(
      `provider/terraform-download: Cannot connect to https://packages.example.com/.well-known/terraform.json through the proxy http://${proxy.host}: It returned status 407.`,
    );
  });

  test("is not asked for another name than that of its certificate", async () => {
    const { problem } = await fetchFrom("other.example.com", throughProxy());
    expect(problemText(problem)).toContain("Hostname/IP does not match certificate's altnames");
  });
});
