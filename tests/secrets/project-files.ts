import { readFileSync } from "node:fs";

const own = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

/** A provider that keeps what it is given in the open, in a folder of its own, and repeats it wherever it can. */
const vault = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { ProviderResource } from "@coconut/coconut";
import { defineProvider, secret, writeOnly } from "@coconut/coconut/provider";
import * as v from "valibot";
import { awkwardCanary, canary } from "./canary.js";
import { forms, spelled } from "./spellings.js";

const world = process.env.WORLD!;
const arrived = (what: string, data: unknown) =>
  appendFileSync(world + "/arrived.jsonl", JSON.stringify({ what, data }) + "\\n");

/** A text in every form that a text can have, and some of its characters. */
const everyForm = (text: string) =>
  [...forms.filter((form) => !form.startsWith("UTF")).map((form) => spelled(Buffer.from(text), form).toString()),
   text.slice(3, 17), text.slice(0, 20) + "…"].join(" | ");
const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value]
  : typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
const said = (...values: unknown[]) => textsIn(values).map(everyForm).join("\\n");

export const vault = defineProvider({
  package: "vault",
  version: "1.0.0",
  config: {
    token: secret(v.optional(v.string())),
    url: v.optional(v.string()),
    session: v.optional(v.string()),
    strict: v.optional(v.pipe(v.string(), v.check((text) => text.startsWith("ok"), ({ input }) => "not " + input))),
  },
  connect: (config) => {
    arrived("connect", config);
    if (config.url?.startsWith("broken")) throw new Error("cannot reach " + said(config));
    return {
      config,
      file: (id: string) => world + "/" + id + ".json",
      read(id: string) {
        return existsSync(this.file(id)) ? JSON.parse(readFileSync(this.file(id), "utf8")) : undefined;
      },
      write(id: string, box: object) {
        mkdirSync(world, { recursive: true });
        writeFileSync(this.file(id), JSON.stringify(box));
      },
    };
  },
});

export class VaultProvider extends ProviderResource {
  constructor(name: string, config: object) {
    super("vault", name, config as never);
  }
}

const outputsOf = (id: string, box: { text?: string; count?: number }) => ({
  made: canary("output " + id + " " + (box.count ?? 0)),
  extra: awkwardCanary("output " + id + " " + (box.count ?? 0)),
  text: box.text,
  weight: 10 * (box.count ?? 0),
});

export const Box = vault.resource("index:Box", {
  inputs: {
    label: v.string(),
    count: v.optional(v.number(), 0),
    text: v.optional(v.string()),
    parts: v.optional(v.any()),
    token: secret(v.optional(v.string())),
    pin: writeOnly(v.optional(v.string())),
    checked: v.optional(v.pipe(v.string(), v.check((text) => text.startsWith("ok"), ({ input }) => "wrong: " + input))),
    mood: v.optional(v.string()),
  },
  outputs: {
    made: secret(v.string()),
    extra: v.string(),
    text: v.optional(v.string()),
    weight: v.number(),
  },
  replaceOn: ["label"],
  modifyPlan: ({ change, unknown }) => {
    if (change("count") === "same") return;
    for (const field of ["made", "extra", "weight"] as const) unknown(field);
  },
  validate: async ({ inputs, log, config }) => {
    if (inputs.mood === "refuses") return { field: "text", message: "no: " + said(inputs, config) };
    if (inputs.mood === "throws in validate") throw new TypeError(said(inputs, config));
    if (inputs.mood === "talks") log.info("validating " + said(inputs, config));
  },
  create: async ({ client, inputs, log, identified, config, idempotencyKey }) => {
    arrived("create", { inputs, config });
    if (inputs.mood === "throws") throw new Error(said(inputs, config), { cause: new Error("because " + said(inputs)) });
    if (inputs.mood === "talks") for (const level of ["debug", "info", "warn", "error"] as const) log[level](said(inputs, config));
    if (inputs.mood === "gets stuck" && !existsSync(world + "/stuck")) {
      appendFileSync(world + "/stuck", "x");
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    }
    if (inputs.mood === "stops half way") {
      await identified(inputs.label);
      client.write(inputs.label, inputs);
      throw new Error("half way with " + said(inputs, config));
    }
    client.write(inputs.label, { ...inputs, key: idempotencyKey });
    return { id: inputs.label, outputs: outputsOf(inputs.label, inputs) };
  },
  read: async ({ client, id, prior }) => {
    const box = client.read(id);
    if (box?.mood === "throws in read") throw new Error(said(box, prior));
    return box === undefined ? null : outputsOf(id, box);
  },
  update: async ({ client, id, inputs, prior, config }) => {
    arrived("update", { inputs, prior, config });
    if (inputs.mood === "throws") {
      // Only the beginning of a long message is shown: each of these is short enough to be shown whole.
      const causes = [prior.inputs, prior.outputs, prior.observed, inputs, config].map((values) => said(values));
      throw causes.reduceRight<Error | undefined>((cause, text) => new Error("old and new: " + text, { cause }), undefined);
    }
    client.write(id, inputs);
    return outputsOf(id, inputs);
  },
  delete: async ({ client, id, prior }) => {
    arrived("delete", prior);
    rmSync(client.file(id), { force: true });
  },
  lookup: async ({ client, id }) => {
    const box = client.read(id);
    if (box === undefined) return null;
    const { key: _, ...inputs } = box;
    return { inputs, outputs: outputsOf(id, box) };
  },
  find: async ({ client, idempotencyKey, inputs }) => {
    arrived("find", inputs);
    const box = client.read(inputs.label);
    return box?.key === idempotencyKey ? [{ id: inputs.label, outputs: outputsOf(inputs.label, box) }] : [];
  },
  logs: async function* ({ prior, config }) {
    for (const text of said(prior, config).split("\\n")) yield { time: new Date(0), message: text, stream: text.slice(0, 40) };
  },
  stats: async ({ prior }) => ({ texts: textsIn(prior).length }),
});

