import { resolve } from "node:path";
import type { Json } from "../../model/index.js";
import type { Command } from "../command.js";
import { onProgram, shown } from "../on-program.js";
import { placeOptions } from "../options.js";
import { packagesText, providerText } from "../provider-text.js";
import { readProject } from "../read-project.js";

const list: Command = {
  name: "provider ls",
  takes: [],
  says: "list the packages that the program and state use, and where each is from",
  examples: ["provider ls"],
  options: placeOptions,
  run: async (invocation) =>
    onProgram(invocation, async (stack) => {
      const { packages, diagnostics } = await stack.packages();
      invocation.face.complain(diagnostics);
      const data = packages.map((each) => ({ ...each, recorded: each.recorded.map((one) => ({ ...one })) }));
      invocation.face.show("packages", data, () => packagesText(packages));
      return shown;
    }),
};

const check: Command = {
  name: "provider check",
  takes: ["<name or file>"],
  wants: { "name or file": "package" },
  says: "load a provider and say what it offers: types, fields, what it can do with them",
  examples: ["provider check local", "provider check ./disk.ts"],
  options: ["cwd"],
  run: async ({ words, options, face }) => {
    const { folder } = readProject(options.cwd ?? ".");
    const { checkProviders } = await import("../../operations/index.js");
    const asked = words[0]!;
    const providers = await checkProviders(
      isFile.test(asked) ? { file: resolve(asked) } : { name: asked },
      folder,
    );
    const [data, notes] = [providers.map(({ offers }) => offers), providers.flatMap((each) => each.notes)];
    face.show("providers", data as unknown as Json, () => data.map(providerText).join("\n"));
    face.complain(notes);
    return 0;
  },
};

/** A path, or what only a module is called like. */
const isFile = /^[./\\]|\.[cm]?[jt]s$/;

export const provider: readonly Command[] = [list, check];
