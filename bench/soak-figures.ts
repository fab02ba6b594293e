/** What a process holds right now, as the system sees it. Known on Linux only; null elsewhere, and when it is gone. */
import fs from 'node:fs';

export interface Holdings {
  readonly residentBytes: number;
  readonly openFiles: number;
  readonly threads: number;
}

export function holdingsOf(pid: number): Holdings | null {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    return {
      residentBytes: number('VmRSS') * 1_024,
      openFiles: fs.readdirSync(`/proc/${pid}/fd`).length,
      threads: number('Threads'),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
