/** Where something of a stack can be read. */
export type Channel = keyof typeof channels;

/** Every way out, and what is looked at for it. */
export const channels = {
  stdout: "what every command prints",
  stderr: "complaints, and what is printed while --json has stdout to itself",
  terminal: "all that is ever written to a terminal, frames of progress included",
  json: "the document of --json",
  events: "the lines of --events",
  "plan text": "plan, plan -v, and explain",
  graph: "pictures: text, dot, mermaid, json and svg",
  annotations: "notes for GitHub",
  watch: "plans of coco watch",
  logs: "coco logs and stats",
  "state commands": "coco state, stack, output, config and provider",
  doctor: "coco doctor, and what completes words in shells",
  crash: "what is printed when code of the program or of a provider throws where nobody catches it",
  export: "deployment JSON",
  "plan file": "as it lies on disk",
  "state database": "all bytes of the file, free pages included: during runs, after a kill, after the end",
  "write-ahead log": "and the memory beside it, likewise",
  "configuration file": "coconut.<stack>.json",
  "recorded renames": "the file of moves",
  backup: "a copy of the state folder, taken during a run",
  cache: "compiled programs",
  "other files": "everything else in the folder of the project, whatever it is called",
  "home folder": "what is kept for the user, beside the key itself",
  "process folder": "records and logs of supervised processes",
  arguments: "of coco and of all that it starts, beside what the program puts there",
  environment: "of what coco starts, beside what the program puts there",
} as const;

/** Ways out that there are not, or that nothing is promised of. */
export const absentChannels = {
  "PostgreSQL and S3": "there is no such store",
  "plugin processes": "providers run in the process of coco",
  console: "there is none",
  "temporary files": "none are made: TMPDIR is looked into during every command, and stays empty",
  telemetry: "there is none",
  "debug log": "there is none; -v prints to stdout",
  spill: "there is none: a write that fails ends the run",
  "heap and core dumps": "not promised: a process holds the secrets that it works with",
  "diagnostic reports of Node": "not promised: they hold the whole environment",
} as const;
