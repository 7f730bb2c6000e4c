/** What a process says, as JSON lines in two files of bounded size: written by its supervisor, read by anybody. */
export { currentLogFile } from "./log-file.js";
export { LogWriter } from "./log-writer.js";
export { lastLogLines, readLog } from "./read-log.js";
