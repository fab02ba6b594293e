/** Binds what most features of an account share: copies of what the service has, and the files of this computer. */
import { makeFiles } from '../features/files/files.ts';
import { makeResources } from '../features/mirror/account-mirror.ts';
import { makeMirror } from '../features/mirror/mirror.ts';
import { makePlatformFiles } from '../features/projects/platform-files.ts';
import { makeProjects, makeScopeCodeStore } from '../features/projects/projects.ts';
import { diskFaultOf } from '../platform/errno.ts';
import type { AccountBase } from './account-base.ts';

/** The account, with these. */
export function bindShared(account: AccountBase) {
  const { state, client, clock, folder, gate, tell, address } = account;
  const resources = makeResources(client);
  const mirror = makeMirror({
    copies: state.mirror,
    clock,
    onChanged: () => tell({ kind: 'projects-changed' }),
    isTolerable: (error) => diskFaultOf(error, folder) !== null,
    isOffline: () => gate.isOffline(),
  });
  account.onClose(() => mirror.close());
  const scopes = makeScopeCodeStore(state, address.origin, clock);
  const copies = { ...account, resources, mirror, scopes };
  const projects = makeProjects(copies);
  const platformFiles = makePlatformFiles(copies);
  return { ...copies, projects, platformFiles, files: makeFiles({ ...account, projects }) };
}
