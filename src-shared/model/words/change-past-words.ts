/** What is kept about a change, said as the past that it is. Moments are written by the face, in its own way. */
import type { LastTry } from '../changes/change.ts';
import type { CauseWords } from './cause-words.ts';
import type { ServiceFault } from '../status/service-fault.ts';

export interface ChangePastWords {
  /** Why the last try did not leave this computer. A sentence. */
  readonly lastTry: (lastTry: LastTry, moment: (atMs: number) => string) => string;
  /** Before the reason of a refusal. */
  readonly refused: (when: string) => string;
  /** Before what the last look at a lost answer found. */
  readonly checked: (when: string) => string;
}

/** What stood in the way of a try, other than what `causeWords` has. */
export type Obstacle = Exclude<ServiceFault['kind'], 'unavailable' | 'unknown-outcome'>;

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
