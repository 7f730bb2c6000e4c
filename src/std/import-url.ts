/** Has Node load a module; for all that is not known before. */
export function importUrl(url: string): Promise<object> {
  return import(url) as Promise<object>;
}
