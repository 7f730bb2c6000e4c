import { expect } from "vitest";
import { containsSecret, secretOf } from "../../src/model/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

async function storedOf(s: Scenario, type: string) {
  return [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith(type))!.stored;
}

scenario("a secret is masked in the plan, sealed in state, and handed to the provider", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ site, coconut }) => site("www", { bucket: "b", title: coconut.secret(word) }));
  const plan = await s.plan().succeeds();
  expect(plan.text()).toMatch(/title: +\[secret\]\n/);
  expect(plan.text()).not.toContain(word);
  await s.apply({ plan }).succeeds();
  s.cloud.has("site www", { title: word });
  const { inputs, outputs } = await storedOf(s, "Site");
  expect(containsSecret(inputs["title"])).toBe(true);
  expect(containsSecret(outputs["title"])).toBe(true);
});

scenario("what is computed from a secret is secret", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ bucket, site, coconut }) => {
    const secret = coconut.secret(word);
    const title = coconut.all([bucket("logs").name, secret]).apply(([name, text]) => `${name} ${text}`);
    site("www", { bucket: coconut.interpolate`${secret}!`, title });
  });
  const plan = await s.plan().succeeds();
  expect(plan.text()).not.toContain(word);
  await s.apply().succeeds();
  s.cloud.has("site www", { bucket: `${word}!`, title: `logs ${word}` });
});

scenario("a secret output of a type is secret for whoever reads it", async (s) => {
  s.program(({ key, site }) => site("www", { bucket: "b", title: key("k").material }));
  await s.apply().succeeds();
  expect(containsSecret((await storedOf(s, "Site")).inputs["title"])).toBe(true);
  s.cloud.has("site www", { title: "secret-material of key-1" });
});

scenario("a plain value for a secret field is secret from then on", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ key, site }) => {
    const { passphrase } = key("k", { passphrase: word });
    site("www", { bucket: "b", title: passphrase });
  });
  const plan = await s.plan().succeeds();
  expect(plan.plan.changes.every(({ planned }) => !JSON.stringify(planned?.outputs).includes(word))).toBe(
    true,
  );
  expect(containsSecret(plan.changes.find(({ name }) => name === "www")!.inputs["title"])).toBe(true);
});

scenario("a value that becomes secret is recorded, and nothing is called for it", async (s) => {
  s.program(({ site }) => site("www", { bucket: "b", title: "plain" }));
  await s.apply().succeeds();
  s.program(({ site, coconut }) => site("www", { bucket: "b", title: coconut.secret("plain") }));
  await s.plan().shows(`record site www (inputs)`);
  await s.apply().succeeds();
  s.story(`record site www`);
  expect(containsSecret((await storedOf(s, "Site")).inputs["title"])).toBe(true);
});

scenario("unsecret is the way out", async (s) => {
  s.program(({ site, coconut }) =>
    site("www", { bucket: "b", title: coconut.unsecret(coconut.secret("plain")) }),
  );
  const plan = await s.plan().succeeds();
  expect(plan.text()).toMatch(/title: +"plain"\n/);
});

scenario("a secret that changes is an update whose values are not shown", async (s) => {
  const program = (word: string) =>
    s.program(({ site, coconut }) => site("www", { bucket: "b", title: coconut.secret(word) }));
  program(s.secret("open sesame"));
  await s.apply().succeeds();
  program(s.secret("shut sesame"));
  const plan = await s.plan().shows(`update site www (title)`);
  expect(plan.text()).toContain("~ title: [secret]  (secret changed)\n");
  expect(plan.text()).not.toContain("sesame");
  await s.apply().succeeds();
});

scenario("an error of a provider that repeats a secret is masked", async (s) => {
  const word = s.secret("open sesame");
  s.types({
    Site: {
      create: ({ inputs }: { inputs: { title: string } }) => {
        throw new Error(`cannot make a site called ${inputs.title}`);
      },
    },
  });
  s.program(({ site, coconut }) => site("www", { bucket: "b", title: coconut.secret(word) }));
  const [problem] = await s.apply().fails("provider/hook-failed");
  expect(problem!.detail).toContain("cannot make a site called [secret]");
});

