/**
 * The environment for a process that this one starts, without the variables that begin so: those which are meant for
 * this one alone, such as what opens its secrets.
 */
export function environmentWithout(
  prefix: string,
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith(prefix)));
}
