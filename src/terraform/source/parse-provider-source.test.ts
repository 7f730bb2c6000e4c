import fc from "fast-check";
import { expect, it, test } from "vitest";
import { addressText, shortAddress } from "./address.js";
import { defaultHost } from "./default-host.js";
import { parseAddress, parseProviderSource } from "./parse-provider-source.js";

const sources: Record<string, string> = {
  random: `${defaultHost}/hashicorp/random`,
  "hashicorp/random": `${defaultHost}/hashicorp/random`,
  "Hashicorp/Random": `${defaultHost}/hashicorp/random`,
  "example.com/acme/cloud": "example.com/acme/cloud",
  "Example.COM:443/acme/cloud": "example.com/acme/cloud",
  "example.com:8443/acme/cloud": "example.com:8443/acme/cloud",
  "localhost/acme/cloud": "localhost/acme/cloud",
  "localhost:5000/acme/cloud": "localhost:5000/acme/cloud",
  "127.0.0.1:5000/acme/cloud": "127.0.0.1:5000/acme/cloud",
  "[::1]:5000/acme/cloud": "[::1]:5000/acme/cloud",
  "builder-2/my_cloud-beta": `${defaultHost}/builder-2/my_cloud-beta`,
  " hashicorp/random @ ~> 3.6": `${defaultHost}/hashicorp/random @ ~> 3.6`,
  "hashicorp/random@~>3.6": `${defaultHost}/hashicorp/random @ ~> 3.6`,
  "hashicorp/random@>= 3, <4": `${defaultHost}/hashicorp/random @ >= 3.0.0, < 4.0.0`,
  "hashicorp/random@3.6.2": `${defaultHost}/hashicorp/random @ 3.6.2`,
};

test.each(Object.entries(sources))("reads %j", (text, expected) => {
  const source = parseProviderSource(text);
  if (source.kind === "fault") throw new Error(source.message);
  const { address, constraint } = source;
  expect(addressText(address) + (constraint === undefined ? "" : ` @ ${constraint.text}`)).toBe(expected);
});

const faults: Record<string, string> = {
  "": "is empty",
  "hashicorp/random ~> 3.6": 'Put "@" before the version',
  "hashi corp/random": "contains a space",
  "https://example.com/acme/cloud": 'Write it without "https://"',
  "example.com/acme/network/aws": "four parts, so it is the address of a module",
  "acme/network/aws": "not a host: a host has a period or a port",
  "example.com/a/b/c/d": "5 parts",
  "example.com/cloud": "names a host and only one more part",
  "hashicorp/terraform-provider-random": 'The type of the provider is "random"',
  "hashicorp/": "The type of the provider is empty",
  "/random": "The namespace of the provider is empty",
  "hashicorp/ran--dom": "not a valid type",
  "-hashicorp/random": "not a valid namespace",
  "hashicorp/ran.dom": "not a valid type",
  "exa_mple.com/acme/cloud": '"exa_mple.com" is not a host',
  "example.com:0/acme/cloud": '"example.com:0" is not a host',
  "a\\b": "contains a backslash",
  "hashicorp/random@": "The version constraint is empty",
  "hashicorp/random@^3.6": 'Write "~> 3.6" instead',
};

test.each(Object.entries(faults))("refuses %j", (text, says) => {
  const source = parseProviderSource(text);
  expect(source.kind === "fault" ? source.message : "accepted").toContain(says);
});

it("leaves the default host out for display", () => {
  expect(shortAddress({ host: defaultHost, namespace: "a", type: "b" })).toBe("a/b");
  expect(shortAddress({ host: "example.com", namespace: "a", type: "b" })).toBe("example.com/a/b");
});

it("reads the text of every address that it accepts", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from("abcAB.:-_/09ßİ é@[]")) }), (text) => {
      const first = parseAddress(text);
      if (first.kind === "fault") return;
      expect(parseAddress(addressText(first.address))).toEqual(first);
      expect(parseAddress(shortAddress(first.address))).toEqual(first);
    }),
    { numRuns: 2000 },
  );
});
