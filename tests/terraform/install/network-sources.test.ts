import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { networkSources } from "../../../src/provider/terraform/install/registry/index.js";
import { noCliConfiguration } from "../../../src/terraform/source/index.js";
import { startRegistryServer, type RegistryServer } from "./registry-server.js";
import { wantedBox } from "./source-runs.js";

let server: RegistryServer;

beforeAll(async () => {
  server = await startRegistryServer([{ namespace: "example", type: "box", version: "1.2.0" }]);
});
beforeEach(() => server.misbehave({}));
afterAll(() => server.close());

function sources(
  credentials: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const services = new Map([["example.com", new Map(Object.entries(server.services))]]);
  const configuration = {
    ...noCliConfiguration,
    services,
    credentials: new Map(Object.entries(credentials)),
  };
  return networkSources(configuration, { environment });
}

test("a registry has the services and the token of the configuration", async () => {
  server.token = "s3cret-token";
  const registry = sources({ "example.com": "s3cret-token" }).registry("example.com");
  expect(await registry.versions(wantedBox.address, undefined)).toHaveLength(1);
});

test("a token of the environment comes first", async () => {
  server.token = "s3cret-token";
  const environment = { TF_TOKEN_example_com: "s3cret-token" };
  const registry = sources({ "example.com": "old-token" }, environment).registry("example.com");
  expect(await registry.versions(wantedBox.address, undefined)).toHaveLength(1);
});

test("a network mirror has the token of its host", async () => {
  server.token = "s3cret-token";
  const mirror = sources({ [server.host]: "s3cret-token", "example.com": "other" }).networkMirror(
    server.mirror,
  );
  expect(await mirror.versions(wantedBox.address, undefined)).toHaveLength(1);
});

test("a registry is made once per host", () => {
  const { registry } = sources({});
  expect(registry("example.com")).toBe(registry("example.com"));
  expect(registry("example.com")).not.toBe(registry("other.example.com"));
});
