import { test } from "vitest";
import { exportStackOf, importStack, stackHistory, withState, verifyStack } from "../../src/engine/index.js";
import { sampleMachine } from "../../src/store/conformance/index.js";
import { openStore } from "../../src/store/index.js";
const time = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const begun = performance.now();
  const result = await work();
  console.log(what, Math.round(performance.now() - begun), "ms");
  return result;
};
test("scale", { timeout: 300000 }, async () => {
  const ports = sampleMachine().process(1);
  const store = await openStore("memory:", ports);
  const urn = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
  for (const n of [5000, 10000]) {
    const resources: object[] = [
      { urn: urn("pulumi:pulumi:Stack", "shop-dev"), custom: false, type: "pulumi:pulumi:Stack", inputs: {}, outputs: {} },
      { urn: urn("pulumi:providers:cloud", "default_1"), custom: true, id: "u", type: "pulumi:providers:cloud", inputs: { version: "1.0.0" }, outputs: {} },
    ];
    for (let i = 0; i < n; i++) {
      const dep = i === 0 ? [] : [urn("cloud:index:Bucket", `b${i - 1}`), urn("cloud:index:Bucket", "b0")];
      resources.push({ urn: urn("cloud:index:Bucket", `b${i}`), custom: true, id: `id${i}`, type: "cloud:index:Bucket", inputs: { name: `b${i}`, tags: { a: "1" } }, outputs: { arn: "x" }, provider: `${urn("pulumi:providers:cloud", "default_1")}::u`, dependencies: [...new Set(dep)], propertyDependencies: { name: [...new Set(dep)] } });
    }
    const text = JSON.stringify({ version: 3, deployment: { manifest: {}, resources } });
    const place = { project: "shop", name: `s${n}`, store, ports, actor: "ana" };
    await time(`import ${n}`, () => importStack(place, text));
    await time(`export ${n}`, () => exportStackOf(place));
    const broken = text.replaceAll('"custom":true,', "").replaceAll('"id":"id', '"id":1,"x":"');
    await time(`refused ${n}`, () => importStack({ ...place, name: "no" }, broken).catch(() => {}));
    await time(`state ls ${n}`, () => withState(place, (s) => s.list()));
    const opened = await store.open({ project: "shop", name: `s${n}` }, { create: false });
    await time(`history ${n}`, () => stackHistory(opened, { changes: true }));
    await time(`verify ${n}`, () => verifyStack(opened));
    await time(`import over ${n}`, () => importStack(place, text, { force: true }));
  }
});