scenario("an error of a callback over a secret does not tell it", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ site, coconut }) => {
    const title = coconut.secret(word).apply((text): string => {
      throw new Error(`${text} does not work`);
    });
    site("www", { bucket: "b", title });
  });
  await s.plan().fails("program/callback-failed");
});

scenario("what is wrong with an asset over a secret does not tell it, and says where it is", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ site, coconut }) => {
    const asset = new coconut.asset.FileAsset(coconut.interpolate`/nowhere/${coconut.secret(word)}`);
    site("www", { bucket: "b", title: asset as never });
  });
  const [problem] = await s.plan().fails("asset/file-missing");
  expect(problem).toMatchObject({
    resource: expect.stringContaining("::www"),
    path: "title",
    position: expect.objectContaining({ line: expect.any(Number) }),
  });
});

scenario("a validation or a schema that refuses a secret does not tell it", async (s) => {
  const word = s.secret("open sesame");
  s.types({
    Task: {
      validate: async ({ inputs }: { inputs: { command: string } }) => `${inputs.command} will not do`,
    },
  });
  s.program(({ task, key, coconut }) => {
    task("t", { command: coconut.secret(word) });
    key("k", { bits: coconut.secret(word) as never });
  });
  const problems = await s.plan().fails("provider/invalid-input");
  expect(problems.map(({ code }) => code)).toHaveLength(2);
});

scenario("the lines of a broken promise mask secrets", async (s) => {
  const other = s.secret("other material");
  s.types({
    Key: {
      update: async ({ inputs, client, id }: any) => {
        await client.cloud.update({ kind: "key", id, properties: inputs });
        return { fingerprint: "another", material: other };
      },
    },
  });
  const program = (name: string) =>
    s.program(({ key, site }) => {
      const { fingerprint, material } = key("k", { name });
      site("www", { bucket: fingerprint, title: material });
    });
  program("one");
  await s.apply().succeeds();
  program("two");
  const [problem] = await s.apply().fails("engine/broken-promise");
  expect(problem!.detail).toContain('fingerprint: "print of key-1" -> "another"');
  expect(problem!.detail).toContain("material: [secret] -> [secret]");
});

scenario("messages of hooks are masked before anyone sees them", async (s) => {
  const word = s.secret("open sesame");
  s.types({ Site: { validate: async ({ inputs, log }: any) => log.info(`checking ${inputs.title}`) } });
  s.program(({ site, coconut }) => site("www", { bucket: "b", title: coconut.secret(word) }));
  await s.apply().succeeds();
  const texts = s.events.flatMap((event) => (event.kind === "message" ? [event.text] : []));
  expect(texts).toContain("checking [secret]");
});

scenario("a secret setting of a provider stays secret", async (s) => {
  const word = s.secret("open sesame");
  s.types({
    Bucket: {
      create: ({ config }: { config: { password: string } }) => {
        throw new Error(`the password ${config.password} is wrong`);
      },
    },
  });
  s.program(({ bucket, account }) => bucket("logs", {}, { provider: account("main", { password: word }) }));
  const [problem] = await s.apply().fails("provider/hook-failed");
  expect(problem!.detail).toContain("the password [secret] is wrong");
});

scenario("a secret among the stack's settings reaches the provider and nobody else", async (s) => {
  const word = s.secret("open sesame");
  const seen: unknown[] = [];
  s.config({ "cloud:password": secretOf(word) });
  s.types({ Bucket: { validate: async ({ config }: any) => void seen.push(config.password) } });
  s.program(({ bucket }) => bucket("logs"));
  await s.apply().succeeds();
  expect(seen).toContain(word);
});

scenario("a secret that is known after apply is secret before and after", async (s) => {
  const material = s.secret("secret-material of key-1!");
  s.program(({ key, site, coconut }) => {
    site("www", { bucket: "b", title: coconut.interpolate`${key("k").material}!` });
  });
  const plan = await s.plan().succeeds();
  expect(containsSecret(plan.changes[1]!.inputs["title"])).toBe(true);
  expect(plan.text()).toMatch(/title: +\[secret\]\n/);
  await s.apply().succeeds();
  s.cloud.has("site www", { title: material });
});

