import type { LoadHook, ResolveHook } from "node:module";
import type { ModuleTextSettings } from "../compile/module-texts.js";
import { ModuleHooks } from "./module-hooks.js";

/** The hooks on the thread that Node 20 has for them; later versions have them where the program runs. */
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
