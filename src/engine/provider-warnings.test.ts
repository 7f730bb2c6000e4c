import { expect, it } from "vitest";
import { ProviderWarnings } from "./provider-warnings.js";

it("keeps each warning of a resource once, and nothing else", () => {
  const said = new ProviderWarnings();
  const message = (urn: string, level: string, text: string) =>
    said.add({ kind: "message", urn, level, text });
  message("urn:a", "warn", "Deprecated.");
  message("urn:a", "warn", "Deprecated.");
  message("urn:b", "warn", "Deprecated.");
  message("urn:a", "info", "Reading.");
  said.add({ kind: "cancelling", waitingFor: [] });
  expect(
    said.diagnostics.map(({ code, severity, resource, detail }) => [code, severity, resource, detail]),
  ).toEqual([
    ["engine/provider-warning", "warning", "urn:a", "Deprecated."],
    ["engine/provider-warning", "warning", "urn:b", "Deprecated."],
  ]);
});
