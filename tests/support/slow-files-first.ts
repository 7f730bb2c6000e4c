import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Begins with the files that take longest, so that none of them is left when all others have ended. They are long because
 * of the processes that they start, which no measure of the file tells.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** The slowest first. */
const slow = [
  "tests/crash/matrix",
  "tests/cli/new",
  "tests/bad-input/corpus",
  "tests/secrets/life",
  "tests/simulation/",
  "tests/crash/second-kills",
  "tests/cli/doctor",
  "tests/cli/completion",
  "tests/testing/provider-defects",
  "tests/pages/",
  "tests/crash/",
  "tests/lock/lock",
  "tests/providers/local-crash",
  "tests/altered-bytes/",
  "tests/cli/",
  "tests/story/",
  "tests/examples/",
  "tests/rules/",
];

/** Those that share what they load come last, without others between them. */
function rank({ moduleId, project }: TestSpecification): number {
  if (!project.config.isolate) return slow.length + 1;
  const found = slow.findIndex((start) => moduleId.includes(`/${start}`));
  return found === -1 ? slow.length : found;
}
