/**
 * What waits for a yes, what it costs, and the yes itself. Agreeing is durable and spends nothing: the engine's run
 * finds what was agreed to, also after a restart. Never more is agreed to than the sum a person saw.
 */
import type { Offered, SpendOffer } from '../../src-shared/bridge/file-calls.ts';
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileRow, FileScope } from '../state/file-repository.ts';
import type { State } from '../state/state.ts';
import { makeFileDesk } from '../sync/file-desk.ts';
import { eachIn } from '../sync/recover.ts';
import { isPaidFor } from './standing-policy.ts';

export type SpendOffers = ReturnType<typeof makeSpendOffers>;

export function makeSpendOffers({
  state,
  clock,
}: {
  readonly state: State;
  readonly clock: Clock;
}) {
  const nowMs = () => clock.nowMs();
  const desk = makeFileDesk(state, { nowMs, announce: () => undefined });

  /** Ready files that do not go by themselves, and new versions of notarized ones, which never do. */
  function waiting(which: Offered): readonly FileRow[] {
    const rows = [...eachIn(state, ['ready', 'changed'], scopeOf(which))];
    return rows.filter(
      (row) => row.contentId !== null && (row.state === 'changed' || !isPaidFor(row, state)),
    );
  }

  function offerOf(rows: readonly FileRow[]): SpendOffer {
    const places = new Set<string>();
    let [bytes, credits, changedFiles, isExact] = [0, 0, 0, true];
    for (const row of rows) {
      bytes += row.sizeBytes;
      if (row.state === 'changed') changedFiles += 1;
      const { projectId, visibility } = desk.assignmentOf(row);
      const place = [row.contentId, visibility, projectId].join(' ');
      if (places.has(place)) continue;
      places.add(place);
      const price = desk.priceOf(row);
      credits += price.credits;
      isExact &&= price.isExact;
    }
    return { files: rows.length, bytes, credits, isExact, changedFiles };
  }

  function agreeTo(row: FileRow): void {
    const { id: fileId, contentId } = row;
    if (contentId === null) throw new Error(`file ${fileId} has no fingerprint`);
    state.approvals.give({ fileId, what: 'review', contentId, givenAtMs: nowMs() });
    if (row.state === 'ready') return;
    desk.decide(state.files.move(row, 'changed', { approvedContentId: contentId }));
  }

  return {
    offer: (which: Offered): SpendOffer => offerOf(waiting(which)),

    /** `credits`: the sum that was on screen. All of it or nothing. */
    agree(which: Offered, credits: number): Result<SpendOffer, CoreFault> {
      return state.transaction(() => {
        const rows = waiting(which);
        const offer = offerOf(rows);
        if (offer.credits > credits) {
          const agreedCredits = credits;
          return fail({ kind: 'dearer-than-agreed', credits: offer.credits, agreedCredits });
        }
        for (const row of rows) agreeTo(row);
        return ok(offer);
      });
    },
  };
}

function scopeOf(which: Offered): FileScope {
  if (which === null) return {};
  return 'folderId' in which
    ? { folderId: Number(which.folderId) }
    : { fileIds: which.fileIds.map(Number) };
}
