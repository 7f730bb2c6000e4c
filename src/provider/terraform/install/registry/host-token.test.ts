import { expect, test } from "vitest";
import { hostToken, tokenVariable } from "./host-token.js";

test.each<[host: string, environment: Record<string, string>, expected: string | undefined]>([
  ["example.com", { TF_TOKEN_example_com: "t" }, "t"],
  ["example.com", { TF_TOKEN_EXAMPLE_COM: "t" }, "t"],
  ["my-host.example.com", { TF_TOKEN_my__host_example_com: "t" }, "t"],
  ["my-host.example.com", { "TF_TOKEN_my-host_example_com": "t" }, "t"],
  ["xn--bcher-kva.example", { TF_TOKEN_xn____bcher__kva_example: "t" }, "t"],
  ["bücher.example", { TF_TOKEN_xn____bcher__kva_example: "t" }, "t"],
  ["example.com", { TF_TOKEN_other_example_com: "t", TF_TOKEN_: "t", TF_TOKEN_example_com: "" }, undefined],
  ["example.com:8443", { TF_TOKEN_example_com: "t" }, undefined],
  ["stored.example.com", {}, "stored"],
  ["STORED.example.com", {}, "stored"],
  ["stored.example.com", { TF_TOKEN_stored_example_com: "t" }, "t"],
])("the token for %s with %j is %s", (host, environment, expected) => {
  expect(hostToken(host, new Map([["stored.example.com", "stored"]]), environment)).toBe(expected);
});

test("the name of the variable is the one that is read", () => {
  const host = "my-host.example.com";
  expect(hostToken(host, new Map(), { [tokenVariable(host)]: "t" })).toBe("t");
});
