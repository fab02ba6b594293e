/** The complete table of handlers. Its type is the contract's table, so a missing handler breaks the build. */
import type { Handlers } from '../http/call.ts';
import type { Service } from '../service.ts';
import { makeAccountHandlers } from './account.ts';
import { makeAdministrationHandlers, makeUserHandlers } from './users.ts';
import { makeCreditHandlers } from './credits.ts';
import { makeMemberHandlers } from './members.ts';
import { makePrivateFileHandlers, makePublicFileHandlers } from './file-reading.ts';
import { makeProjectHandlers } from './projects.ts';
import { makeTagHandlers } from './tags.ts';
import { makeVerificationHandlers } from './verification.ts';

export function makeHandlers(service: Service): Handlers {
  return {
    ...makeAccountHandlers(service),
    ...makeUserHandlers(service),
    ...makeCreditHandlers(service),
    ...makeAdministrationHandlers(service),
    ...makeTagHandlers(service),
    ...makeProjectHandlers(service),
    ...makeMemberHandlers(service),
    ...makePublicFileHandlers(service),
    ...makePrivateFileHandlers(service),
    ...makeVerificationHandlers(service),
  };
}
