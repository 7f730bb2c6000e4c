import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { BuiltPackage, type Finished, type Project, type Started } from "../support/built-package.js";
import { PseudoTerminal, type PseudoTerminalOptions } from "../support/pseudo-terminal.js";

/** Projects with a provider whose objects are files below `shelf/`, and `coco` to run on them. */
export class CocoProjects {
  readonly built = new BuiltPackage();

  /** A project with this program; what it imports from `./shelf.js` is there. */
  project(main: string, files: Readonly<Record<string, string>> = {}): CocoProject {
    return new CocoProject(this.built, this.built.project({ "main.ts": main, "shelf.ts": shelf, ...files }));
  }

  /** The program `coco`. */
  get command(): string {
    return join(this.built.package, "dist/cli/main.js");
  }

  remove(): void {
    this.built.remove();
  }
}

export class CocoProject {
  readonly files: Project;
  readonly #built: BuiltPackage;

  constructor(built: BuiltPackage, files: Project) {
    this.#built = built;
    this.files = files;
  }

  /** Runs `coco` in a process of its own, on this project. */
  coco(...parameters: readonly string[]): Promise<Finished> {
    return this.files.node(this.#command, ...parameters, "-C", this.files.folder);
  }

  /** The same without waiting for its end. */
  start(...parameters: readonly string[]): Started {
    return this.files.startNode(this.#command, ...parameters, "-C", this.files.folder);
  }

  /** The same with more in its environment, and with this on standard input. */
  cocoWith(
    { environment = {}, input = "" }: { environment?: Readonly<Record<string, string>>; input?: string },
    ...parameters: readonly string[]
  ): Promise<Finished> {
    return this.files.nodeWith({ environment, input }, this.#command, ...parameters, "-C", this.files.folder);
  }

  /** The same on a terminal, with someone in front of it. */
  terminal(options: Omit<PseudoTerminalOptions, "folder">, ...parameters: readonly string[]): PseudoTerminal {
    const { folder } = this.files;
    const environment = { COCONUT_KEY_FILE: join(this.#built.folder, "key"), ...options.environment };
    const command = [process.execPath, this.#command, ...parameters, "-C", folder];
    return new PseudoTerminal(command, { ...options, folder, environment });
  }

  /** The ids of what is on the shelf. */
  shelf(): readonly string[] {
    const folder = this.files.path("shelf");
    const files = existsSync(folder) ? readdirSync(folder) : [];
    return files.map((file) => file.replace(".json", "")).sort();
  }

  get #command(): string {
    return join(this.#built.package, "dist/cli/main.js");
  }
}

export const imports = `import * as coconut from "@coconut/coconut";\nimport { Box, Plain } from "./shelf.js";\n`;

const shelf = `
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { defineProvider } from "@coconut/coconut/provider";
import * as v from "valibot";

export const shelf = defineProvider({
  package: "shelf",
  version: "1.0.0",
  config: { owner: v.optional(v.string(), "nobody") },
  connect: ({ owner }) => ({
    owner,
    file: (id: string) => "shelf/" + id + ".json",
    read(id: string) {
      return existsSync(this.file(id)) ? JSON.parse(readFileSync(this.file(id), "utf8")) : null;
    },
    write(id: string, box: object) {
      mkdirSync("shelf", { recursive: true });
      writeFileSync(this.file(id), JSON.stringify(box));
    },
  }),
});

const managed = {
  inputs: { label: v.string(), size: v.optional(v.number(), 1) },
  outputs: { weight: v.number() },
  replaceOn: ["label" as const],
  create: async ({ client, inputs }) => {
    if (inputs.label === "refused") throw new Error("there is no room");
    client.write(inputs.label, inputs);
    return { id: inputs.label, outputs: { weight: inputs.size * 10 } };
  },
  read: async ({ client, id }) => {
    const box = client.read(id);
    return box && { weight: box.size * 10 };
  },
  update: async ({ client, id, inputs }) => {
    client.write(id, inputs);
    return { weight: inputs.size * 10 };
  },
  delete: async ({ client, id }) => rmSync(client.file(id), { force: true }),
};

export const Plain = shelf.resource("index:Plain", managed);

export const Box = shelf.resource("index:Box", {
  ...managed,
  lookup: async ({ client, id }) => {
    const box = client.read(id);
    return box && { inputs: box, outputs: { weight: box.size * 10 } };
  },
  logs: async function* ({ client, id, since, follow }) {
    const lines = [
      { time: new Date("2024-05-01T10:00:00Z"), message: id + " put down" },
      { time: new Date("2024-05-02T10:00:00Z"), message: id + " opened by " + client.owner, stream: "lid" },
    ];
    yield* lines.filter(({ time }) => since === undefined || time >= since);
    if (!follow) return;
    yield { time: new Date("2024-05-03T10:00:00Z"), message: "waiting" };
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  },
  stats: async ({ client, id }) => ({ opened: 12, weight: { value: client.read(id).size * 10, unit: "g" } }),
});
`;
