import type { Command } from "../command.js";
import { quotedWord, wrongUsage } from "../usage-problem.js";

export const completion: Command = {
  name: "completion",
  takes: ["<bash|zsh|fish>"],
  says: "Print a completion script for bash, zsh or fish",
  examples: ["completion bash", `completion zsh > "\${fpath[1]}/_coco"`, "completion fish | source"],
  options: [],
  run: async ({ words, command, face }) => {
    const { completionScript, shells } = await import("../completion/index.js");
    const shell = shells.find((each) => each === words[0]);
    if (shell === undefined)
      throw wrongUsage(
        `Unknown shell ${quotedWord(words[0]!)}. Supported shells: ${shells.join(", ")}.`,
        command.name,
      );
    const script = completionScript(shell);
    face.show("script", script, () => script);
    return 0;
  },
};
