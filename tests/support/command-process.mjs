/** Does with a program what `coco` does: one command, then a line with what came of it, and an exit code. */
import { relative } from "node:path";
const { runProcess } = await import("./package/dist/engine/index.js");
const { command, entry = "main.ts", options = {}, projectFolder, ...settings } = JSON.parse(process.argv[2]);

const nameOf = (urn) => urn.split("::").at(-1);
const place = ({ file, line, column }) => [relative(projectFolder, file), line, column].join(":");
const told = ({ code, detail, hint, position }) => ({
  code,
  detail,
  hint,
  ...(position && { position: place(position) }),
});
/** Secrets and unknowns must not be mistaken for data. */
const plain = (value) => JSON.parse(JSON.stringify(value));

let opened;
const end = await runProcess(
  { project: "shop", name: "dev", entry, projectFolder, ...settings },
  async (stack, signals) => {
    opened = stack;
    const told = await (command === "plan"
      ? stack.plan(options)
      : stack[command]({ ...options, ...signals }));
    const { resources, open } = await stack.snapshot();
    const kept = {
      state: [...resources.values()].map(({ name }) => name).sort(),
      open: open.size,
      history: (await stack.history()).map(({ result = null }) => result),
    };
    return Object.assign(told, { kept });
  },
);
const { result = {}, diagnostics, exitCode } = end;
const { changes, reports, outputs, unplanned } = result;
const report = {
  diagnostics: diagnostics.map(told),
  ...(changes && { changes: changes.map(({ name, action }) => [name, action]) }),
  ...(reports && {
    steps: reports.map(({ step, result }) => [step.action, nameOf(step.urn), result]),
    outputs: plain(outputs),
    unplanned: unplanned.map(nameOf),
  }),
  ...(result.kept ?? { state: [], open: 0, history: [] }),
  opened: opened !== undefined,
  exitCode,
};
process.stdout.write(`\n@@${JSON.stringify(report)}\n`, () => end.exit());
