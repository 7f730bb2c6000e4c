import { expect, test } from "vitest";
import { newScenario, type Scenario } from "../../src/testing/scenario/index.js";

/** Each is a provider or a world that breaks one promise; the scenario must notice without being asked. */
const broken: { readonly [what: string]: readonly [(s: Scenario) => void | Promise<void>, RegExp] } = {
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
  "a place that a run never comes to": [
    (s) => {
      s.crashAfter("intent create bucket nowhere");
      s.program(({ bucket }) => bucket("logs"));
    },
    /never came to "intent create bucket nowhere"/,
  ],
};

const outputs = { arn: "arn:bucket-1", acl: "private", size: 0 };

async function doubled({ client, inputs }: { client: never; inputs: { name: string } }) {
  const { cloud } = client as { cloud: { create(request: object): Promise<{ id: string }> } };
  await cloud.create({ kind: "bucket", name: inputs.name, properties: inputs });
  const { id } = await cloud.create({ kind: "bucket", name: inputs.name, properties: inputs });
  return { id, outputs };
}

test.each(Object.entries(broken))("a scenario notices %s", async (_, [prepare, message]) => {
  const s = await newScenario();
  try {
    await prepare(s);
    await expect(s.apply().succeeds()).rejects.toThrow(message);
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
