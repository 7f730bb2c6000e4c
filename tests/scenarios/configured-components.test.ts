import * as v from "valibot";
import { expect } from "vitest";
import type { ValueObject } from "../../src/model/index.js";
import type { LoadedPackage, MethodRequest, ProviderPackage } from "../../src/provider/contract/index.js";
import { decoratedPackage, decoratedProvider } from "../../src/provider/decorator/index.js";
import type { PackageKind } from "../../src/provider/host/index.js";
import { defineProvider } from "../../src/provider/index.js";
import { typedPackage } from "../../src/provider/typed/index.js";
import { ProviderResource, RemoteComponent, type Output, type ResourceOptions } from "../../src/sdk/index.js";
import type { Scenario } from "../support/scenario/index.js";
import { scenario } from "../support/scenario.js";

/** Components of other ecosystems may have any type. */
const clusterType = "kit:x:web:Cluster";

class Cluster extends RemoteComponent {
  declare readonly region: Output<string>;

  constructor(name: string, args: object, options?: ResourceOptions) {
    super(clusterType, name, args, options);
  }
}

class Kit extends ProviderResource {
  constructor(name: string, config: object) {
    super("kit", name, config);
  }
}

/** A package that makes components with its configuration, and has methods on both. */
function kitPackage(asked: MethodRequest[], make: (name: string, region: string) => void): ProviderPackage {
  const typed = typedPackage(
    defineProvider({ package: "kit", version: "1.0.0", config: { region: v.optional(v.string(), "north") } }),
  );
  const configured = decoratedPackage(typed, {
    configure: async (call, request) => {
      const provider = await typed.configure(call, request);
      if ("kind" in provider) return provider;
      const region = request.config["region"] as string;
      return decoratedProvider(provider, {
        own: {
          constructorOf:
            () =>
            async ({ component }) => {
              make(`${component.name}-node`, region);
              return { region };
            },
          call: async (_, method) => {
            asked.push(method);
            return { kind: "returned", outputs: { text: `${method.token} in ${region}` } };
          },
        },
      });
    },
  });
  return Object.assign(configured, { constructorOf: undefined });
}

function kit(s: Scenario, make: (name: string, region: string) => void = () => {}): MethodRequest[] {
  const asked: MethodRequest[] = [];
  const loaded: LoadedPackage = {
    kind: "loaded",
    package: kitPackage(asked, make),
    record: { name: "kit", version: "1.0.0", module: "kit" },
  };
  const kind: PackageKind = {
    name: "kit",
    find: async ({ name }) => (name === "kit" ? loaded : undefined),
    findRecorded: async () => loaded,
  };
  s.kinds(kind);
  return asked;
}

scenario("a configured provider makes what is in a component, whatever its type is called", async (s) => {
  let make: (name: string, region: string) => void = () => {};
  kit(s, (name, region) => make(name, region));
  s.program(({ bucket }) => {
    make = (name, region) => void bucket(name, { region });
    const west = new Kit("west", { region: "west" });
    return { here: new Cluster("a", {}).region, there: new Cluster("b", {}, { providers: [west] }).region };
  });
  await s.apply().succeeds();
  s.cloud.has("bucket a-node", { region: "north" });
  s.cloud.has("bucket b-node", { region: "west" });
  expect(await s.outputs()).toEqual({ here: "north", there: "west" });
  const urns = [...(await s.state()).resources.values()].map(({ urn }) => urn);
  expect(urns).toContain(`urn:pulumi:test::scenario::${clusterType}$cloud:index:Bucket::a-node`);
  await s.apply().changesNothing();
  s.program(() => {});
  await s.apply().succeeds();
  s.cloud.lacks("bucket a-node");
});

scenario("a component is not made with a configuration that comes from a resource", async (s) => {
  kit(s);
  s.program(({ bucket }) => {
    const provider = new Kit("late", { region: bucket("b").arn });
    new Cluster("a", {}, { providers: [provider] });
  });
  const [early] = await s.plan().fails("engine/invoke-too-early");
  expect(early?.hint).toContain("values that do not come from resources");
});

scenario("methods of components and of configurations are named by a whole token", async (s) => {
  const asked = kit(s);
  s.program(({ coconut }) => {
    const west = new Kit("west", { region: "west" });
    const cluster = new Cluster("a", { size: 3 }, { providers: [west] });
    const text = (of: Output<object>) => of.apply((answer) => (answer as { text: string }).text);
    return {
      component: text(coconut.call(cluster, "kubeconfig", { user: "ana" })),
      whole: text(coconut.call(cluster, "kit:x:web:Cluster/kubeconfig")),
      provider: text(coconut.call(west, "token")),
    };
  });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({
    component: `${clusterType}/kubeconfig in west`,
    whole: "kit:x:web:Cluster/kubeconfig in west",
    provider: "pulumi:providers:kit/token in west",
  });
  const inputsOf = (method: string): ValueObject[] =>
    asked
      .filter((each) => each.method === method)
      .map(({ prior, inputs }) => ({ ...prior.inputs, ...inputs }));
  expect(inputsOf("kubeconfig")[0]).toEqual({ size: 3, user: "ana" });
  expect(inputsOf("token")[0]).toEqual({ region: "west" });
});

scenario("a package without methods, and a component of the program itself, have none", async (s) => {
  s.program(({ group, coconut }) => ({ asked: coconut.call(group("web"), "link") }));
  await s.plan().fails("engine/not-supported");
  s.program(({ account, coconut }) => ({ asked: coconut.call(account("east", {}), "link") }));
  await s.plan().fails("provider/no-such-method");
});
