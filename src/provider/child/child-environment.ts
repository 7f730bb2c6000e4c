/**
 * Returns the environment of a child process: the variables that most programs need, and those that the caller adds.
 * Nothing else is inherited. In particular not `COCONUT_*`, which may decrypt the secrets of a stack, nor
 * `NODE_OPTIONS`, which would load code into the child.
 */
export function childEnvironment(
  added: Readonly<Record<string, string | undefined>> = {},
  own: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(([name]) => inherited.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...added };
}

/**
 * Returns the environment of a child process that is configured by any variables, such as a provider that reads its
 * credentials from them: the environment of this process, without `COCONUT_*` and `NODE_OPTIONS`.
 */
export function wholeEnvironment(
  added: Readonly<Record<string, string | undefined>> = {},
  own: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(([name]) => !/^(?:COCONUT_.*|NODE_OPTIONS)$/i.test(name));
  return { ...Object.fromEntries(kept), ...added };
}

const inherited: ReadonlySet<string> = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  // Network settings.
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
  // Programs on Windows do not start without these.
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATHEXT",
  "PROGRAMDATA",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "USERPROFILE",
  "WINDIR",
]);
