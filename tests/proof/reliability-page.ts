import type { Figures, ProofLayer } from "../support/proof.js";
import type { LayerProof, Ledger } from "./ledger.js";
import { promises } from "./promises.js";
import { proofLayers } from "./prove-layers.js";

/** Returns the text of `docs/reliability.md`: the promises, their limits, and the figures of the last full run. */
export function reliabilityPage({ layers }: Ledger): string {
  const seconds = proofLayers.reduce((sum, layer) => sum + layers[layer].seconds, 0);
  return [
    "# Reliability",
    "",
    "The promises of Coconut, the tests behind each of them, and their limits. `npm run prove` runs all layers below",
    "in full and generates this page from their figures.",
    "",
    `A full run takes ${duration(seconds)}.`,
    "",
    "| promise | tested by | limits |",
    "|---|---|---|",
    ...promises.map(
      ({ promise, layers: shownBy, limit }) =>
        `| ${promise} | ${shownBy.map((layer) => `[${titles[layer]}](#${anchor(layer)})`).join(", ")} | ${limit} |`,
    ),
    "",
    ...proofLayers.flatMap((layer) => section(layer, layers[layer])),
  ].join("\n");
}

function section(
  layer: ProofLayer,
  { version, node, processors, seconds, figures }: LayerProof,
): readonly string[] {
  const { about, command } = layersOfProof[layer];
  return [
    `## ${titles[layer]}`,
    "",
    about,
    "",
    ...table(figures),
    "",
    `Version ${version}, Node ${node}, ${processors} processors, ${duration(seconds)}.`,
    `To run only this layer in full: \`npm run prove -- --only ${layer}\`. It runs \`${command}\` without skipping any case.`,
    "",
  ];
}

function table(figures: Figures): readonly string[] {
  return [
    "| | |",
    "|---|---:|",
    ...Object.entries(figures).map(
      ([figure, count]) => `| ${words(figure)} | ${count.toLocaleString("en")} |`,
    ),
  ];
}

function duration(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}

/** Converts `doubleHolders` to "double holders". */
function words(figure: string): string {
  return figure.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function anchor(layer: ProofLayer): string {
  return titles[layer].toLowerCase().replaceAll(" ", "-");
}

const titles: { readonly [Layer in ProofLayer]: string } = {
  simulation: "Simulation",
  "single-faults": "Single faults",
  "crash-matrix": "Crash matrix",
  "power-loss": "Power loss",
  lock: "Lock",
  "bad-input": "Bad input",
  "altered-bytes": "Altered bytes",
  secrets: "Secrets",
  "seeded-bugs": "Seeded bugs",
};

/** A description of each layer, and the command that runs it alone. */
export const layersOfProof: {
  readonly [Layer in ProofLayer]: { readonly about: string; readonly command: string };
} = {
  simulation: {
    about:
      "The shipped engine with a store in memory, virtual time and a simulated cloud that records every real effect. Each seed is a random story: a program with one to six commands, edits and changes outside Coconut. Faults are injected at every point where the engine waits: crashes, requests that take effect after their sender was killed, lost and malformed answers, hanging calls, full disks, clock jumps, lost locks, Ctrl-C. State, cloud and journal are compared after each command. Then the faults stop, and at most three runs must bring all objects to the state that the program declares. One seed in a hundred is run twice and must produce the same trace.",
    command: "npm run simulate -- --seeds 20000",
  },
  "single-faults": {
    about:
      "The same simulation with fixed short stories. Every kind of fault is injected at every point where the engine waits, one fault at a time.",
    command: "npm run simulate -- --faults",
  },
  "crash-matrix": {
    about:
      "Real processes with the store in files. They are killed before and after each journal write, inside its transaction after each statement and before the commit, and after the cloud has acted but before it has answered. They are killed again while they recover. The cloud is a separate process that survives. Commits that are interrupted in the middle of a write are tested by power loss.",
    command: "npx vitest run tests/crash/matrix.test.ts tests/crash/second-kills.test.ts",
  },
  "power-loss": {
    about:
      "SQLite's write-ahead log is truncated at every frame boundary, next to it and inside the written data, with and without garbage at the end, and the store is opened again. The same is done while the log is checkpointed into the state file.",
    command: "npx vitest run tests/crash/power-loss.test.ts",
  },
  lock: {
    about:
      "Many real processes compete for the lock on one stack. Some of them are stopped, killed or wrongly considered dead while they hold it.",
    command: "npx vitest run tests/lock tests/crash/lock.test.ts",
  },
  "bad-input": {
    about:
      "A corpus of invalid inputs, each with the expected diagnostic and exit code. Inputs for features that Coconut does not have are listed with the reason and counted separately.",
    command: "npx vitest run tests/bad-input",
  },
  "altered-bytes": {
    about:
      "Plan files, state files, exports and archives in which bytes, columns and rows are modified, one at a time.",
    command: "npx vitest run tests/altered-bytes",
  },
  secrets: {
    about:
      "A canary in every place where a secret can be. Every output channel is searched for the canaries: verbatim, and encoded for JSON, URLs, HTML, shells, base64, hex, escapes, lists of bytes and UTF-16. Encrypted values are also swapped with each other and must not decrypt.",
    command: "npx vitest run tests/secrets",
  },
  "seeded-bugs": {
    about: "Deliberate bugs in the engine, each with the layer that must catch it.",
    command: "npm run seeded-bugs",
  },
};
