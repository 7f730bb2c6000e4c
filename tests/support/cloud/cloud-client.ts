import { CloudError, type Cloud } from "../../../src/testing/cloud/cloud.js";

/** A cloud that another process serves; see `serveCloud`. */
export function cloudClient(url: string): Cloud {
  const ask = async (method: keyof Cloud, request: object): Promise<unknown> => {
    const body = JSON.stringify(request);
    let answer: Answer;
    try {
      answer = (await (await fetch(`${url}/${method}`, { method: "POST", body })).json()) as Answer;
    } catch (error) {
      throw new CloudError("ConnectionLost", (error as Error).message, { isUncertain: true });
    }
    if (answer.error === undefined) return answer.answer;
    const { code, message, isUncertain } = answer.error;
    throw new CloudError(code, message, { isUncertain });
  };
  const methods = ["create", "finish", "update", "delete", "read", "find"] as const;
  const entries = methods.map((method) => [method, (request: object) => ask(method, request)]);
  return Object.fromEntries(entries) as Cloud;
}

interface Answer {
  readonly answer: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly isUncertain: boolean };
}
