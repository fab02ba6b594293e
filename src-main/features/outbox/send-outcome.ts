/** What the end of a paid exchange means for its change. Pure. When in doubt, it may have been carried out. */
import type { ChangeEvent } from '../../../src-shared/model/changes/next-change.ts';
import { assertNever, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';

export function eventOfAnswer(answer: Result<'done', ServiceFault>, atMs: number): ChangeEvent {
  if (answer.ok) return { type: 'answered', atMs };
  const { fault } = answer;
  switch (fault.kind) {
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
      return { type: 'refused', cause: { kind: 'service', fault }, atMs };
    // 401 and 429 are given before anything is carried out, and `unavailable` says of a paid call that no connection stood.
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
      return { type: 'not-sent', fault };
    // Whatever wrote the page may have passed the request on before.
    case 'not-the-service':
    case 'unknown-outcome':
      return { type: 'answer-lost', atMs };
    default:
      return assertNever(fault);
  }
}
