/** One row of `labseal doctor`: what was found, and the exact repair where one is needed. */

export const VERDICTS = ['ok', 'warning', 'problem', 'unchecked'] as const;
/** `warning`: it works, with a limit. `problem`: a person has to do something. `unchecked`: it could not be looked at. */
export type Verdict = (typeof VERDICTS)[number];

export interface Finding {
  readonly verdict: Verdict;
  readonly found: string;
  /** What to do; null: nothing. */
  readonly repair: string | null;
  /** A command to copy that does it, or helps to; null: there is none. */
  readonly command: string | null;
}

export function passed(found: string): Finding {
  return { verdict: 'ok', found, repair: null, command: null };
}

export function unchecked(found: string, repair: string | null = null): Finding {
  return { verdict: 'unchecked', found, repair, command: null };
}

export interface Repair {
  readonly repair: string;
  readonly command?: string | null;
}

export function warning(found: string, { repair, command = null }: Repair): Finding {
  return { verdict: 'warning', found, repair, command };
}

export function problem(found: string, { repair, command = null }: Repair): Finding {
  return { verdict: 'problem', found, repair, command };
}

/** Sets an environment variable for the commands that follow in the same terminal. */
export function setVariable(name: string, value: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `set "${name}=${value}"` : `export ${name}=${value}`;
}

export function unsetVariable(name: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `set "${name}="` : `unset ${name}`;
}
