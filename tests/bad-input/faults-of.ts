import { join } from "node:path";
import type { CorpusEntry } from "./corpus-entry.js";
import type { Ended } from "./sandbox.js";

type Seen = ReadonlyMap<string, string>;

/** Every way in which a run did not end as its entry says, or as every run has to. */
export function faultsOf(entry: CorpusEntry, ended: Ended, before: Seen, after: Seen): readonly string[] {
  const { or, ...only } = entry;
  const isOther = or !== undefined && ended.status === or.exit;
  return faultsOfOne(isOther ? { ...only, ...or } : only, ended, before, after);
}

function faultsOfOne(entry: CorpusEntry, ended: Ended, before: Seen, after: Seen): readonly string[] {
  const told = `${ended.output}\n${ended.errors}`;
  return [
    ...endingFaults(entry, ended),
    ...codeFaults(entry, codesIn(told)),
    ...(entry.says ?? []).filter((text) => !told.includes(text)).map((text) => `does not say ${text}`),
    ...(entry.neverSays ?? []).filter((text) => told.includes(text)).map((text) => `says ${text}`),
    ...unseemly.filter(([, pattern]) => pattern.test(told)).map(([what]) => what),
    ...(entry.code !== undefined && told.length > longest ? [`says ${told.length} characters`] : []),
    ...changesBetween(entry, before, after),
  ];
}

/** The same of the one document that `--json` prints. */
export function documentFaults({ or, ...only }: CorpusEntry, ended: Ended): readonly string[] {
  const entry = or !== undefined && ended.status === or.exit ? { ...only, ...or } : only;
  try {
    const { exitCode, diagnostics } = JSON.parse(ended.output) as Document;
    const codes = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
    return [
      ...endingFaults(entry, ended),
      ...(exitCode === (entry.exit ?? 0) ? [] : [`the document says that it ended with ${exitCode}`]),
      ...codeFaults(entry, codes),
    ];
  } catch (error) {
    return [`prints no document: ${String(error)}`];
  }
}

interface Document {
  readonly exitCode: number;
  readonly diagnostics: readonly { readonly severity: string; readonly code: string }[];
}

const longest = 20_000;
const mostMemory = 512 * 1024 * 1024;

/** What no output for people holds, whatever came in. */
const unseemly: readonly (readonly [what: string, pattern: RegExp])[] = [
  // oxlint-disable-next-line no-control-regex
  ["prints a control character", /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/],
  ["prints what turns the direction of writing", /[\u202a-\u202e\u2066-\u2069]/],
  ["prints a stack trace", /^ +at .*(?:node:|dist\/|\.m?js:\d)/m],
  ["calls it a bug", /this is a bug/i],
  [
    "speaks as JavaScript does",
    /\b(?:TypeError|RangeError|SyntaxError|is not a function|Cannot read propert)/,
  ],
];

function endingFaults({ exit = 0 }: CorpusEntry, { status, left, memory }: Ended): string[] {
  return [
    ...(status === null
      ? ["never ended"]
      : status === exit
        ? []
        : [`ended with ${status}, not with ${exit}`]),
    ...left.map((command) => `leaves running: ${command}`),
    ...(memory !== undefined && memory > mostMemory ? [`took ${memory} bytes of memory`] : []),
  ];
}

function codeFaults({ code }: CorpusEntry, codes: readonly string[]): string[] {
  if (code === undefined) return codes.map((each) => `tells ${each}`);
  return codes.includes(code) ? [] : [`tells ${codes.join(", ") || "nothing"}, not ${code}`];
}

function codesIn(told: string): readonly string[] {
  return [...told.matchAll(/^error ([a-z]+\/[a-z-]+):/gm)].map(([, code]) => code!);
}

function changesBetween({ changes = [] }: CorpusEntry, before: Seen, after: Seen): string[] {
  const allowed = changes.map((name) =>
    name.startsWith("~/") ? join("home", name.slice(2)) : join("project", name),
  );
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => !allowed.some((each) => name === each || name.startsWith(join(each, "/"))))
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => {
      const how = !after.has(name) ? "gone" : before.has(name) ? "changed" : "new";
      return `${name} is ${how}`;
    });
}
