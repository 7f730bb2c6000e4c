import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runProcess } from "../measure/index.js";
import { width } from "../shape/program-texts.js";
import type { Peer } from "./peer.js";

/** Pulumi with a dynamic provider in JavaScript and state in a folder. Requires no plugin and no account. */
export function pulumi(): Peer {
  const run = (folder: string, ...words: readonly string[]) =>
    runProcess("pulumi", [...words, "--non-interactive"], {
      cwd: folder,
      env: {
        PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
        PULUMI_CONFIG_PASSPHRASE: "bench",
        PULUMI_SKIP_UPDATE_CHECK: "1",
      },
    }).milliseconds;
  return {
    prepare(folder, resources) {
      mkdirSync(join(folder, "state"));
      writeFileSync(join(folder, "package.json"), `{ "private": true, "main": "index.js" }\n`);
      writeFileSync(join(folder, "Pulumi.yaml"), "name: bench\nruntime: nodejs\n");
      writeFileSync(join(folder, "index.js"), program(resources));
      runProcess("npm", ["install", "@pulumi/pulumi@3", "--no-audit", "--no-fund"], { cwd: folder });
      run(folder, "stack", "init", "dev");
    },
    create: (folder) => run(folder, "up", "--yes", "--skip-preview"),
    plan: (folder) => run(folder, "preview", "--expect-no-changes"),
  };
}

function program(resources: number): string {
  return `"use strict";
const pulumi = require("@pulumi/pulumi");

const provider = {
  create: async (inputs) => ({ id: inputs.name, outs: { ...inputs, address: \`addr-\${inputs.name}\` } }),
};
class Thing extends pulumi.dynamic.Resource {
  constructor(name, props) {
    super(provider, name, { address: undefined, ...props });
  }
}
const things = [];
for (let index = 0; index < ${resources}; index++) {
  const upstream = things[index - ${width}]?.address;
  things.push(
    new Thing(\`thing-\${index}\`, {
      name: \`thing-\${index}\`,
      size: index,
      tags: { owner: "ops", team: "platform" },
      ...(upstream !== undefined && { upstream }),
    }),
  );
}
`;
}
