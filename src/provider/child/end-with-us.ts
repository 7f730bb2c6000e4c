/**
 * Calls `end` when this process exits: normally, by an uncaught exception, or by a signal. `end` must be synchronous.
 * Returns a function that unregisters it. If other code listens to a signal, it is left to that code, because it may
 * not exit. SIGKILL cannot be handled.
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

/**
 * A listener prevents the default action of a signal. If there is no other listener, sends the signal again without
 * ours.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  unlisten();
  process.kill(process.pid, signal);
}
