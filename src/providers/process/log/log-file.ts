/** The files of a log, the older one first. Each is at most `logFileBytes` in size. */
export const logFiles = ["log.1.jsonl", "log.jsonl"] as const;

export const currentLogFile = logFiles[1];

export const logFileBytes = 5_000_000;

/** One line of a log file, stored as JSON. */
export interface StoredLine {
  readonly time: string;
  /** `supervisor` for messages about the process rather than from it. */
  readonly stream: LogStream;
  readonly message: string;
}

export type LogStream = "stdout" | "stderr" | "supervisor";
