/** No text that must not be seen stands in what can be seen. */
export function checkSecrets(secrets: Iterable<string>, seen: { readonly [place: string]: string }): void {
  for (const secret of secrets) {
    for (const [place, text] of Object.entries(seen)) {
      if (text.includes(secret)) throw new Error(`The secret ${JSON.stringify(secret)} stands in ${place}.`);
    }
  }
}
