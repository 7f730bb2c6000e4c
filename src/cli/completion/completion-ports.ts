import { resolve } from "node:path";
import { groupBy } from "../../std/group-by.js";
import { homeFolder } from "../../std/user-folders.js";
import { selectedStack, type SelectedStack } from "../selected-stack.js";
import { projectFolder } from "../project-folder.js";
import { readProject } from "../read-project.js";
import type { CompletionPorts, NamedCandidate } from "./reply-to.js";
import type { Wanted } from "./wanted-at.js";

/**
 * Looks up names in the project and stack of the command line. Creates, locks and runs nothing. Loads the engine only
 * if it is needed.
 */
export function completionPorts(given: Wanted["place"]): CompletionPorts {
  // Shells pass words as typed, without expanding `~`.
  const cwd = resolve((given.cwd ?? ".").replace(/^~(?=\/|$)/, homeFolder() ?? "~"));
  const engine = () => import("../../operations/index.js");
  const place = (): SelectedStack => selectedStack({ ...given, cwd });
  return {
    async stack() {
      const { stackNames } = await engine();
      const { name: project, folder: projectFolder, store } = readProject(cwd);
      return plain(await stackNames({ project, projectFolder, ...(store !== undefined && { store }) }));
    },
    async resource() {
      const { withState } = await engine();
      const all = await withState(place(), (state) => state.list());
      const byName = groupBy(all, ({ name }) => name);
      return all.map(({ moniker = "", name, urn, id = "", type }) => {
        // A name that several resources share does not identify one.
        const isOne = byName.get(name)!.length === 1;
        const whole = [moniker, urn];
        return { names: isOne ? [name, ...whole] : whole, otherNames: isOne ? [id] : [name, id], says: type };
      });
    },
    async output() {
      const { withState } = await engine();
      return plain(Object.keys(await withState(place(), (state) => state.outputs())));
    },
    async key() {
      const { configOf } = await engine();
      const { project, ...rest } = place();
      const entries = await configOf({ project, ...rest }).list();
      return entries.map(({ key, secret }) => {
        const own = key.startsWith(`${project}:`) ? [key.slice(project.length + 1)] : [];
        return { names: [...own, key], says: secret ? "encrypted" : "" };
      });
    },
    async template() {
      const { listTemplates } = await import("../new/index.js");
      return listTemplates().map(({ name, description }) => ({ names: [name], says: description }));
    },
    async package() {
      const { inspectProjectPackages } = await engine();
      const { known, plugins } = await inspectProjectPackages(projectFolder(cwd));
      return [...known, ...plugins].map(([name, module]) => ({ names: [name], says: module }));
    },
  };
}

function plain(names: readonly string[]): readonly NamedCandidate[] {
  return names.map((name) => ({ names: [name] }));
}
