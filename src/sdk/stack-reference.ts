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

/** Which other stack; the project is one's own unless said. */
export interface StackName {
  readonly project?: string;
  readonly stack: string;
  readonly namespace?: string;
}

/**
 * Another stack of the same store, for what its program exports. Its secrets stay secret; a resource among its
 * outputs is known by its id, a component by its URN. It is read when a plan is made and again when that is
 * applied; nothing of it is locked or changed.
 *
 * ```ts
 * const network = new coconut.StackReference<{ subnet: string }>("network/prod");
 * const subnet = network.requireOutput("subnet"); // Output<string>
 * ```
 *
 * The text is `stack`, `stack:namespace`, or either with the project and a slash before it.
 */
export class StackReference<Outputs extends object = { readonly [name: string]: unknown }> {
  readonly project: string;
  /** With its namespace: `staging:acmecorp`. */
  readonly stack: string;
  /** All of them; one that is not there is absent. */
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

  /** An output that may be absent. */
  getOutput<Name extends keyof Outputs & string>(
    name: Input<Name>,
  ): Output<PlainShape<Outputs[Name]> | undefined> {
    return this.#one("optional", name, this.getOutput);
  }

  /** An output that must be there: if it is not, the plan is refused, with the names of those that are. */
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
  if (project === "") throw new DiagnosticError(wrongName("The project has no name."));
  if (project === settings.project && stack === ownName(settings))
    throw new DiagnosticError(ownStack(project, stack));
  return { project, stack };
}

/** Names of stacks hold no slash; those of projects may. */
function parts(text: string): { readonly project?: string; readonly stack: string } {
  const slash = text.lastIndexOf("/");
  const stack = printEnvironment(parseEnvironment(text.slice(slash + 1)));
  return slash === -1 ? { stack } : { project: text.slice(0, slash), stack };
}

function checked(name: unknown): { readonly project?: string; readonly stack: string } {
  if (typeof name !== "object" || name === null)
    throw new DiagnosticError(wrongName("It is neither text nor an object."));
  const { project, stack, namespace } = name as { readonly [key: string]: unknown };
  if (typeof stack !== "string") throw new DiagnosticError(wrongName("It has no text under stack."));
  for (const [key, part] of Object.entries({ project, namespace }))
    if (part !== undefined && typeof part !== "string")
      throw new DiagnosticError(wrongName(`What is under ${key} is no text.`));
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
    hint: 'Name the stack, and before it its project if that is another:\n    new coconut.StackReference("network/prod")',
  });
}

function ownStack(project: string, stack: string): Diagnostic {
  return problem("sdk/own-stack", {
    detail: `The program refers to the outputs of ${project}/${stack}, which is the stack that it runs for. They are what it is about to make.`,
    hint: "Use the resources of the program themselves, or name another stack.",
  });
}

function noProgram(): Diagnostic {
  return problem("sdk/no-program", {
    detail: "new StackReference() ran, but no program is being evaluated.",
    hint: "Make it in the program that coco runs, or in the function given to stack().",
  });
}
