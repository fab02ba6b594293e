/** The state of a file after the service refused something about it. Pure. */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { FilePatch } from '../../db/files/file-repository.ts';

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
      return ['held', { hold: fault.status === 402 ? 'credits' : 'refusal', message }];
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

/**
 * The hold of a file whose earlier try broke and whose list the service refuses to show: nothing is sent again before
 * that list was checked.
 */
export function heldForList(fault: ServiceFault): FilePatch {
  const says = 'serviceSays' in fault ? fault.serviceSays : null;
  const message = writeWaitNote({ waits: 'list-refused', status: statusOf(fault), says });
  return { hold: fault.kind === 'forbidden' ? 'permission' : 'refusal', message };
}

/** The status of a refusal; null for what is none. */
function statusOf(fault: ServiceFault): number | null {
  switch (fault.kind) {
    case 'forbidden':
      return 403;
    case 'not-found':
      return 404;
    case 'too-large':
      return 413;
    case 'refused':
      return fault.status;
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
    case 'not-the-service':
    case 'unknown-outcome':
      return null;
    default:
      return assertNever(fault);
  }
}
