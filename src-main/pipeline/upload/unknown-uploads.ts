/**
 * The uploads of one run whose results are unknown: they count as spent until evidence says otherwise. Where the answers
 * say that the service is not reached this way at all, only a few are sent before that is known.
 */
import type { Received } from '../../../src-shared/model/files/file-view.ts';
import { denialIn } from '../../../src-shared/model/files/upload-evidence.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { Clock } from '../../platform/clock.ts';
import { unreachedFault } from '../common/refusal.ts';

/** Uploads to a service that is not reached this way, before the first of them is checked. */
const MOST_UNREACHED = 4;
/** By then the check of a denial is over, or needs so long that the others do not wait for it. */
const UNREACHED_WAIT_MS = 30 * SECOND_MS;

export function makeUnknownUploads({ clock }: { readonly clock: Clock }) {
  const credits = new Map<string, number>();
  /** Until when each holds up the others, on the steady clock. */
  const unreached = new Map<string, number>();

  function holdsUntilMs(): number | null {
    for (const [id, untilMs] of unreached) {
      if (untilMs <= clock.monotonicMs()) unreached.delete(id);
    }
    const [first] = unreached.values();
    return unreached.size < MOST_UNREACHED ? null : (first ?? null);
  }

  return {
    add({ id, estimatedCredits }: UploadJobRow, received: Received | null): void {
      credits.set(id, estimatedCredits);
      const denial = denialIn(received);
      if (denial === null || unreachedFault(denial) === null) return;
      unreached.set(id, clock.monotonicMs() + UNREACHED_WAIT_MS);
    },
    /** It was neither recorded nor charged. False for an upload of another run. */
    remove(id: string): boolean {
      unreached.delete(id);
      return credits.delete(id);
    },
    credits: (): number => [...credits.values()].reduce((sum, each) => sum + each, 0),
    /** Until when no further upload begins, on the steady clock; null: one may. */
    holdsUntilMs,
  };
}
