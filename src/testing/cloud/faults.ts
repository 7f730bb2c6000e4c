import { CloudError } from "./cloud.js";

export interface CloudFault {
  readonly kind: "refuse" | "lose-request" | "lose-answer" | "hang";
  readonly code: string;
  readonly times: number;
}

/** The faults to inject next, by step. */
export class Faults {
  readonly #faults = new Map<string, CloudFault[]>();
  readonly #hanging = new Map<string, { readonly begun: Gate; readonly released: Gate }>();

  add(step: string, fault: CloudFault): void {
    this.#faults.set(step, [...(this.#faults.get(step) ?? []), fault]);
    if (fault.kind === "hang") this.#hanging.set(step, { begun: gate(), released: gate() });
  }

  clear(): void {
    this.#faults.clear();
  }

  hanging(step: string): Promise<void> {
    return this.#hanging.get(step)!.begun.passed;
  }

  release(step: string): void {
    this.#hanging.get(step)?.released.open();
  }

  /**
   * Runs a request with the fault that is registered for it. `carryOut` receives the error to refuse the request with.
   */
  async around<T>(step: string, carryOut: (refuse: CloudError | undefined) => T): Promise<T> {
    const fault = this.#next(step);
    switch (fault?.kind) {
      case undefined:
        return carryOut(undefined);
      case "refuse":
        return carryOut(new CloudError(fault.code, `The cloud refuses to ${step}.`));
      case "lose-request":
        throw new CloudError(fault.code, `No answer to ${step}.`, { isUncertain: true });
      case "lose-answer":
        carryOut(undefined);
        throw new CloudError(fault.code, `No answer to ${step}.`, { isUncertain: true });
      case "hang": {
        const { begun, released } = this.#hanging.get(step)!;
        begun.open();
        await released.passed;
        return carryOut(undefined);
      }
    }
  }

  #next(step: string): CloudFault | undefined {
    const [first, ...rest] = this.#faults.get(step) ?? [];
    if (first === undefined) return undefined;
    const again = first.times > 1 ? [{ ...first, times: first.times - 1 }] : [];
    this.#faults.set(step, [...again, ...rest]);
    return first;
  }
}

interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
