/**
 * For changes that cost nothing and may be repeated: an answer that was lost is looked for once, and what is found to
 * be done counts as done. Nothing is ever sent a second time from here.
 */
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';

/** `isDone` reads; when it cannot, the answer stays lost. */
export async function settleByReading(
  answer: Result<unknown, ServiceFault>,
  isDone: () => Promise<Result<boolean, CoreFault>>,
): Promise<Result<null, CoreFault>> {
  if (answer.ok) return ok(null);
  if (answer.fault.kind !== 'unknown-outcome') return answer;
  const seen = await isDone();
  return seen.ok && seen.value ? ok(null) : answer;
}