export const lease = vault.function("index:lease", {
  inputs: { round: v.number() },
  outputs: { token: v.string() },
  ephemeral: true,
  invoke: async ({ inputs }) => ({ token: canary("lease " + inputs.round) }),
});

export const ask = vault.function("index:ask", {
  inputs: { question: v.string() },
  outputs: { answer: v.string() },
  invoke: async ({ inputs, log }) => {
    arrived("ask", inputs);
    log.info("asked " + said(inputs));
    if (inputs.question.startsWith("throw")) throw new Error(said(inputs));
    return { answer: "re " + inputs.question };
  },
});
`;

/** What it asks for is said by the file `stage.json`. */
const main = `
import { readFileSync } from "node:fs";
import * as coconut from "@coconut/coconut";
import { Command } from "@coconut/coconut/command";
import { Process } from "@coconut/coconut/process";
import { Password } from "@coconut/coconut/random";
import { awkwardCanary, canary, shortCanary } from "./canary.js";
import { ask, Box, lease, VaultProvider } from "./vault.js";

const stage = JSON.parse(readFileSync("stage.json", "utf8"));
const { round = 1, label = "first", mood, problems = [], isRevealed = false, has = [] } = stage;
const secret = (place: string) => coconut.secret(canary(place + " " + round));
const awkward = (place: string) => coconut.secret(awkwardCanary(place + " " + round));
const config = new coconut.Config();

