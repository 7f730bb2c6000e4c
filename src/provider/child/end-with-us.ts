/**
 * Calls `end` when this process ends: at its normal end, by an exception that nobody catches, or by a signal. `end` must be
 * synchronous. Returns a function that takes this back. A signal that other code listens to is left to that code, because
 * it may not end the process. Nothing can be done about SIGKILL.
 */
export function endWithUs(end: () => void): () => void {
  if (living.size === 0) listen();
  living.add(end);
  return () => {
    if (living.delete(end) && living.size === 0) unlisten();
  };
}

const living = new Set<() => void>();
const deadlySignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function listen(): void {
  process.on("exit", endAll);
  for (const signal of deadlySignals) process.on(signal, onSignal);
}

function unlisten(): void {
  process.off("exit", endAll);
  for (const signal of deadlySignals) process.off(signal, onSignal);
}

function endAll(): void {
  for (const end of living) end();
}

/** Having a listener keeps a signal from ending the process; if nobody else has one, it is sent again without. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  unlisten();
  process.kill(process.pid, signal);
}
