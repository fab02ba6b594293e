import type { Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Session } from '../session/session.ts';

/**
 * Before a form, which cannot ask by itself: where the token has ended by this computer's clock alone, `read` asks the
 * service, whose answer shows its time. A fault: nothing can be sent.
 */
export async function settleSession(
  session: Pick<Session, 'state' | 'token'>,
  read: () => Promise<Result<unknown, ServiceFault>>,
): Promise<ServiceFault | null> {
  if (session.token() !== null) return null; // asking for it tells whether it has ended since the last time
  const current = session.state();
  if (current.state !== 'withheld' || current.why.by !== 'clock') return null;
  const answer = await read();
  return answer.ok ? null : answer.fault;
}
