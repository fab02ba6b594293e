import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Audits } from './audits.ts';

/** SHA-256 of the complete list of an audit: of its whole CSV, as it is saved. */
export async function listDigest(
  runId: string,
  audits: Pick<Audits, 'export'>,
): Promise<Result<string, CoreFault>> {
  const hash = createHash('sha256');
  for (let from: number | null = 0; from !== null;) {
    const piece: ReturnType<Audits['export']> = audits.export(runId, 'csv', from);
    if (!piece.ok) return piece;
    hash.update(piece.value.text);
    from = piece.value.next;
    await setImmediate(); // others want the database too
  }
  return ok(hash.digest('hex'));
}
