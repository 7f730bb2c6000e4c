import type { Command } from "../command.js";

export const newProject: Command = {
  name: "new",
  aliases: ["init"],
  takes: ["[template]", "[folder]"],
  says: "Create a project from a template, or list the templates",
  examples: ["new", "new hello greetings", "new provider --name @acme/notes"],
  options: ["name"],
  run: async (invocation) => {
    const { chooseTemplate, makeProject } = await import("../new/index.js");
    const { chosen, left } = await chooseTemplate(invocation.words[0], invocation.face);
    if (chosen !== undefined) return makeProject(chosen, invocation);
    const { exitCodes } = await import("../../runner/index.js");
    return left ? exitCodes.interrupted : exitCodes.ok;
  },
};