const main = new Box("main", {
  label,
  count: round,
  text: secret("top"),
  token: canary("field " + round),
  pin: canary("pin " + round),
  mood,
  parts: {
    object: { deep: secret("nested"), shown: "shown" },
    array: ["shown", secret("array"), [awkward("deep-array")]],
    map: { a: awkward("map"), b: "shown" },
    whole: coconut.secret({ a: canary("whole " + round), b: [awkwardCanary("whole " + round)] }),
    template: coconut.interpolate\`before \${secret("template")} after\`,
    awkwardTemplate: coconut.interpolate\`<\${awkward("template")}>\`,
    concat: coconut.concat("a", secret("concat"), "b"),
    applied: secret("apply").apply((text) => "x" + text + "y"),
    async: secret("async").apply(async (text) => [text, { text }]),
    all: coconut.all([secret("all"), "shown"]).apply(([text, other]) => other + text),
    json: coconut.jsonStringify({ a: awkward("json") }),
    config: config.requireSecret("word"),
    asset: coconut.secret(new coconut.asset.TextAsset(canary("asset " + round))),
    assetOf: new coconut.asset.TextAsset(awkward("asset") as never),
    archive: new coconut.asset.AssetArchive({ "a.txt": new coconut.asset.TextAsset(secret("archive") as never) }),
    revealed: isRevealed ? coconut.unsecret(coconut.secret(canary("revealed"))) : coconut.secret(canary("revealed")),
  },
}, { additionalSecretOutputs: ["extra"] });
new Box("short", { label: "short", count: round, text: coconut.secret(shortCanary("short")), mood });

const account = new VaultProvider("account", { token: canary("credential " + round), url: secret("setting") });
new Box("own", { label: "own", count: round, text: secret("own") }, {
  provider: account as never,
  replaceTrigger: secret("trigger") as never,
});

const session = coconut.ephemeral({ id: canary("session " + round) });
const leased = new VaultProvider("leased", { session: session.id });
new Box("ephemeral", { label: "ephemeral", count: round, pin: coconut.ephemeral(canary("ephemeral " + round)), mood }, {
  provider: leased as never,
  additionalSecretOutputs: ["extra"],
});
new Box("lease", { label: "lease", count: round, pin: coconut.invokeOutput(lease, { round }).token, mood }, {
  additionalSecretOutputs: ["extra"],
});

secret("callback").apply((text) => {
  new Box("inside", { label: "inside", count: round, text, parts: { deep: [text] } });
  coconut.output(text).apply((inner) => inner + inner);
});

const holds = main.label.apply((text) => text !== "");
const zones = main.label.apply((text) => [{ name: "zone", text }]);
const inside = (place: string, make: (text: string, box: (text: unknown) => Box) => unknown) =>
  secret(place).apply((text) => void make(text, (given) => new Box(place, { label: place, count: round, text: given as never })));
inside("inner", (text, box) => box(main.label.apply((name) => name + text)));
inside("below", (text, box) => main.label.apply(async () => zones.apply(() => void box(text))));
inside("condition", (text, box) => coconut.when(holds, () => box(text)));
inside("member", (text, box) => coconut.forEach(zones, ({ name }) => name, (zone) => box(zone.text.apply((shown) => shown + text))));
inside("asked", (text, box) => box(coconut.invokeOutput(ask, { question: text }, { dependsOn: main }).answer));

const password = new Password("password", { length: 32, special: false });
new Command("script", {
  create: 'printf "%s %s" "$WORD" "$(cat)" | tee "$WORLD/script"; echo "$WORD" >&2; sleep 0.3',
  environment: { WORD: secret("command environment") },
  stdin: awkward("command stdin"),
});
new Box("reader", { label: "reader", text: coconut.interpolate\`\${main.made} \${main.extra}\`, parts: { password: password.result } });
if (has.includes("process"))
  new Process("process", {
    command: ["node", "-e", "setInterval(() => {}, 1000)", secret("process command").apply(() => "shown")],
    environment: { WORD: coconut.secret(canary("process environment")) },
    health: { command: ["true", coconut.secret(canary("process command"))] },
  });

const inSecret = (make: (text: string) => unknown) => secret("problem").apply((text) => void make(text));
const account2 = (settings: object) => ({ provider: new VaultProvider("misfit", settings) as never });
const made: { [problem: string]: () => unknown } = {
  "callback": () => inSecret((text) => { throw new Error("over " + text); }),
  "inner callback": () => inSecret((text) => coconut.output(text).apply((inner) => { throw new Error("over " + inner); })),
  "not a value": () => secret("problem").apply((text) => ({ [text]: () => text })),
  "name twice": () => inSecret((text) => new Box("main", { label: text })),
  "schema": () => new Box("schema", { label: "m", checked: secret("problem") }),
  "schema inside": () => inSecret((text) => new Box("schema-inside", { label: "m", checked: text })),
  "wrong type": () => new Box("wrong-type", { label: "m", count: secret("problem") as never }),
  "wrong setting": () => new VaultProvider("wrong-setting", { strict: secret("problem") }),
  "function": () => new Box("function", { label: "m", text: coconut.invokeOutput(ask, { question: coconut.interpolate\`throw \${secret("problem")}\` }).answer }),
  "function inside": () => inSecret((text) => new Box("function-inside", { label: "m", text: coconut.invokeOutput(ask, { question: "throw " + text }).answer })),
  "connect": () => new Box("connect", { label: "m" }, account2({ url: coconut.interpolate\`broken \${secret("problem")}\` })),
  "asset path": () => new Box("asset-path", { label: "m", parts: new coconut.asset.FileAsset(secret("problem") as never) }),
  "archive path": () => new Box("archive-path", { label: "m", parts: new coconut.asset.FileArchive(secret("problem") as never) }),
  "remote asset": () => new Box("remote", { label: "m", parts: new coconut.asset.RemoteAsset(coconut.interpolate\`http://127.0.0.1:1/\${secret("problem")}\` as never) }),
  "json": () => coconut.jsonParse(coconut.interpolate\`{"\${secret("problem")}\`),
  "validate": () => new Box("validate", { label: "m", text: secret("problem"), mood: "refuses" }),
  "throw in validate": () => new Box("throw-in-validate", { label: "m", text: secret("problem"), mood: "throws in validate" }),
  "floating promise": () => inSecret((text) => { void Promise.reject(new Error("lost " + text)); }),
  "timer": () => inSecret((text) => { setTimeout(() => { throw new Error("late " + text); }, 1); }),
};
for (const problem of problems) made[problem]!();

export const shown = "shown";
export const word = secret("output");
export const object = { deep: awkward("output"), made: main.made, template: coconut.interpolate\`\${main.extra}!\` };
export const login = password.result;
if (has.includes("reference")) {
  const { deep } = new coconut.StackReference<{ object: { deep: string } }>("shop/dev").requireOutput("object");
  new Box("borrower", { label: "borrower", text: deep });
}
`;

/** The files of the project that these tests run on. */
export const projectFiles = {
  "main.ts": main,
  "vault.ts": vault,
  "canary.ts": own("canary.ts"),
  "spellings.ts": own("spellings.ts"),
  "stage.json": "{}",
};
