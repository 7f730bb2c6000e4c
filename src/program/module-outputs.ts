/** What a module exports, as the outputs of a stack: functions and classes are none. */
export function moduleOutputs(exports: object): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(exports).filter(([name, value]) => typeof value !== "function" && name !== "__esModule"),
  );
}
