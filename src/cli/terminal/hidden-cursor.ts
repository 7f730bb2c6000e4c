export interface HiddenCursorPorts {
  readonly write: (text: string) => void;
  /** Removes the drawn lines before the process is suspended. */
  readonly clear: () => void;
  /** Ends the display that hides the cursor. */
  readonly end: () => void;
}

/**
 * Hides the cursor until the returned function is called. Also shows it again when the process exits, is terminated by a
 * signal or is suspended. Only SIGKILL leaves it hidden.
 */
export function whileCursorIsHidden({ write, clear, end }: HiddenCursorPorts): () => void {
  const halt = () => {
    clear();
    write(showCursor);
    process.kill(process.pid, "SIGSTOP");
  };
  const resume = () => write(hideCursor);
  const deadly = deadlySignals.map((signal) => {
    const die = () => {
      // Another listener handles the signal, so the process does not end.
      if (process.listenerCount(signal) > 1) return;
      end();
      process.kill(process.pid, signal);
    };
    process.on(signal, die);
    return () => process.off(signal, die);
  });
  process.on("exit", end).on("SIGTSTP", halt).on("SIGCONT", resume);
  write(hideCursor);
  return () => {
    process.off("exit", end).off("SIGTSTP", halt).off("SIGCONT", resume);
    for (const forget of deadly) forget();
    write(showCursor);
  };
}

const hideCursor = "\u001b[?25l";
const showCursor = "\u001b[?25h";
const deadlySignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
