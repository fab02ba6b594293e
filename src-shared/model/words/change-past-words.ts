/** What is kept about a change, said as the past that it is. Moments are written by the face, in its own way. */
import type { LastTry } from '../changes/change.ts';
import type { CauseWords } from './cause-words.ts';
import type { DenyingAnswer, ServiceFault } from '../status/service-fault.ts';

export interface ChangePastWords {
  /** Why the last try came to nothing. A sentence. */
  readonly lastTry: (lastTry: LastTry, moment: (atMs: number) => string) => string;
  /** The answer that denied it. A sentence. */
  readonly denied: (denial: DenyingAnswer, when: string) => string;
  /** Before the reason of a refusal. */
  readonly refused: (when: string) => string;
  /** Before what the last look at a lost answer found. */
  readonly checked: (when: string) => string;
}

/** The service's own words in quotes, after a blank; nothing where it had none. */
export function quotedWords(fault: ServiceFault): string {
  const says = 'serviceSays' in fault ? (fault.serviceSays ?? '') : '';
  return says === '' ? '' : ` (“${says}”)`;
}

/** What stood in the way of a try, other than what `causeWords` has. */
export type Obstacle = Exclude<ServiceFault['kind'], 'unavailable' | 'unknown-outcome'>;

/** The service was not asked: whoever works offline sends nothing. */
export function isUntried(fault: ServiceFault): boolean {
  return fault.kind === 'unavailable' && fault.why === 'working-offline';
}

/** What stood in the way of a try, with the status of the answer where there was one. */
export function obstacleText(
  fault: ServiceFault,
  causes: CauseWords,
  obstacles: Readonly<Record<Obstacle, string>>,
): { readonly what: string; readonly status: number | null } {
  if (fault.kind === 'unavailable') return { what: causes[fault.why].was, status: fault.status };
  if (fault.kind === 'unknown-outcome') {
    return { what: causes['broken-connection'].was, status: null };
  }
  return { what: obstacles[fault.kind], status: fault.kind === 'refused' ? fault.status : null };
}
