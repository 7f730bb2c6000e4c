import { extname, resolve } from "node:path";
import type { Json } from "../../model/index.js";
import { plainLook, type Look } from "../../render/index.js";
import type { ResourceGraph } from "../../render/graph/index.js";
import type { Command, Invocation } from "../command.js";
import { writePublicFile } from "../named-file.js";
import { onProgram, shown } from "../on-program.js";
import { optionTable, stackOptions } from "../options.js";
import { selectedStack } from "../selected-stack.js";
import { planRequest } from "../request.js";
import { planWithWarnings } from "../show-plan.js";
import { wrongUsage } from "../usage-problem.js";

export const graph: Command = {
  name: "graph",
  takes: [],
  says: "Draw the dependency graph with the planned changes",
  examples: [
    "graph",
    "graph --out stack.svg",
    "graph --from state --format mermaid",
    "graph --format dot | dot -Tpng -o stack.png",
  ],
  options: [...stackOptions, "format", "out", "from", "no-refresh"],
  optionTexts: {
    format:
      "Format of the graph: text, dot, mermaid, json or svg (default: from the extension of --out, or text)",
    out: "Write the graph to a file: .svg, .dot, .mmd, .json or .txt (default: standard output)",
  },
  run: async (invocation) => {
    const { command, options } = invocation;
    const format = formatOf(invocation);
    const { from = "plan" } = options;
    // Relative to the folder that coco was started in, not to the project folder.
    const file = options.out === undefined ? undefined : resolve(options.out);
    const pictures = await import("../../render/graph/index.js");
    if (from === "state") {
      if (options["no-refresh"])
        throw wrongUsage(
          "--no-refresh has no effect with --from state, which never reads the real objects.",
          command.name,
        );
      const { exitCodes } = await import("../../runner/index.js");
      const { withStackStore } = await import("../../operations/index.js");
      const { snapshot } = await withStackStore(selectedStack(options), (store) => store.read());
      await present(invocation, format, file, pictures.stateGraph(snapshot));
      return exitCodes.ok;
    }
    if (from !== "plan") throw wrongUsage("--from must be plan or state.", command.name);
    return onProgram(invocation, async (stack, signals, place) => {
      // A graph that is piped to another program must be the only output.
      const silent = { ...place, isNew: false, isAbove: false };
      const made = await planWithWarnings(stack, planRequest(invocation), silent, invocation.face, signals);
      await present(invocation, format, file, pictures.planGraph(made.plan, await stack.snapshot()));
      return shown;
    });
  },
};

const extensions: Readonly<Record<string, Format>> = {
  ".txt": "text",
  ".dot": "dot",
  ".gv": "dot",
  ".mmd": "mermaid",
  ".mermaid": "mermaid",
  ".json": "json",
  ".svg": "svg",
};

const formats = optionTable.format.values;
type Format = (typeof formats)[number];

function formatOf({ command, options: { format, out } }: Invocation): Format {
  const named = formats.find((each) => each === format);
  if (named !== undefined) return named;
  if (format !== undefined)
    throw wrongUsage("--format must be text, dot, mermaid, json or svg.", command.name);
  if (out === undefined) return "text";
  const extension = extname(out).toLowerCase();
  if (Object.hasOwn(extensions, extension)) return extensions[extension]!;
  throw wrongUsage(
    "The file extension does not select a format: use .svg, .dot, .mmd, .json or .txt, or add --format.",
    command.name,
  );
}

async function present(
  { face }: Invocation,
  format: Format,
  file: string | undefined,
  drawn: ResourceGraph,
): Promise<void> {
  const { graphDot, graphJson, graphMermaid, graphSvg, graphText } =
    await import("../../render/graph/index.js");
  const data: Json = graphJson(drawn);
  const render: Record<Format, (look: Look) => string> = {
    text: (look) => graphText(drawn, look),
    dot: () => graphDot(drawn),
    mermaid: () => graphMermaid(drawn),
    json: () => `${JSON.stringify(data, undefined, 2)}\n`,
    svg: () => graphSvg(drawn),
  };
  if (file === undefined) return face.show("graph", data, render[format]);
  writePublicFile(file, render[format](plainLook));
  face.show("graph", data, () => "");
  face.show("file", file, (look) => `Wrote the graph to ${look.place(file)}.\n`);
}
