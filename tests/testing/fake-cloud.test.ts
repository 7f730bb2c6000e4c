import { describe, expect, test } from "vitest";
import { FakeCloud, type Cloud } from "../../src/testing/cloud/index.js";
import { cloudClient } from "../support/cloud/cloud-client.js";
import { serveCloud } from "../support/cloud/cloud-server.js";

async function inProcess() {
  const cloud = new FakeCloud();
  return { cloud, face: cloud as Cloud, close: async () => {} };
}

async function overHttp() {
  const cloud = new FakeCloud();
  const server = await serveCloud(cloud);
  return { cloud, face: cloudClient(server.url), close: () => server.close() };
}

describe.each([
  ["in process", inProcess],
  ["over a port", overHttp],
])("the fake cloud, %s", (_, open) => {
  async function withCloud(story: (cloud: FakeCloud, face: Cloud) => Promise<void>) {
    const { cloud, face, close } = await open();
    try {
      await story(cloud, face);
    } finally {
      await close();
    }
  }
  const logs = { kind: "bucket", name: "logs", properties: { region: "eu" } };

  test("keeps what it is given, and writes down what was done", () =>
    withCloud(async (cloud, face) => {
      const { id } = await face.create(logs);
      await face.update({ kind: "bucket", id, properties: { region: "us" } });
      expect(await face.read({ kind: "bucket", id })).toMatchObject({
        name: "logs",
        properties: { region: "us" },
      });
      await face.delete({ kind: "bucket", id });
      await face.delete({ kind: "bucket", id });
      expect(await face.read({ kind: "bucket", id })).toBeNull();
      expect(cloud.effects.map(({ action, result }) => `${action} ${result}`)).toEqual([
        "create done",
        "update done",
        "read done",
        "delete done",
        "delete nothing",
        "read nothing",
      ]);
    }));

  test("makes one object for one token, and refuses the token for another", () =>
    withCloud(async (cloud, face) => {
      const first = await face.create({ ...logs, token: "t" });
      expect((await face.create({ ...logs, token: "t" })).id).toBe(first.id);
      await expect(face.create({ ...logs, name: "other", token: "t" })).rejects.toThrow("used for another");
      expect(await face.find({ kind: "bucket", token: "t" })).toHaveLength(1);
      expect(cloud.objects()).toHaveLength(1);
    }));

  test("lets no two objects share what is unique", () =>
    withCloud(async (_cloud, face) => {
      await face.create({ ...logs, unique: "logs" });
      await expect(face.create({ ...logs, unique: "logs" })).rejects.toMatchObject({ code: "NameTaken" });
    }));

  test("refuses, loses answers and loses requests as it is told", () =>
    withCloud(async (cloud, face) => {
      cloud.refusesOnce("create bucket logs", "QuotaExceeded");
      await expect(face.create(logs)).rejects.toMatchObject({ code: "QuotaExceeded", isUncertain: false });
      cloud.failsBeforeEffect("create bucket logs");
      await expect(face.create(logs)).rejects.toMatchObject({ code: "Timeout", isUncertain: true });
      cloud.lacks("bucket logs");
      cloud.failsAfterEffect("create bucket logs");
      await expect(face.create(logs)).rejects.toMatchObject({ code: "Timeout", isUncertain: true });
      cloud.has("bucket logs", { region: "eu" });
    }));

  test("hangs until it is released", () =>
    withCloud(async (cloud, face) => {
      cloud.hangs("create bucket logs");
      const made = face.create(logs);
      await cloud.hanging("create bucket logs");
      cloud.lacks("bucket logs");
      cloud.releases("create bucket logs");
      await made;
      cloud.has("bucket logs");
    }));

  test("never calls an object of another account missing", () =>
    withCloud(async (_cloud, face) => {
      const { id } = await face.create({ ...logs, account: "mine" });
      await expect(face.read({ kind: "bucket", id, account: "yours" })).rejects.toMatchObject({
        code: "AccessDenied",
      });
    }));
});

test("a cloud that cannot be reached leaves open what happened", async () => {
  const server = await serveCloud(new FakeCloud());
  await server.close();
  await expect(cloudClient(server.url).read({ kind: "bucket", id: "b" })).rejects.toMatchObject({
    code: "ConnectionLost",
    isUncertain: true,
  });
});
