import type { Mutant } from "../mutant.js";

/** Mistakes one could make in keeping secrets, and in what is unpacked and printed. */
export const sealingMutants: readonly Mutant[] = [
  {
    name: "a secret opens in the place of another resource",
    file: "src/store/seal/sealed-value.ts",
    find: "this.#lineage, rid, generation, kind, ...path]",
    replace: "this.#lineage, kind, ...path]",
  },
  {
    name: "a secret opens at another path",
    file: "src/store/seal/sealed-value.ts",
    find: "this.#lineage, rid, generation, kind, ...path]",
    replace: "this.#lineage, rid, generation, kind, path.length < 0]",
  },
  {
    name: "all that is sealed in one place has one nonce",
    file: "src/store/seal/data-key.ts",
    find: "    .update(content)\n    .digest()",
    replace: "    .digest()",
  },
  {
    name: "what a hook says of the values before is not masked",
    file: "src/provider/typed/change-object.ts",
    find: "const seen = [planned.inputs, prior.inputs, sighted.baseline, sighted.observed];",
    replace: "const seen = [planned.inputs];",
  },
  {
    name: "what a hook throws is not masked",
    file: "src/provider/typed/hook/hook-runner.ts",
    find: "mask(thrownText(error))",
    replace: "thrownText(error)",
  },
  {
    name: "an intent keeps its inputs in the open",
    file: "src/store/rows/row-codec.ts",
    find: "sealer.seal(withSealedBytes(intent as unknown as ValueObject), placeOfIntent(intent))",
    replace: "sealer.seal(stripSecrets(intent as unknown as ValueObject), placeOfIntent(intent))",
  },
  {
    name: "a link in an archive is a file",
    file: "src/asset/unpack/unpack-tar.ts",
    find: '    case "ContiguousFile": {',
    replace: '    case "SymbolicLink":\n    case "Link":\n    case "ContiguousFile": {',
  },
  {
    name: "a command ends when nobody reads what it says",
    file: "src/cli/face/make-face.ts",
    find: 'for (const stream of [output, errors]) stream.on("error", () => {});',
    replace: "",
  },
];
