import { expect, it } from "vitest";
import { stringType, type CtyValue } from "../../../terraform/cty/index.js";
import { typeOfBlock, type Attribute, type Block } from "../../../terraform/schema/index.js";
import type { ProviderCall } from "../../contract/index.js";
import { encodeMsgpack } from "../codec/index.js";
import type { ProviderClient } from "../protocol/index.js";
import { importObject } from "./import-object.js";
import type { ProviderSession, ResourceSchema } from "./session.js";

const attribute = (name: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: stringType,
  required: false,
  optional: true,
  computed: false,
  sensitive: false,
  writeOnly: false,
  ...more,
});

const attributes = [
  attribute("id", { optional: false, computed: true }),
  attribute("kind"),
  attribute("name"),
];
const members = { attributes: new Map(attributes.map((each) => [each.name, each])), blocks: new Map() };
const block: Block = { ...members, type: typeOfBlock(members) };
const resource: ResourceSchema = { token: "tf_x:x_thing", type: "x_thing", version: 0, block };
const call: ProviderCall = { phase: "plan", signal: new AbortController().signal, report: () => {} };

/** A provider whose objects are these, by id. */
function sessionOf(objects: Record<string, Record<string, CtyValue>>): ProviderSession {
  const none = { private: new Uint8Array(), identity: undefined, diagnostics: [] };
  const client: Partial<ProviderClient> = {
    async import(request) {
      const found = "id" in request ? objects[request.id] : undefined;
      if (found === undefined) return { imported: [], diagnostics: [] };
      const state = { msgpack: encodeMsgpack(block.type, new Map(Object.entries(found))) };
      return { imported: [{ type: "x_thing", state, ...none }], diagnostics: [] };
    },
    read: async ({ state }) => ({ state, ...none }),
  };
  const capabilities = { generateResourceConfig: false };
  return {
    client,
    schema: { identity: () => undefined, capabilities },
    process: { child: { hide: () => {}, hidden: (text: string) => text } },
    title: "The provider x",
    build: "1",
  } as unknown as ProviderSession;
}

it("records what can be set as inputs, whatever the attributes are called", async () => {
  const session = sessionOf({ a: { id: "a", kind: "Deployment", name: "web" } });
  expect(await importObject(session, call, resource, "a")).toMatchObject({
    kind: "found",
    stored: { id: "a", inputs: { kind: "Deployment", name: "web" } },
  });
});

it("refuses an id for which the provider returns nothing", async () => {
  expect(await importObject(sessionOf({}), call, resource, "b")).toMatchObject({
    kind: "rejected",
    diagnostics: [{ code: "provider/terraform-no-import" }],
  });
});
