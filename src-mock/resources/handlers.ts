/** The whole table of handlers. Its type is the contract's table, so a missing handler breaks the build. */
import type { Handlers } from '../http/call.ts';
import type { Service } from '../service.ts';
import { makeAccountHandlers } from './account.ts';
import { makeAdministrationHandlers } from './administration.ts';
import { makeCreditHandlers } from './credits.ts';
import { makeMemberHandlers } from './members.ts';
import { makePrivateFileHandlers } from './private-files.ts';
import { makeProjectHandlers } from './projects.ts';
import { makePublicFileHandlers } from './public-files.ts';
import { makeTagHandlers } from './tags.ts';
import { makeUserHandlers } from './users.ts';
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
