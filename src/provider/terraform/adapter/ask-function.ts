import {
  ephemeralOf,
  secretTextsIn,
  type Diagnostic,
  type Value,
  type ValueObject,
} from "../../../model/index.js";
import { isCtyObject, type CtyObject } from "../../../terraform/cty/index.js";
import {
  configurationOf,
  parameterBlock,
  programValues,
  resultBlock,
  secretTextsOf,
  type Block,
  type Marks,
} from "../../../terraform/schema/index.js";
import type { InvokeRequest, ProviderCall, Rejected, Returned } from "../../contract/index.js";
import { problem } from "../diagnostics.js";
import type { Answer, CallContext, ProviderClient } from "../protocol/index.js";
import { ask } from "./calls.js";
import { argumentsOf } from "./function-arguments.js";
import { errorsOf, inputProblems, rejected } from "./problems.js";
import { bytesOf, hide, valueOf, type ProviderSession } from "./session.js";

/**
 * The functions of a provider in programs: `tf_aws:data:aws_ami` reads a data source, `tf_aws:fn:arn_parse` calls a function,
 * `tf_vault:ephemeral:vault_token` opens an ephemeral resource.
 */
export interface FunctionToken {
  readonly kind: "data" | "fn" | "ephemeral";
  readonly name: string;
}

export function functionToken(packageName: string, token: string): FunctionToken | undefined {
  const [name, kind, rest, more] = token.split(":");
  const isKind = kind === "data" || kind === "fn" || kind === "ephemeral";
  return name === packageName && isKind && rest !== undefined && more === undefined
    ? { kind, name: rest }
    : undefined;
}

/** The ephemeral resources that were opened, to be closed with the provider. */
export type OpenedResources = { readonly type: string; readonly private: Uint8Array }[];

/** Calls a function of the provider. Has no effects, except that an ephemeral resource stays open until the provider is closed. */
export async function askFunction(
  session: ProviderSession,
  call: ProviderCall,
  { token, inputs }: InvokeRequest,
  opened: OpenedResources,
): Promise<Returned | Rejected> {
  const named = functionToken(session.name, token);
  const asked = named && questions[named.kind](session, named.name, opened);
  if (asked === undefined) return rejected(noFunction(session, token));
  const { parameters, result, send } = asked;
  const configured = configurationOf(parameters, inputs);
  if (configured.kind === "faults") return rejected(...inputProblems(token, configured.faults, { call }));
  hide(session, secretTextsOf(parameters, configured.value, configured.marks));
  return ask(session, call, token, async (client, context) => {
    const answer = await send(client, configured.value, context);
    const errors = errorsOf(session, answer.diagnostics, { call, block: parameters });
    if (errors.length > 0) return rejected(...errors);
    const value = answer.value();
    if (!isCtyObject(value)) return rejected(noResult(session, token));
    const outputs = marked(asked, programValues(result, value, marksOfResult(configured.marks, asked)));
    hide(session, secretTextsIn([outputs]));
    return { kind: "returned", outputs };
  });
}

/** How one function is called: the blocks of its arguments and its result, and the calls. */
interface Question {
  readonly parameters: Block;
  readonly result: Block;
  readonly isEphemeral?: true;
  readonly send: (client: ProviderClient, value: CtyObject, context: CallContext) => Promise<Sent>;
}

interface Sent extends Answer {
  readonly value: () => ReturnType<typeof valueOf>;
}

type Ask = (session: ProviderSession, name: string, opened: OpenedResources) => Question | undefined;

const questions: Readonly<Record<FunctionToken["kind"], Ask>> = {
  data({ schema }, type) {
    const block = schema.dataSource(type)?.block;
    return (
      block && {
        parameters: block,
        result: block,
        async send(client, value, context) {
          const config = bytesOf(block.type, value);
          const checked = await client.validateData({ type, config }, context);
          if (hasError(checked)) return unsent(checked);
          const { state, diagnostics } = await client.readData({ type, config }, context);
          return {
            diagnostics: [...checked.diagnostics, ...diagnostics],
            value: () => valueOf(block.type, state),
          };
        },
      }
    );
  },
  ephemeral({ schema }, type, opened) {
    const block = schema.ephemeral(type)?.block;
    return (
      block && {
        parameters: block,
        result: block,
        isEphemeral: true,
        async send(client, value, context) {
          const config = bytesOf(block.type, value);
          const checked = await client.validateEphemeral({ type, config }, context);
          if (hasError(checked)) return unsent(checked);
          const answer = await client.openEphemeral({ type, config }, context);
          if (!hasError(answer)) opened.push({ type, private: answer.private });
          return { diagnostics: answer.diagnostics, value: () => valueOf(block.type, answer.result) };
        },
      }
    );
  },
  fn({ schema }, name) {
    const signature = schema.functions.get(name);
    if (signature === undefined) return undefined;
    const result = resultBlock(signature);
    return {
      parameters: parameterBlock(signature),
      result,
      async send(client, value, context) {
        const answer = await client.callFunction({ name, arguments: argumentsOf(signature, value) }, context);
        const { type } = result.attributes.get("result")!;
        return {
          diagnostics: answer.diagnostics,
          value: () => new Map([["result", valueOf(type, answer.result)]]),
        };
      },
    };
  },
};

function hasError({ diagnostics }: Answer): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

function unsent({ diagnostics }: Answer): Sent {
  return { diagnostics, value: () => null };
}

/** The result of a data source repeats its configuration, so secret arguments stay secret in it. */
function marksOfResult(marks: Marks, { parameters, result }: Question): Marks {
  return parameters === result ? marks : {};
}

function marked({ isEphemeral }: Question, outputs: ValueObject): ValueObject {
  if (isEphemeral !== true) return outputs;
  const parts: { [name: string]: Value } = {};
  for (const [name, value] of Object.entries(outputs))
    parts[name] = value === null ? null : ephemeralOf(value);
  return parts;
}

/** Closes the ephemeral resources that were opened. Errors are ignored: the provider is about to end. */
export async function closeOpened({ client }: ProviderSession, opened: OpenedResources): Promise<void> {
  await Promise.allSettled(opened.splice(0).map((each) => client.closeEphemeral(each)));
}

function noFunction({ title, schema }: ProviderSession, token: string): Diagnostic {
  const known = [...schema.dataSourceTypes(), ...schema.functions.keys(), ...schema.ephemeralTypes()];
  return problem("provider/terraform-refused", {
    detail: `${title} has no function ${token}.`,
    hint:
      known.length === 0
        ? "It has no functions and no data sources."
        : `It has: ${known.slice(0, 20).join(", ")}.`,
  });
}

function noResult({ title }: ProviderSession, token: string): Diagnostic {
  return problem("provider/terraform-answer", {
    detail: `${title} returned no result from ${token}, and no error.`,
    hint: "This is a bug in the provider. Report it to its authors.",
  });
}
