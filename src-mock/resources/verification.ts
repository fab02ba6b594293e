/** Content verification over the complete platform: the same bytes, whoever uploaded them and whatever their name. */
import type { Handlers } from '../http/call.ts';
import type { Service } from '../service.ts';
import { requireProject } from './access.ts';
import { statusNow } from './file-records.ts';

export function makeVerificationHandlers(service: Service): Pick<Handlers, 'verifyContent'> {
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
