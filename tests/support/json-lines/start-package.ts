import { DiagnosticError } from "../../../src/model/index.js";
import type { ProviderPackage } from "../../../src/provider/contract/index.js";
import {
  childProblem,
  onChildLine,
  startChild,
  type Child,
  type StartOptions,
} from "../../../src/provider/child/index.js";
import { Connection, type ConnectionOptions } from "./connection.js";
import { jsonLinesPackage } from "./json-lines-package.js";
import type { Description } from "./messages.js";

export interface PackageProgram
  extends
    Pick<StartOptions<never>, "command" | "args" | "env" | "cwd" | "startWithinMs" | "onStderr" | "stop">,
    Pick<ConnectionOptions, "timer" | "answerWithinMs"> {
  /** The name of the package, for people. */
  readonly name: string;
  /** Called with the child when it is ready. */
  readonly onStart?: (child: Child) => void;
}

export interface StartedPackage {
  readonly child: Child;
  readonly package: ProviderPackage;
}

/** Starts the program of a package, and waits for its description. Throws a DiagnosticError if it does not come. */
export async function startPackage(program: PackageProgram): Promise<StartedPackage> {
  const { name, command, answerWithinMs, timer, onStart, ...rest } = program;
  const title = `the provider ${name}`;
  let connection: Connection | undefined;
  const started = await startChild<Description>({
    ...rest,
    title,
    command,
    greet: (child) =>
      new Promise((resolve, reject) => {
        connection = new Connection(child, {
          command,
          ...(timer && { timer }),
          ...(answerWithinMs && { answerWithinMs }),
        });
        let isDescribed = false;
        onChildLine(child, (line) => {
          if (isDescribed) return connection!.hear(line);
          isDescribed = true;
          const description = described(line);
          if (description === undefined) reject(new Error("its first line is no description of a package"));
          else resolve(description);
        });
      }),
  });
  if (started.kind !== "started") throw new DiagnosticError(childProblem(started, { title, command }));
  onStart?.(started.child);
  return { child: started.child, package: jsonLinesPackage(connection!, started.greeting) };
}

function described(line: string): Description | undefined {
  try {
    const found = JSON.parse(line) as Description;
    return found.protocol === 1 && typeof found.types === "object" ? found : undefined;
  } catch {
    return undefined;
  }
}
