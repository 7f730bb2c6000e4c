export interface HiddenCursorPorts {
  readonly write: (text: string) => void;
  /** Takes away what is drawn, for as long as the process is halted. */
  readonly clear: () => void;
  /** Ends what the cursor is hidden for. */
  readonly end: () => void;
}

/**
 * Hides the cursor until what is returned is called. However the process ends before, and while it is halted, the
 * cursor is there again; only a kill that no process can hear leaves it hidden.
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
      // Whoever else listens lets the process live.
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
