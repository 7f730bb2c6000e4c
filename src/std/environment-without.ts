/**
 * Returns the environment for a child process, without the variables with this prefix. Such variables are for this
 * process only, for example those that unlock its secrets.
 */
export function environmentWithout(
  prefix: string,
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith(prefix)));
}