scenario("a part of an object may be secret while the rest is shown", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ bucket, coconut }) => bucket("logs", { tags: { owner: "ana", word: coconut.secret(word) } }));
  const plan = await s.plan().succeeds();
  expect(plan.text()).toMatch(/tags: +\{ owner: "ana", word: \[secret\] \}\n/);
  await s.apply().succeeds();
  s.cloud.has("bucket logs", { tags: { owner: "ana", word } });
});

scenario("what a callback makes that was given a secret is secret", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ site, bucket, coconut }) => {
    const logs = bucket("logs");
    coconut.secret(word).apply((text) => {
      site("www", { bucket: logs.name, title: `${text}!` });
    });
  });
  const plan = await s.plan().succeeds();
  expect(plan.text()).toMatch(/title: +\[secret\]\n/);
  await s.apply().succeeds();
  s.cloud.has("site www", { title: `${word}!`, bucket: "logs" });
  const { inputs } = await storedOf(s, "Site");
  expect(containsSecret(inputs["title"])).toBe(true);
  expect(inputs["bucket"]).toBe("logs");
});

scenario("a callback within a callback that was given a secret is over a secret", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ coconut }) => {
    coconut.secret(word).apply((text) => {
      coconut.output(text).apply((inner) => {
        throw new Error(`${inner} does not work`);
      });
    });
  });
  await s.plan().fails("program/callback-failed");
});

scenario("in a callback that was given a secret, unsecret is the way out too", async (s) => {
  s.program(({ site, coconut }) => {
    coconut.secret({ user: "ana", word: "sesame" }).apply(({ user }) => {
      site("www", { bucket: "b", title: coconut.unsecret(user) });
    });
  });
  const plan = await s.plan().succeeds();
  expect(plan.text()).toMatch(/title: +"ana"\n/);
  expect(plan.text()).toMatch(/bucket: +\[secret\]\n/);
});

scenario("what a component offers that a callback makes over a secret is secret", async (s) => {
  const word = s.secret("open sesame");
  s.program(({ coconut }) => {
    class Door extends coconut.ComponentResource {
      constructor(name: string, text: string) {
        super("shop:index:Door", name, { text });
        this.registerOutputs({ offered: `${text}?` });
      }
    }
    coconut.secret(word).apply((text) => void new Door("front", text));
  });
  await s.apply().succeeds();
  const door = [...(await s.state()).resources.values()].find(({ name }) => name === "front");
  expect(door?.kind).toBe("component");
});

scenario("a part of a secret that a provider repeats is masked, however it is spelled", async (s) => {
  const word = s.secret("correct horse battery staple");
  const said = [
    word.slice(3, 16),
    Buffer.from(`user:${word}`).toString("base64"),
    Buffer.from(word).toString("hex").toUpperCase(),
    encodeURIComponent(word),
  ];
  for (const each of said.slice(0, 1)) s.secret(each);
  s.types({
    Site: {
      create: () => {
        throw new Error(said.join(" "));
      },
    },
  });
  s.program(({ site, coconut }) => site("www", { bucket: "b", title: coconut.secret(word) }));
  const [problem] = await s.apply().fails("provider/hook-failed");
  expect(problem!.detail).toMatch(/\[secret\] .*\[secret\].* \[secret\] \[secret\]/);
});

scenario("a short secret takes all that is said around it along", async (s) => {
  s.types({
    Site: {
      create: ({ inputs }: { inputs: { title: string } }) => {
        throw new Error(`the code ${inputs.title} is taken`);
      },
    },
  });
  s.program(({ site, coconut }) => site("www", { bucket: "b", title: coconut.secret("47-11") }));
  const [problem] = await s.apply().fails("provider/hook-failed");
  expect(problem!.detail).toMatch(/threw \[secret\]$/);
});
