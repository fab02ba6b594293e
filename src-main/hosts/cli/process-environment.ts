/** What the command line gets from the process it runs in; a test gives its own. */
import os from 'node:os';
import path from 'node:path';
import type { CoreSettings } from '../../app/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import { NoHome, UsageError } from './exit-code.ts';

export interface ProcessEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborted when the person interrupts. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** The documented variables, for the manual. */
export const VARIABLES: Readonly<Record<string, string>> = {
  LABSEAL_HOME: "The data folder. Default: the system's folder for data of applications.",
  LABSEAL_SERVER: 'Address of the service, where --server is not given.',
  LABSEAL_EMAIL: 'E-mail address for signing in, where --email is not given.',
  LABSEAL_TOKEN_STORE:
    'Where your sign-in is kept: keychain (default), memory, or file, which is unprotected.',
  NO_COLOR: 'Headings are not bold. Labseal uses no colours.',
  'HTTPS_PROXY, ALL_PROXY, NO_PROXY':
    'The HTTP proxy to the service, and hosts to reach without it; in small letters too, as curl reads them.',
  NODE_EXTRA_CA_CERTS: 'A file with certificates of authorities to trust as well.',
};

const TOKEN_STORES = ['keychain', 'memory', 'file'] as const;

/** Reads the documented environment variables. Throws `UsageError` for an invalid value. */
export function readSettings(env: ProcessEnvironment['env']): CoreSettings {
  const tokenStore = TOKEN_STORES.find(
    (name) => name === (env['LABSEAL_TOKEN_STORE'] ?? 'keychain'),
  );
  if (tokenStore === undefined) {
    throw new UsageError(`LABSEAL_TOKEN_STORE must be one of ${TOKEN_STORES.join(', ')}.`);
  }
  return {
    dataFolder: path.resolve(filled(env['LABSEAL_HOME']) ?? defaultDataFolder(env)),
    server: filled(env['LABSEAL_SERVER']),
    tokenStore,
    network: {
      httpsProxy: readProxyVariable(env, 'HTTPS_PROXY') ?? readProxyVariable(env, 'ALL_PROXY'),
      noProxy: readProxyVariable(env, 'NO_PROXY')?.text ?? null,
      authoritiesFile: filled(env['NODE_EXTRA_CA_CERTS']),
    },
  };
}

/** As curl reads it: in small letters first; an empty one counts as absent. Null: absent. */
export function readProxyVariable(
  env: ProcessEnvironment['env'],
  name: string,
): { readonly variable: string; readonly text: string } | null {
  for (const variable of [name.toLowerCase(), name]) {
    const text = filled(env[variable]);
    if (text !== null) return { variable, text };
  }
  return null;
}

/** Where programs keep their data on this kind of computer. */
function defaultDataFolder(env: ProcessEnvironment['env']): string {
  const home = homeFolder();
  if (process.platform === 'win32') {
    return path.join(filled(env['APPDATA']) ?? path.join(home, 'AppData', 'Roaming'), 'Labseal');
  }
  if (process.platform === 'darwin') {
    return path.join(home, 'Library', 'Application Support', 'Labseal');
  }
  return path.join(filled(env['XDG_DATA_HOME']) ?? path.join(home, '.local', 'share'), 'labseal');
}

/** Where the system knows of none, no folder is guessed. */
function homeFolder(): string {
  try {
    return os.homedir();
  } catch {
    throw new NoHome();
  }
}

function filled(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value;
}
