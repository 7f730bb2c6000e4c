/**
 * Has V8 wait longer before it optimises a function, at the beginning of a process that is ours. Node 20 begins so
 * early that a third of all processor time of an apply of 1,000 resources goes into it, and comes to nothing: most of
 * what is compiled is hardly called again. Who runs for longer gains by it, and has it as usual from then on. Newer
 * versions have a compiler in between and do not need this.
 */
export function compileLate(): void {
  if (!process.versions.node.startsWith("20.")) return;
  setTimeout(wait, shortMs).unref();
}

function wait(): void {
  // Loaded by those who run for longer.
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString(`--interrupt-budget=${6 * usualBudget}`);
  const asUsual = () => setFlagsFromString(`--interrupt-budget=${usualBudget}`);
  setTimeout(asUsual, beginningMs).unref();
  // What is kept of the compiled code is taken back only by a V8 with the flags that it was kept with.
  process.prependOnceListener("exit", asUsual);
}

/** What ends sooner has no need of it. */
const shortMs = 40;
const beginningMs = 400;

/** That of Node 20, in bytes of the code that was run. */
const usualBudget = 67_584;
