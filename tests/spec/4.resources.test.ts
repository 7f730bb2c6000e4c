import * as coconut from "@coconut/coconut";
import { parseTypeToken } from "@coconut/coconut/model";
import { FakeCloud, fakeProvider, testProgram, testStack } from "@coconut/coconut/testing";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";
import { expect } from "vitest";
import { Bucket, bucketUrn } from "./bucket.js";
import { planned } from "./evaluate.js";
import { spec } from "./ledger.js";
import { openStack } from "./open-stack.js";

class Site extends coconut.ComponentResource {
  readonly url: coconut.Output<string>;

  constructor(name: string, args: { region?: coconut.Input<string> } = {}) {
    super("shop:web:Site", name, args);
    const files = new Bucket(`${name}-files`, args, { parent: this });
    this.url = coconut.interpolate`https://${files.arn}/`;
    this.registerOutputs({ url: this.url });
  }
}

class Aws extends coconut.ProviderResource {
  constructor(name: string, config: { region: string }) {
    super("aws", name, config);
  }
}

spec("4.38", async () => {
  const promise = new Promise<number>((resolve) => setImmediate(resolve, 42));
  expect(await planned(() => coconut.output(promise).apply((value) => value + 1))).toEqual({
    value: 43,
    known: true,
    secret: false,
    dependencies: [],
  });
  await expect(planned(() => coconut.output(Promise.reject(new Error("offline"))))).rejects.toThrow(
    "offline",
  );
});

spec("4.39", async () => {
  const { functions } = fakeProvider(new FakeCloud());
  const answers: unknown[] = [];
  const asking = (id: unknown) =>
    testStack(async () => {
      const asked = coconut.invoke(functions.bucketInfo, { id: id as string });
      answers.push(asked instanceof Promise, coconut.isOutput(asked));
      answers.push(await asked);
    });
  await (await asking("none")).plan();
  expect(answers).toEqual([true, false, { found: false, account: "main", hint: "none" }]);
  await expect((await asking(coconut.output("none"))).plan()).rejects.toThrow("sdk/invoke-not-plain");
});

spec("4.40", async () => {
  const program = await testProgram(() => ["a", "b", "c"].map((name) => new Bucket(name)));
  expect(program.registrations.map(({ urn }) => urn)).toEqual(["a", "b", "c"].map(bucketUrn));
});

spec("4.41", async () => {
  class Direct extends coconut.Resource {}
  const program = await testProgram(() => [
    new Bucket("custom"),
    new Site("component"),
    new Direct("shop:web:Direct", "of its own"),
  ]);
  expect(program.registrations.map(({ name, kind }) => [name, kind])).toEqual([
    ["custom", "custom"],
    ["component", "component"],
    ["component-files", "custom"],
    ["of its own", "component"],
  ]);
});

spec("4.42", async () => {
  const program = await testProgram(() => {
    const provider = new Aws("europe", { region: "eu" });
    return [new Bucket("by-type"), new Bucket("by-option", {}, { provider })];
  });
  const [provider, byType, byOption] = program.registrations;
  expect(parseTypeToken(byType!.type).package).toBe("aws");
  expect(byOption!.options.provider).toBe(provider);
  expect(provider).toMatchObject({ kind: "provider", type: "pulumi:providers:aws" });
});

spec("4.45", async () => {
  const program = await testProgram(() => new Site("shop").url);
  const [site, files] = program.registrations;
  expect(files!.parent).toBe(site);
  expect(files!.urn).toBe("urn:pulumi:test::project::shop:web:Site$aws:s3:Bucket::shop-files");
  expect(Object.keys(site!.resource)).toEqual(["url"]);
  const { value } = await program.applied({ "shop-files": { arn: "arn:1" } }).outputs();
  expect(value).toBe("https://arn:1/");
});

spec("4.47", async () => {
  const program = await testProgram(() => {
    const custom = new Bucket("custom", { region: "eu" }) as Bucket & { region?: unknown };
    const component = new Site("component", { region: "eu" }) as Site & { region?: unknown };
    return [custom.region, component.region ?? "nothing"];
  });
  expect((await program.planned().outputs()).value).toEqual(["eu", "nothing"]);
  const [, component] = program.registrations;
  expect(component!.inputs).toMatchObject({ value: { region: "eu" } });
  expect(component!.outputs).toMatchObject({ kind: "object", keys: ["url"] });
});

spec("4.48", async () => {
  class Shop extends coconut.ComponentResource {}
  const program = await testProgram(() => new Shop("shop:index:Shop", "main").urn);
  expect(program.registrations).toMatchObject([{ kind: "component", type: "shop:index:Shop", name: "main" }]);
  expect((await program.applied().outputs()).value).toBe("urn:pulumi:test::project::shop:index:Shop::main");
});

spec("4.49", async () => {
  const { provider, types } = fakeProvider(new FakeCloud());
  const web = defineProvider({ package: "web", version: "1.0.0" });
  web.component("index:Site", {
    inputs: { region: v.string() },
    outputs: { arn: v.string() },
    construct: ({ name, inputs }) => {
      const files = new types.Bucket(`${name}-files`, { name: `${name}-files`, region: inputs.region });
      return { arn: files.arn };
    },
  });
  class RemoteSite extends coconut.RemoteComponent {
    readonly arn!: coconut.Output<string>;
  }
  const stack = await openStack(
    () => ({ arn: new RemoteSite("web:index:Site", "shop", { region: "eu" }).arn }),
    { providers: [provider, web] },
  );
  expect((await stack.apply()).outputs).toEqual({ arn: "arn:bucket-1" });
  const [site, files] = [...(await stack.snapshot()).resources.values()];
  expect(site).toMatchObject({ kind: "component", urn: "urn:pulumi:dev::shop::web:index:Site::shop" });
  expect(files).toMatchObject({
    parent: site!.rid,
    urn: "urn:pulumi:dev::shop::web:index:Site$cloud:index:Bucket::shop-files",
  });
});
