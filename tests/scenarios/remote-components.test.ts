import { expect } from "vitest";
import * as v from "valibot";
import { isReference, isSecret, secretOf, unknown } from "../../src/model/index.js";
import { defineProvider, secret } from "../../src/provider/index.js";
import { RemoteComponent, type Output, type ResourceOptions } from "../../src/sdk/index.js";
import { scenario } from "../support/scenario.js";
import { Bucket, shopPackage } from "../support/shop-package.js";

/** What a package that only describes the component would generate. */
class Vault extends RemoteComponent {
  readonly arn!: Output<string>;
  readonly bucket!: Output<Bucket>;
  declare readonly material: Output<string>;

  constructor(name: string, args: object, options?: ResourceOptions) {
    super("shop:web:Vault", name, args, options);
  }
}

const passphrase = "correct horse";

scenario(
  "a package makes what is in a component, and the component's type is in the names of it",
  async (s) => {
    s.installs(shopPackage().shop);
    s.program(() => void new RemoteComponent("shop:web:Vault", "v", { passphrase }));
    await s.plan().shows(`
    create vault v
    create key v-key
    create bucket v-files
  `);
    await s.apply().succeeds();
    s.story(`
    record vault v
    create key v-key
    create bucket v-files
  `);
    const urns = [...(await s.state()).resources.values()].map(({ urn }) =>
      urn.split("::").slice(2).join("::"),
    );
    expect(urns).toEqual([
      "shop:web:Vault::v",
      "shop:web:Vault$cloud:index:Key::v-key",
      "shop:web:Vault$cloud:index:Bucket::v-files",
    ]);
  },
);

scenario("the class that a package defines is used like that of a resource", async (s) => {
  const { Vault: Defined } = shopPackage();
  s.program(() => {
    const { arn, passphrase: given } = new Defined("v", { passphrase });
    return { arn, given };
  });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ arn: "arn:bucket-2", given: passphrase });
});

scenario("what goes in and what comes out stays secret", async (s) => {
  s.installs(shopPackage().shop);
  s.secret("swordfish");
  s.program(({ coconut, bucket }) => {
    const vault = new Vault("v", { passphrase: coconut.secret("swordfish"), acl: coconut.secret("public") });
    bucket("other", { acl: vault.material.apply((text) => text.slice(0, 6)) });
    return { material: vault.material, acl: (vault as Vault & { acl: Output<string> }).acl };
  });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({
    material: secretOf("secret-material of key-1"),
    acl: secretOf("public"),
  });
  const objects = [...(await s.state()).objects.values()].map(({ stored }) => stored);
  const vault = objects.find(({ type }) => type === "shop:web:Vault");
  expect(
    [vault!.inputs["passphrase"], vault!.outputs["material"], vault!.outputs["acl"]].every(isSecret),
  ).toBe(true);
  expect(objects.find(({ type }) => type === "cloud:index:Key")!.inputs["passphrase"]).toEqual(
    secretOf("swordfish"),
  );
});

scenario("what is not known at plan is not known inside, and is there at apply", async (s) => {
  s.installs(shopPackage().shop);
  s.program(({ bucket }) => {
    const source = bucket("source");
    const { arn } = new Vault("v", { passphrase: source.arn, label: source.arn });
    return { arn };
  });
  const plan = await s.plan().shows(`
    create bucket source
    create vault v
    create key v-key
    create bucket v-files
  `);
  expect(plan.plan.outputs["arn"]).toBe(unknown);
  await s.apply().succeeds();
  const files = s.cloud.objects().find(({ name }) => name.startsWith("v-of-print"))!;
  expect(files.properties["region"]).toBe("arn:bucket-1");
});

scenario("who reads what a component offers depends on what is in it", async (s) => {
  s.installs(shopPackage().shop);
  s.program(({ bucket }) => {
    const vault = new Vault("v", { passphrase });
    bucket("reader", { name: vault.arn });
  });
  await s.apply().succeeds();
  await s.destroy().succeeds();
  s.story(`
    delete bucket reader
    delete bucket v-files
    delete key v-key
    forget vault v
  `);
});

