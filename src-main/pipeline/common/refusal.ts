/** The state of a file after the service refused something about it. Pure. */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
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
