import type { Result } from '../../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { ReadMode } from '../../../../src-shared/bridge/call.ts';
import { CommandFault } from '../exit-code.ts';

/** The service has answered, with a no: an old copy is no answer to that. */
const ANSWERS: ReadonlySet<CoreFault['kind']> = new Set(['forbidden', 'not-found']);

/** What the service shows now; where it does not answer in time, this computer's copy with the reason. Throws `CommandFault` when there is neither. */
export async function freshOrKept<Value>(
  read: (mode: ReadMode) => Promise<Result<Value, CoreFault>>,
): Promise<{ readonly value: Value; readonly fault: CoreFault | null }> {
  const fresh = await read('fresh');
  if (fresh.ok) return { value: fresh.value, fault: null };
  const { fault } = fresh;
  if (ANSWERS.has(fault.kind)) throw new CommandFault(fault);
  const kept = await read('at-once');
  if (!kept.ok) throw new CommandFault(fault);
  return { value: kept.value, fault };
}