scenario("a resource goes in as itself, and one comes out as itself", async (s) => {
  s.installs(shopPackage().shop);
  s.program(({ bucket }) => {
    const beside = bucket("own");
    const vault = new Vault("v", { passphrase, beside });
    bucket("reader", { name: vault.bucket.apply((inner) => inner.acl) });
    return { bucket: vault.bucket };
  });
  await s.apply().succeeds();
  s.cloud.has("bucket beside-bucket-1");
  s.cloud.has("bucket private");
  const { bucket } = await s.outputs();
  expect(isReference(bucket) && bucket).toMatchObject({
    urn: "urn:pulumi:test::scenario::shop:web:Vault$cloud:index:Bucket::v-files",
    id: s.cloud.objects().find(({ name }) => name.startsWith("v-of-print"))!.id,
    packageVersion: "1.0.0",
  });
});

scenario("a resource where a component wants text is its id, and a component its URN", async (s) => {
  s.installs(shopPackage().shop);
  s.program(({ bucket, group }) => {
    const label = bucket("own");
    new Vault("v", { passphrase: group("web"), label });
  });
  await s.apply().succeeds();
  const [own] = s.cloud.objects("bucket own");
  const files = s.cloud.objects().find(({ name }) => name.startsWith("v-of-print"))!;
  expect(files.properties["region"]).toBe(own!.id);
  const key = [...(await s.state()).objects.values()].find(({ stored }) => stored.type.endsWith("Key"))!;
  expect(key.stored.inputs["passphrase"]).toEqual(
    secretOf("urn:pulumi:test::scenario::test:index:Group::web"),
  );
});

scenario("providers, protection and the parent of a component reach what is in it", async (s) => {
  s.installs(shopPackage().shop);
  s.program(({ account, group }) => {
    const providers = [account("east", { account: "east" })];
    new Vault("v", { passphrase }, { providers, protect: true, parent: group("web") });
  });
  await s.apply().succeeds();
  expect(s.cloud.objects("key v-key")[0]!.account).toBe("east");
  const urns = [...(await s.state()).resources.values()].map(({ urn }) => urn);
  expect(urns).toContain("urn:pulumi:test::scenario::test:index:Group$shop:web:Vault$cloud:index:Key::v-key");
  s.program(() => {});
  await s.plan().fails("engine/protected");
});

scenario("a component is destroyed without its program and without its package", async (s) => {
  s.installs(shopPackage().shop);
  s.program(() => void new Vault("v", { passphrase }));
  await s.apply().succeeds();
  s.installs();
  s.program(() => {});
  await s.destroy().succeeds();
  expect(s.cloud.objects()).toEqual([]);
});

scenario(
  "arguments go through the schemas of the component: at plan what is known, at apply the rest",
  async (s) => {
    s.installs(shopPackage().shop);
    const vault = (args: object) => s.program(() => void new Vault("v", args));
    vault({ passphrase, acl: "open" });
    await s.plan().fails("provider/invalid-input");
    vault({ acl: "public" });
    await s.plan().fails("provider/invalid-input");
    vault({ passphrase, alc: "public" });
    await s.plan().fails("provider/no-such-input");
    s.program(({ bucket }) => void new Vault("v", { passphrase, acl: bucket("source").arn }));
    await s.plan().succeeds();
    await s.apply().fails("provider/invalid-input");
    s.cloud.lacks("bucket v-of-print of key-1");
  },
);

scenario("a component that no package has says so where the program makes it", async (s) => {
  s.installs(shopPackage().shop);
  const named = (type: string) => s.program(() => void new RemoteComponent(type, "v"));
  named("shop:web:Valt");
  const diagnostics = await s.plan().fails("provider/no-such-type");
  expect(diagnostics[0]).toMatchObject({ hint: expect.stringContaining("Did you mean shop:web:Vault?") });
  expect(diagnostics[0]!.position?.file).toMatch(/remote-components\.test\.ts$/);
  named("nowhere:web:Vault");
  await s.plan().fails("provider/package-not-found");
});

