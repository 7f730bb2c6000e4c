/** The files of a log, the older one first. Together they are at most two of `logFileBytes`. */
export const logFiles = ["log.1.jsonl", "log.jsonl"] as const;

export const currentLogFile = logFiles[1];

export const logFileBytes = 5_000_000;

/** One line of a log as it stands in a file, as JSON. */
export interface StoredLine {
  readonly time: string;
  /** `supervisor`: said about the process, not by it. */
  readonly stream: LogStream;
  readonly message: string;
}

export type LogStream = "stdout" | "stderr" | "supervisor";
