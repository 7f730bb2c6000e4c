import { expect, it, test } from "vitest";
import { isInScope, parsePattern } from "./address-pattern.js";
import { noCliConfiguration, parseCliConfiguration } from "./cli-configuration.js";
import { defaultHost } from "./default-host.js";
import { parseAddress } from "./parse-provider-source.js";
import { isPlatformName, platformName } from "./platform.js";

const full = `
plugin_cache_dir   = "$HOME/cache/\${NAME}$NONE"
disable_checkpoint = true

credentials "Example.com:443" {
  token = "secret"
}

host "example.com" {
  services = {
    "providers.v1" = "http://127.0.0.1:8080/providers/",
    "other.v1" = { client = "x" }
  }
}

provider_installation {
  dev_overrides {
    "hashicorp/random" = "/src/random"
    "example.com/acme/cloud" = "../cloud"
  }
  filesystem_mirror {
    path    = "/opt/providers"
    include = ["example.com/*/*"]
  }
  network_mirror {
    url     = "https://example.com/mirror/"
    exclude = ["acme/*"]
  }
  later_method {}
  direct {
    exclude = []
  }
}

unknown "block" {}
`;

it("reads the settings that decide where providers come from", () => {
  expect(parseCliConfiguration(full, { HOME: "/me", NAME: "a" })).toEqual({
    kind: "configuration",
    configuration: {
      methods: [
        {
          kind: "filesystem mirror",
          path: "/opt/providers",
          include: [{ host: "example.com", namespace: "*", type: "*" }],
        },
        {
          kind: "network mirror",
          url: "https://example.com/mirror/",
          exclude: [{ host: defaultHost, namespace: "acme", type: "*" }],
        },
        { kind: "direct", exclude: [] },
      ],
      overrides: new Map([
        [`${defaultHost}/hashicorp/random`, "/src/random"],
        ["example.com/acme/cloud", "../cloud"],
      ]),
      pluginCacheFolder: "/me/cache/a",
      credentials: new Map([["example.com", "secret"]]),
      services: new Map([["example.com", new Map([["providers.v1", "http://127.0.0.1:8080/providers/"]])]]),
    },
  });
});

it("has no methods without provider_installation, and none if that is empty", () => {
  expect(parseCliConfiguration("")).toEqual({ kind: "configuration", configuration: noCliConfiguration });
  expect(parseCliConfiguration("provider_installation {}")).toMatchObject({ configuration: { methods: [] } });
});

const inside = (text: string) => `provider_installation {\n${text}\n}`;
const faults: Record<string, [text: string, says: string]> = {
  "two installations": ["provider_installation {}\nprovider_installation {}", "2:1 there is more than one"],
  "a mirror without a path": [
    inside("filesystem_mirror {}"),
    '2:1 filesystem_mirror needs the argument "path"',
  ],
  "a mirror without a URL": [inside("network_mirror {}"), '2:1 network_mirror needs the argument "url"'],
  "a wrong pattern": [inside('direct {\n include = ["*/random"]\n}'), '3:2 "*/random" is not a pattern'],
  "patterns that are no list": [inside('direct {\n include = "a/b"\n}'), "3:2 include must be a list"],
  "a wrong override": [inside('dev_overrides {\n "a b" = "/x"\n}'), '3:2 "a b" is not the address'],
  "an override without a path": [
    inside('dev_overrides {\n "a/b" = 1\n}'),
    '3:2 the override of "a/b" must be a path',
  ],
  "credentials without a host": ["credentials {}", "1:1 credentials needs one host"],
  "services that are no object": ['host "a" {\n services = 1\n}', "2:2 services must be an object"],
  "a wrong cache": ["plugin_cache_dir = 1", "1:1 plugin_cache_dir must be a string"],
  "a wrong syntax": ["a = [", "1:5 the list has no end"],
};

test.each(Object.entries(faults))("says where a configuration has %s", (_, [text, says]) => {
  const result = parseCliConfiguration(text);
  if (result.kind === "configuration") throw new Error("accepted");
  const { line, column, problem } = result.fault;
  expect(`${line}:${column} ${problem}`).toContain(says);
});

const scopes: [
  address: string,
  include: string[] | undefined,
  exclude: string[] | undefined,
  isIn: boolean,
][] = [
  ["hashicorp/random", undefined, undefined, true],
  ["hashicorp/random", [], undefined, false],
  ["hashicorp/random", ["hashicorp/*"], undefined, true],
  ["hashicorp/random", ["random"], undefined, true],
  ["hashicorp/random", ["*/*"], undefined, true],
  ["hashicorp/random", ["example.com/*/*"], undefined, false],
  ["example.com/acme/cloud", ["*/*"], undefined, false],
  ["example.com/acme/cloud", ["*/*/*"], undefined, true],
  ["example.com/acme/cloud", ["EXAMPLE.com/acme/cloud"], undefined, true],
  ["example.com/acme/cloud", ["example.com/*/*"], ["example.com/acme/*"], false],
  ["example.com/acme/cloud", undefined, ["example.com/acme/other"], true],
];

test.each(scopes)("%s with include %j and exclude %j: %j", (text, include, exclude, isIn) => {
  const parsed = parseAddress(text);
  if (parsed.kind === "fault") throw new Error(parsed.message);
  const patterns = (texts: string[]) => texts.map((each) => parsePattern(each)!);
  expect(
    isInScope(parsed.address, {
      ...(include && { include: patterns(include) }),
      ...(exclude && { exclude: patterns(exclude) }),
    }),
  ).toBe(isIn);
});

test.each(["*/random", "*/acme/cloud", "a/b/c/d", "", "a b/*", "exa*mple.com/*/*"])(
  "%j is not a pattern",
  (text) => {
    expect(parsePattern(text)).toBeUndefined();
  },
);

test.each([
  ["linux", "x64", "linux_amd64"],
  ["darwin", "arm64", "darwin_arm64"],
  ["win32", "ia32", "windows_386"],
  ["freebsd", "arm", "freebsd_arm"],
])("the platform %s %s is %s", (platform, arch, name) => {
  expect(platformName({ platform, arch })).toBe(name);
  expect(isPlatformName(name)).toBe(true);
});
