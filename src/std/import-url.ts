/** Loads a module with Node, for modules that are only known at run time. */
export function importUrl(url: string): Promise<object> {
  return import(url) as Promise<object>;
}
