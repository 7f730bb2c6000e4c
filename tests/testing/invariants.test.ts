import { expect, test } from "vitest";
import type { Cloud } from "../../src/testing/cloud/index.js";
import { newScenario, type Scenario } from "../support/scenario/index.js";

/**
 * Each is a provider or a world that breaks one promise; the scenario must notice without being asked, in an apply or
 * in what `prepare` returns instead.
 */
const broken: { readonly [what: string]: readonly [prepare: (s: Scenario) => Prepared, RegExp] } = {
  "an object that nobody recorded": [
    (s) => {
      s.types({ Bucket: { create: doubled } });
      s.program(({ bucket }) => bucket("logs"));
    },
    /The cloud has bucket logs .*, and state does not/,
  ],
  "an object that does not exist": [
    (s) => {
      s.types({ Bucket: { create: async () => ({ id: "bucket-404", outputs }) } });
      s.program(({ bucket }) => bucket("logs"));
    },
    /State has bucket logs .*, and the cloud does not/,
  ],
  "an update that did nothing": [
    async (s) => {
      s.types({ Bucket: { update: async () => ({ ...outputs, acl: "public" }) } });
      s.program(({ bucket }) => bucket("logs"));
      await s.apply().succeeds();
      s.program(({ bucket }) => bucket("logs", { acl: "public" }));
    },
    /with acl "public", the cloud with undefined/,
  ],
  "a type that is never content": [
    (s) => {
      let size = 0;
      s.types({ Bucket: { volatile: [], read: async () => ({ ...outputs, size: ++size }) } });
      s.program(({ bucket }) => bucket("logs"));
    },
    /what a second plan would do/,
  ],
  "a secret that is told": [
    (s) => {
      s.secret("arn:bucket-1");
      s.program(({ bucket }) => ({ arn: bucket("logs").arn }));
    },
    /The secret "arn:bucket-1" stands in the store/,
  ],
  "an adopted object that a delete leaves": [
    async (s) => {
      const id = s.cloud.adds("bucket logs", { region: "eu" });
      s.program(({ bucket }) => bucket("logs", {}, { import: id }));
      await s.apply().succeeds();
      s.types({ Bucket: { delete: async () => {} } });
      s.program(() => {});
    },
    /The cloud has bucket logs .*, and state does not/,
  ],
  "an object that is dropped because it was not seen": [
    async (s) => {
      s.program(({ key }) => key("k"));
      await s.apply().succeeds();
      s.types({ Key: { read: async () => null } });
      return () => s.refresh().succeeds();
    },
    /The cloud has key k .*, and state does not/,
  ],
  "a change that no intent is behind": [
    async (s) => {
      s.types({ Bucket: { update: ({ client, id }: Call) => updated(client, id, "a key of its own") } });
      s.program(({ bucket }) => bucket("logs"));
      await s.apply().succeeds();
      s.program(({ bucket }) => bucket("logs", { acl: "public" }));
    },
    /asked to update bucket logs \(bucket-1\), and no intent has its key/,
  ],
  "a change of another object than the intent says": [
    async (s) => {
      const other = s.cloud.adds("bucket other");
      s.types({
        Bucket: { update: ({ client, idempotencyKey }: Call) => updated(client, other, idempotencyKey) },
      });
      s.program(({ bucket }) => bucket("logs"));
      await s.apply().succeeds();
      s.program(({ bucket }) => bucket("logs", { tags: {} }));
    },
    /asked to update bucket other .*, and the intent with its key is about bucket-2/,
  ],
  "a change that is made twice": [
    async (s) => {
      const update = async ({ client, id, idempotencyKey }: Call) => {
        await updated(client, id, idempotencyKey);
        return updated(client, id, idempotencyKey);
      };
      s.types({ Bucket: { update } });
      s.program(({ bucket }) => bucket("logs"));
      await s.apply().succeeds();
      s.program(({ bucket }) => bucket("logs", { acl: "public" }));
    },
    /There was a second update bucket logs \(bucket-1\) in one step/,
  ],
  "a place that a run never comes to": [
    (s) => {
      s.crashAfter("intent create bucket nowhere");
      s.program(({ bucket }) => bucket("logs"));
    },
    /never came to "intent create bucket nowhere"/,
  ],
};

type Prepared = void | Promise<void | (() => Promise<unknown>)>;

const outputs = { arn: "arn:bucket-1", acl: "private", size: 0 };

interface Call {
  readonly client: { readonly cloud: Cloud };
  readonly id: string;
  readonly idempotencyKey: string;
}

async function updated({ cloud }: Call["client"], id: string, token: string) {
  const properties = { name: "logs", region: "eu", acl: "public" };
  await cloud.update({ kind: "bucket", id, properties, token });
  return { ...outputs, acl: "public" };
}

async function doubled({ client, inputs }: { client: never; inputs: { name: string } }) {
  const { cloud } = client as { cloud: { create(request: object): Promise<{ id: string }> } };
  await cloud.create({ kind: "bucket", name: inputs.name, properties: inputs });
  const { id } = await cloud.create({ kind: "bucket", name: inputs.name, properties: inputs });
  return { id, outputs };
}

test.each(Object.entries(broken))("a scenario notices %s", async (_, [prepare, message]) => {
  const s = await newScenario();
  try {
    const run = (await prepare(s)) ?? (() => s.apply().succeeds());
    await expect(run()).rejects.toThrow(message);
  } finally {
    await s.close();
  }
});

test("a story that is told wrong is refused", async () => {
  const s = await newScenario();
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  expect(() => s.story("create bucket other")).toThrow("the story of the last run");
  await expect(s.apply().fails()).rejects.toThrow("The run succeeded.");
  await expect(s.apply().crashes()).rejects.toThrow("The process was not killed");
  expect(() => s.cloud.has("bucket logs", { acl: "public" })).toThrow("has acl undefined");
  expect(() => s.cloud.lacks("bucket logs")).toThrow("The cloud has bucket logs");
  await s.close();
});
