import Module from "node:module";
import { runOutside } from "../../sdk/internal.js";
import { offerCompiledFunctions } from "../compile/compiled-functions.js";
import { loader } from "../compile/instrument/index.js";
import type { ModuleTextSettings } from "../compile/module-texts.js";
import { ModuleHooks, type LoadedSource } from "./module-hooks.js";

/**
 * Makes Node instrument modules while it loads them in place: packages that use Coconut and, depending on the settings,
 * the author's own modules, including TypeScript. ES modules go through Node's hooks, which run on a separate thread in
 * Node 20. CommonJS goes through its compile function, which is the same in all versions.
 */
export async function hookModules(settings: ModuleTextSettings): Promise<void> {
  offerCompiledFunctions();
  const hooks = new ModuleHooks(settings);
  if (node.registerHooks === undefined) {
    node.register(new URL("../program/register/hooks.js", loader).href, { data: settings });
  } else {
    node.registerHooks(hooksHere(hooks));
  }
  hookCommonJs(hooks);
}

interface SyncHooks {
  resolve(
    specifier: string,
    context: { readonly parentURL?: string | undefined },
    next: (specifier: string, context?: object) => object,
  ): object;
  load(url: string, context: object, next: (url: string, context?: object) => LoadedSource): object;
}

interface CompilingModule {
  _compile(this: object, text: string, file: string, format?: string, ...rest: unknown[]): unknown;
}

const node = Module as unknown as {
  readonly prototype: CompilingModule;
  readonly register: (specifier: string, options: { data: ModuleTextSettings }) => void;
  /** Available in Node 22.15 and later. */
  readonly registerHooks?: (hooks: SyncHooks) => void;
};

function hooksHere(hooks: ModuleHooks): SyncHooks {
  return {
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        return next(hooks.specifierAfter(error, specifier, context.parentURL), context);
      }
    },
    load(url, context, next) {
      const compiled = hooks.compiled(url);
      if (compiled !== undefined) return { ...compiled, shortCircuit: true };
      const loaded = next(url, context);
      const source = hooks.module(url, loaded);
      return source === undefined ? loaded : { ...loaded, source };
    },
  };
}

/** Hooks CommonJS. A package that is required late belongs to no program either. */
function hookCommonJs(hooks: ModuleHooks): void {
  const { prototype } = node;
  // An internal name of Node, as old as `require`.
  // oxlint-disable-next-line no-underscore-dangle
  const compile = prototype._compile;
  // oxlint-disable-next-line no-underscore-dangle
  prototype._compile = function (text, file, format, ...rest) {
    const kind = hooks.kindOf(file);
    if (kind === undefined) return compile.call(this, text, file, format, ...rest);
    const instrumented = hooks.required(file, text, format);
    const run = () => compile.call(this, instrumented, file, format, ...rest);
    return kind === "package" ? runOutside(run) : run();
  };
}
