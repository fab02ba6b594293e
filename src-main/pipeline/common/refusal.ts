/** The state of a file after the service refused something about it, or denied its upload. Pure. */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { Denial } from '../../../src-shared/model/files/file-view.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  isRefusal,
  mayBeOfOneThing,
  refusalOf,
  type ServiceFault,
  statusOfRefusal,
} from '../../../src-shared/model/status/service-fault.ts';
import type { FilePatch } from '../../db/files/file-repository.ts';
import type { RenewedBy } from './stage.ts';

/** The state and its details. The service's own message is kept: user interfaces show it. */
export function refusedState(fault: ServiceFault): readonly [FileState, FilePatch] {
  const message = 'serviceSays' in fault ? fault.serviceSays : null;
  switch (fault.kind) {
    case 'too-large':
    case 'not-found':
      return ['failed', { message: message ?? fault.kind }];
    case 'forbidden':
      return ['held', { hold: 'permission', message }];
    case 'refused':
      // A hold without a message is our own: the balance does not cover it.
      if (fault.status === 402) return ['held', { hold: 'credits', message: message ?? '' }];
      return ['held', { hold: 'refusal', message }];
    case 'not-signed-in':
      return ['held', { hold: 'signed_out', message }];
    case 'throttled':
    case 'unavailable':
    case 'not-the-service':
    case 'unknown-outcome':
      return ['held', { hold: 'server', message }];
    default:
      return assertNever(fault);
  }
}

/** The denied upload would be taken at another moment, or by another session. */
const LATER: ReadonlySet<number> = new Set([401, 425, 429]);

/** Why the service is not reached this way, by a denial that came from something on the way to it; null: it is reached. */
export function unreachedFault({ status, isPage }: Denial): ServiceFault | null {
  if (status < 400) return { kind: 'not-the-service', what: 'redirect' };
  if (isPage || status === 511) return { kind: 'not-the-service', what: 'html' };
  if (status < 500) return null;
  return { kind: 'unavailable', why: 'server-error', status, retryAfterMs: null };
}

/**
 * The state of a file whose upload was denied, once there is evidence that it was neither recorded nor charged. Null: it
 * may be sent again.
 */
export function stateAfterDenial(denial: Denial): readonly [FileState, FilePatch] | null {
  const { status, serviceSays } = denial;
  if (LATER.has(status)) return null;
  if (unreachedFault(denial) === null) return refusedState(refusalOf(status, serviceSays));
  return ['held', { hold: 'server', message: writeWaitNote({ waits: 'not-carried-out', status }) }];
}

/**
 * The hold of a file whose earlier try broke and whose list the service refuses to show: nothing is sent again before
 * that list was checked.
 */
export function heldForList(fault: ServiceFault): FilePatch {
  const message = listNote('list-refused', fault);
  return { hold: fault.kind === 'forbidden' ? 'permission' : 'refusal', message };
}

/** What the service answered when a list was asked for; null: the list was read, and does not show the file. */
export function listNote(
  waits: 'list-refused' | 'record-unseen',
  fault: ServiceFault | null,
): string {
  const refusal = fault !== null && isRefusal(fault) ? fault : null;
  const status = refusal === null ? null : statusOfRefusal(refusal);
  return writeWaitNote({ waits, status, says: refusal?.serviceSays ?? null });
}

// Counts attempts at one upload, or at one check, that made no progress, so that a file which always breaks
// the connection does not do so for ever. Faults that say nothing about the file, such as an unreachable
// service, do not count.

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
