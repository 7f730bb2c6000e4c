import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../measure/index.js";
import { width } from "../shape/program-texts.js";
import type { Peer } from "./peer.js";

/** Alchemy v1. Its programs run directly. It has no plan, so a second run without changes is measured instead. */
export function alchemy(installed: string): Peer {
  const run = (folder: string) => runNode(["main.mjs"], { cwd: folder }).milliseconds;
  return {
    prepare(folder, resources) {
      symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
      writeFileSync(join(folder, "package.json"), `{ "private": true, "type": "module" }\n`);
      writeFileSync(join(folder, "main.mjs"), program(resources));
    },
    create: run,
    plan: run,
  };
}

function program(resources: number): string {
  return `import alchemy, { Resource } from "alchemy";

const app = await alchemy("bench", { stage: "dev", phase: "up", password: "bench", quiet: true, noTrack: true });
const Thing = Resource("bench::Thing", async function (id, props) {
  if (this.phase === "delete") return this.destroy();
  return { ...props, address: \`addr-\${id}\` };
});
const things = [];
const made = async (index, upstream) =>
  Thing(\`thing-\${index}\`, {
    name: \`thing-\${index}\`,
    size: index,
    tags: { owner: "ops", team: "platform" },
    ...(upstream && { upstream: (await upstream).address }),
  });
for (let index = 0; index < ${resources}; index++) things.push(made(index, things[index - ${width}]));
await Promise.all(things);
await app.finalize();
`;
}
