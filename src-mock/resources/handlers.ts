/** The complete table of handlers. Its type is the contract's table, so a missing handler breaks the build. */
import type { Handlers } from '../http/call.ts';
import type { Service } from '../service.ts';
import { makeAccountHandlers } from './account.ts';
import { makeAdministrationHandlers, makeUserHandlers } from './users.ts';
import { makeCreditHandlers } from './credits.ts';
import { makeMemberHandlers } from './members.ts';
import { makePrivateFileHandlers, makePublicFileHandlers } from './file-reading.ts';
import { makeProjectHandlers } from './projects.ts';
import { makeTagHandlers } from './projects.ts';
import { requireProject } from './access.ts';
import { statusNow } from './file-records.ts';

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

/** Content verification over the complete platform: the same bytes, whoever uploaded them and whatever their name. */
function makeVerificationHandlers(service: Service): Pick<Handlers, 'verifyContent'> {
  const { store, readings } = service;

  return {
    verifyContent: () => ({
      maxFileBytes: readings().maxFileBytes,
      wantsContent: false,
      complete(_fields, file) {
        const known = store.files
          .withContent(file.digests.sha256.toString('hex'))
          .find((candidate) => statusNow(service, candidate) !== 'Deleted');
        const answer =
          known === undefined
            ? { exists: false, fileName: '', project: '' }
            : {
                exists: true,
                fileName: known.name,
                project: requireProject(store, known.projectId).name,
              };
        return Promise.resolve(answer);
      },
    }),
  };
}
