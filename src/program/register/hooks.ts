import type { LoadHook, ResolveHook } from "node:module";
import type { ModuleTextSettings } from "../compile/module-texts.js";
import { ModuleHooks } from "./module-hooks.js";

/** The hooks on Node 20's separate hook thread. Later versions run them in the thread of the program. */
let hooks: ModuleHooks;

export function initialize(settings: ModuleTextSettings): void {
  hooks = new ModuleHooks(settings);
}

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    return nextResolve(hooks.specifierAfter(error, specifier, context.parentURL), context);
  }
};

export const load: LoadHook = async (url, context, nextLoad) => {
  const compiled = hooks.compiled(url);
  if (compiled !== undefined) return { ...compiled, shortCircuit: true };
  const loaded = await nextLoad(url, context);
  const source = hooks.module(url, loaded);
  return source === undefined ? loaded : { ...loaded, source };
};
