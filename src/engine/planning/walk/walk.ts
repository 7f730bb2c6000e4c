import type { FailedWalk, WalkedResource } from "../../facts/walked.js";

/** The planning of one resource: its result can be read without waiting once it is there. */
export class Walk {
  result: WalkedResource | FailedWalk | undefined;
  readonly promise: Promise<WalkedResource | FailedWalk>;
  settle!: (result: WalkedResource | FailedWalk) => void;
  fail!: (bug: unknown) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.settle = (result) => {
        this.result ??= result;
        resolve(this.result);
      };
      this.fail = reject;
    });
  }
}