scenario("what a package throws while it makes a component is told with the component", async (s) => {
  const faulty = defineProvider({ package: "faulty", version: "1.0.0" });
  const component = (token: string, construct: () => never) =>
    faulty.component(token, { inputs: {}, outputs: { url: v.string() }, construct });
  const Throwing = component("index:Throwing", () => {
    throw new Error("no luck");
  });
  const Silent = component("index:Silent", () => ({}) as never);
  const Wrong = component("index:Wrong", () => ({ url: 1 }) as never);
  const Odd = component("index:Odd", () => "url" as never);
  s.program(() => void new Throwing("t"));
  const diagnostics = await s.plan().fails("provider/hook-failed");
  expect(diagnostics[0]).toMatchObject({
    detail: "construct of faulty:index:Throwing (package faulty 1.0.0) threw Error: no luck",
    resource: "urn:pulumi:test::scenario::faulty:index:Throwing::t",
  });
  expect(diagnostics[0]!.position?.file).toMatch(/remote-components\.test\.ts$/);
  for (const Type of [Silent, Wrong, Odd]) {
    s.program(() => void new Type("t"));
    await s.plan().fails("provider/invalid-answer");
  }
});

scenario("a component that a callback makes is complete when the callback is", async (s) => {
  s.installs(shopPackage().shop);
  s.program(({ bucket, coconut }) => {
    const { arn } = bucket("source");
    arn.apply((text) => void new Vault("v", { passphrase: text }));
    coconut.output("known").apply((text) => void new Vault("w", { passphrase: text }));
  });
  await s.plan().shows(`
    create bucket source
    create vault w
    create key w-key
    create bucket w-files
  `);
  await s.apply({ rounds: 2 }).succeeds();
  s.cloud.has("key v-key");
  s.program(({ coconut }) => {
    coconut.output("known").apply(() => void new RemoteComponent("shop:web:Valt", "v"));
  });
  await s.plan().fails("provider/no-such-type");
});

scenario(
  "components of packages may hold each other, and are made in the order of the program",
  async (s) => {
    const slow = defineProvider({ package: "slow", version: "1.0.0" });
    const waits = [3, 0, 2, 1];
    slow.component("index:Pair", {
      inputs: {},
      outputs: {},
      construct: async ({ name, component }) => {
        new Vault(`${name}-first`, { passphrase });
        await new Promise((resolve) => setTimeout(resolve, waits.shift() ?? 0));
        new Vault(`${name}-second`, { passphrase }, { parent: component });
        return {};
      },
    });
    s.installs(slow, shopPackage().shop);
    s.program(() => {
      for (const name of ["a", "b"]) new RemoteComponent("slow:index:Pair", name);
    });
    const texts = new Set<string>();
    for (let repeat = 0; repeat < 50; repeat++) {
      const plan = await s.plan().succeeds();
      texts.add(JSON.stringify([plan.plan.changes, plan.plan.steps]));
    }
    expect(texts.size).toBe(1);
    await s.plan().shows(`
    create pair a
    create vault a-first
    create key a-first-key
    create bucket a-first-files
    create vault a-second
    create key a-second-key
    create bucket a-second-files
    create pair b
    create vault b-first
    create key b-first-key
    create bucket b-first-files
    create vault b-second
    create key b-second-key
    create bucket b-second-files
  `);
  },
);

scenario("a field that the component calls secret is secret, whatever it was given", async (s) => {
  const word = s.secret("a plain word");
  const words = defineProvider({ package: "words", version: "1.0.0" });
  const Sealed = words.component("index:Sealed", {
    inputs: { word: secret(v.string()) },
    outputs: { own: v.string(), word: secret(v.string()) },
    construct: ({ inputs }) => ({ own: inputs.word, word }),
  });
  s.program(({ coconut }) => {
    const { own, word: offered } = new Sealed("w", { word: coconut.secret(word) });
    return { own, offered };
  });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ own: secretOf(word), offered: secretOf(word) });
});

scenario("a program has not ended before packages have made what it asked for", async (s) => {
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const slow = defineProvider({ package: "slow", version: "1.0.0" });
  slow.component("index:Empty", {
    inputs: {},
    outputs: {},
    construct: async () => {
      await finished;
      return {};
    },
  });
  s.installs(slow);
  s.program(({ bucket }) => {
    new RemoteComponent("slow:index:Empty", "e");
    setTimeout(() => {
      try {
        bucket("late");
      } finally {
        finish();
      }
    });
  });
  await s.plan().shows(`
    create empty e
    create bucket late
  `);
});
