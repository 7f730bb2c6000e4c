/**
 * The log of a process, as JSON lines in two files of bounded size. Its supervisor writes it; any process may read it.
 */
export { currentLogFile } from "./log-file.js";
export { LogWriter } from "./log-writer.js";
export { lastLogLines, readLog } from "./read-log.js";
