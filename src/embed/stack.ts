import type { Stack, StackOptions } from "../operations/stack/index.js";

/**
 * Opens a stack in this process, to use the engine as a library. Several stacks can be open at the same time.
 *
 * ```ts
 * const dev = await coconut.stack({ project: "shop", name: "dev", program: () => ({ url: new Site("front").url }) });
 * const plan = await dev.plan();
 * console.log(plan.text());
 * const run = await plan.apply();
 * ```
 */
export async function stack(options: StackOptions): Promise<Stack> {
  const { openStack } = await import("../operations/stack/index.js");
  return openStack(options);
}
