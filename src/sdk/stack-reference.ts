import {
  constant,
  DiagnosticError,
  parseEnvironment,
  printEnvironment,
  type AskExpression,
  type Diagnostic,
  type Expression,
  type Question,
} from "../model/index.js";
import { problem } from "./diagnostics.js";
import { outputOf, type Output } from "./output/output.js";
import type { Input, PlainShape } from "./output/shape.js";
import { capture } from "./recording/capture.js";
import { currentContext } from "./recording/context.js";
import { located } from "./recording/located.js";
import { CallSite, type Callable } from "./recording/position.js";
import type { ProgramSettings } from "./recording/recorder.js";

/** The name of another stack. The project defaults to that of the program. */
export interface StackName {
  readonly project?: string;
  readonly stack: string;
  readonly namespace?: string;
}

/**
 * The outputs of another stack in the same store. Secret outputs stay secret. A resource among the outputs is
 * represented by its id, a component by its URN. The stack is read when a plan is made and again when the plan is
 * applied. It is not locked or changed.
 *
 * ```ts
 * const network = new coconut.StackReference<{ subnet: string }>("network/prod");
 * const subnet = network.requireOutput("subnet"); // Output<string>
 * ```
 *
 * The name is `stack` or `stack:namespace`, with `project/` before it if the stack belongs to another project.
 */
export class StackReference<Outputs extends object = { readonly [name: string]: unknown }> {
  readonly project: string;
  /** The name of the stack with its namespace, such as `staging:acmecorp`. */
  readonly stack: string;
  /** All outputs of the stack. An output that does not exist is absent. */
  readonly outputs: Output<PlainShape<Outputs>>;

  constructor(name: string | StackName) {
    const site = new CallSite(new.target);
    try {
      const { project, stack } = otherStack(name);
      this.project = project;
      this.stack = stack;
      this.outputs = this.#ask("all", constant(null), site);
    } catch (error) {
      throw located(error, site);
    }
  }

  /** Returns an output, or `undefined` if the stack does not have it. */
  getOutput<Name extends keyof Outputs & string>(
    name: Input<Name>,
  ): Output<PlainShape<Outputs[Name]> | undefined> {
    return this.#one("optional", name, this.getOutput);
  }

  /** Returns an output that must exist. If it does not, the plan fails with a list of the outputs that do. */
  requireOutput<Name extends keyof Outputs & string>(name: Input<Name>): Output<PlainShape<Outputs[Name]>> {
    return this.#one("required", name, this.requireOutput);
  }

  #one<T>(which: Which, name: unknown, below: Callable): Output<T> {
    const site = new CallSite(below);
    try {
      return this.#ask(which, capture(name), site);
    } catch (error) {
      throw located(error, site);
    }
  }

  #ask<T>(which: Which, of: Expression, site: CallSite): Output<T> {
    const { project, stack } = this;
    const node: AskExpression = {
      kind: "ask",
      question: { kind: "stack-outputs", project, stack, which },
      of,
      get position() {
        return site.position;
      },
    };
    return outputOf(node);
  }
}

type Which = Extract<Question, { readonly kind: "stack-outputs" }>["which"];

function otherStack(name: unknown): { readonly project: string; readonly stack: string } {
  const settings = currentContext()?.recorder.settings;
  if (settings === undefined) throw new DiagnosticError(noProgram());
  const { project = settings.project, stack } = typeof name === "string" ? parts(name) : checked(name);
  if (project === "") throw new DiagnosticError(wrongName("The project name is empty."));
  if (project === settings.project && stack === ownName(settings))
    throw new DiagnosticError(ownStack(project, stack));
  return { project, stack };
}

/** Splits at the last slash: project names may contain slashes, stack names may not. */
function parts(text: string): { readonly project?: string; readonly stack: string } {
  const slash = text.lastIndexOf("/");
  const stack = printEnvironment(parseEnvironment(text.slice(slash + 1)));
  return slash === -1 ? { stack } : { project: text.slice(0, slash), stack };
}

function checked(name: unknown): { readonly project?: string; readonly stack: string } {
  if (typeof name !== "object" || name === null)
    throw new DiagnosticError(wrongName("The stack name is neither a string nor an object."));
  const { project, stack, namespace } = name as { readonly [key: string]: unknown };
  if (typeof stack !== "string")
    throw new DiagnosticError(wrongName('The property "stack" is not a string.'));
  for (const [key, part] of Object.entries({ project, namespace }))
    if (part !== undefined && typeof part !== "string")
      throw new DiagnosticError(wrongName(`The property ${JSON.stringify(key)} is not a string.`));
  const text = namespace === undefined ? stack : `${stack}:${namespace as string}`;
  return {
    ...(project !== undefined && { project: project as string }),
    stack: printEnvironment(parseEnvironment(text)),
  };
}

function ownName({ stack, namespace }: ProgramSettings): string {
  return printEnvironment({ name: stack, ...(namespace !== undefined && { namespace }) });
}

function wrongName(detail: string): Diagnostic {
  return problem("sdk/wrong-stack-name", {
    detail,
    hint: 'Pass the name of the stack. For a stack of another project, put the project first:\n    new coconut.StackReference("network/prod")',
  });
}

function ownStack(project: string, stack: string): Diagnostic {
  return problem("sdk/own-stack", {
    detail: `The program references the outputs of ${project}/${stack}, the stack that it runs for. They do not exist until the program has run.`,
    hint: "Use the resources of the program directly, or name another stack.",
  });
}

function noProgram(): Diagnostic {
  return problem("sdk/no-program", {
    detail: "new StackReference() was called, but no program is running.",
    hint: "Call it in the program that coco runs, or in the function passed to stack().",
  });
}
