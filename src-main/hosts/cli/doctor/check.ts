/** One row of `labseal doctor`: what was found, and the exact repair where one is needed. */

export const VERDICTS = ['ok', 'warning', 'problem', 'unchecked'] as const;
/** `warning`: it works, with a limit. `problem`: a person has to do something. `unchecked`: it could not be looked at. */
export type Verdict = (typeof VERDICTS)[number];

export interface Check {
  /** The same in every version: scripts read it. */
  readonly check: string;
  readonly verdict: Verdict;
  readonly found: string;
  /** What to do; null: nothing. */
  readonly repair: string | null;
  /** A command to copy that does it, or helps to; null: there is none. */
  readonly command: string | null;
}

export function passed(check: string, found: string): Check {
  return { check, verdict: 'ok', found, repair: null, command: null };
}

export function unchecked(check: string, found: string, repair: string | null = null): Check {
  return { check, verdict: 'unchecked', found, repair, command: null };
}

export interface Repair {
  readonly repair: string;
  readonly command?: string;
}

export function warning(check: string, found: string, { repair, command = '' }: Repair): Check {
  return { check, verdict: 'warning', found, repair, command: command || null };
}

export function problem(check: string, found: string, { repair, command = '' }: Repair): Check {
  return { check, verdict: 'problem', found, repair, command: command || null };
}

/** Sets an environment variable for the commands that follow in the same terminal. */
export function setVariable(name: string, value: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `set "${name}=${value}"` : `export ${name}=${value}`;
}

export function unsetVariable(name: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `set "${name}="` : `unset ${name}`;
}
