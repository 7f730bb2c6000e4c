/** Does with a program what `coco` does: one command, then a line with what came of it, and an exit code. */
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
const { runProcess } = await import("./package/dist/runner/index.js");
const { isReference, isSecret } = await import("./package/dist/model/index.js");
const {
  command,
  entry = "main.ts",
  options = {},
  planFirst = false,
  file,
  projectFolder,
  ...settings
} = JSON.parse(process.argv[2]);

const nameOf = (urn) => urn.split("::").at(-1);
const place = ({ file, line, column }) => [relative(projectFolder, file), line, column].join(":");
const told = ({ code, detail, hint, position }) => ({
  code,
  detail,
  hint,
  ...(position && { position: place(position) }),
});
/** References by what they point at, secrets unseen. */
const plain = (value) => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (isSecret(value)) return "[secret]";
  if (isReference(value)) return { urn: value.urn, id: value.id };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
};

let opened;
const end = await runProcess(
  { project: "shop", name: "dev", entry, projectFolder, ...settings },
  async (stack, signals) => {
    opened = stack;
    if (planFirst) await stack.plan();
    const told = await (command === "plan"
      ? stack.plan(options)
      : command === "applyFile"
        ? stack.applyFile(readFileSync(file), { ...options, ...signals })
        : stack[command]({ ...options, ...signals }));
    if (command === "plan" && file !== undefined) writeFileSync(file, told.file());
    const { resources, open } = await stack.snapshot();
    const kept = {
      state: [...resources.values()].map(({ name }) => String(name)).toSorted(),
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
