/** A project whose lists are available as copies, with a service that does not answer. */
import type { ListedFile } from '../../../../src-shared/model/files/platform-file.ts';
import type { Visibility } from '../../../../src-shared/model/money/price.ts';
import { fail } from '../../../../src-shared/model/result.ts';
import { makeMirror } from '../mirror.ts';
import { pipeline } from '../../../pipeline/common/test-support/pipeline.ts';
import { makeResources } from '../account-mirror.ts';
import { makePlatformFiles } from '../../projects/platform-files.ts';
import { unavailable } from '../../../pipeline/common/test-support/fake-ports.ts';

export const AWAY = unavailable('no-connection');

export function projectCopies() {
  const p = pipeline();
  const { state, clock } = p;
  const real = makeResources({} as never); // only its parsing of copies is used; no requests
  const resources = {
    ...real,
    files: (projectId: string, visibility: Visibility) => ({
      ...real.files(projectId, visibility),
      fetch: () => Promise.resolve(fail(AWAY)),
    }),
  };
  const mirror = makeMirror({
    copies: state.mirror,
    clock,
    onChanged: () => undefined,
    isTolerable: () => false,
    isOffline: () => false,
  });
  const platformFiles = makePlatformFiles({ state, mirror, resources, clock });
  return {
    ...p,
    mirror,
    resources,
    platformFiles,
    /** The private files in the copy; there are no public ones. */
    keep: (files: readonly ListedFile[], projectId = 'project-1', isComplete = true): void => {
      state.mirror.keep('private-files', projectId, { body: files, fetchedAtMs: 0, isComplete });
      state.mirror.keep('public-files', projectId, { body: [], fetchedAtMs: 0, isComplete });
    },
  };
}
