/**
 * Counts attempts at one upload, or at one check, that made no progress, so that a file which always breaks the
 * connection does not do so for ever. Faults that say nothing about the file, such as an unreachable service, do not
 * count.
 */
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import {
  mayBeOfOneThing,
  type ServiceFault,
} from '../../../src-shared/model/status/service-fault.ts';
import type { FilePatch } from '../../db/files/file-repository.ts';
import type { RenewedBy } from './stage.ts';

const MOST_FAILED_ATTEMPTS = 8;

/** The hold of a file whose attempts led nowhere. */
export const NO_PROGRESS: FilePatch = {
  hold: 'server',
  message: writeWaitNote({ waits: 'no-progress', tries: MOST_FAILED_ATTEMPTS }),
};

export function makeFailedAttempts() {
  const byId = new Map<number, { readonly tries: number; readonly confirmedBytes: number }>();
  return {
    /**
     * Counts an attempt that ended with this fault; `confirmedBytes` is what the service has. True when it was one too
     * many, and from then on for every further one without progress.
     */
    failed(id: number, fault: ServiceFault, confirmedBytes: number) {
      // A page instead of an answer may be meant for this content alone: some proxies read what passes.
      if (!mayBeOfOneThing(fault)) return false;
      const before = byId.get(id) ?? { tries: 0, confirmedBytes: 0 };
      const tries = confirmedBytes > before.confirmedBytes ? 0 : before.tries + 1;
      byId.set(id, { tries, confirmedBytes });
      return tries >= MOST_FAILED_ATTEMPTS;
    },
    /** A person wants all of them tried again; a round of the clock allows one more attempt each. */
    renew(by: RenewedBy) {
      if (by === 'person') byId.clear();
    },
  };
}
