import type { Mutant } from "../mutant.js";

/** Mistakes one could make in keeping secrets, and in what is unpacked and printed. */
export const sealingMutants: readonly Mutant[] = [
  {
    name: "a secret opens in the place of another resource",
    in: "Sealer.#place",
    find: "this.#lineage, rid, generation, kind, ...path]",
    replace: "this.#lineage, kind, ...path]",
  },
  {
    name: "a secret opens at another path",
    in: "Sealer.#place",
    find: "this.#lineage, rid, generation, kind, ...path]",
    replace: "this.#lineage, rid, generation, kind, path.length < 0]",
  },
  {
    name: "all that is sealed in one place has one nonce",
    in: "sealBytes",
    find: ".update(content) .digest()",
    replace: ".digest()",
  },
  {
    name: "what a hook says of the values before is not masked",
    in: "updateObject",
    find: "const seen = [given, prior.inputs, sighted.baseline, sighted.observed];",
    replace: "const seen = [given];",
  },
  {
    name: "what a hook throws is not masked",
    in: "hookFailed",
    find: "mask(thrownText(error))",
    replace: "thrownText(error)",
  },
  {
    name: "an intent keeps its inputs in the open",
    in: "encodeIntent",
    find: "sealer.seal(withSealedBytes(intent as unknown as ValueObject), placeOfIntent(intent))",
    replace: "sealer.seal(stripSecrets(intent as unknown as ValueObject), placeOfIntent(intent))",
  },
  {
    name: "a link in an archive is a file",
    in: "takeEntry",
    find: 'case "ContiguousFile": {',
    replace: 'case "SymbolicLink": case "Link": case "ContiguousFile": {',
  },
  {
    name: "a command ends when nobody reads what it says",
    in: "makeFace",
    find: 'for (const stream of [output, errors]) stream.on("error", () => {});',
    replace: "",
  },
];
