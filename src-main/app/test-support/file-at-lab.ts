/** A file on the disk and in a database, with what the app binds to send it to the bundled service and search for it there. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import { UNGROUPED } from '../../db/transactions.ts';
import { inPlaceDigests } from '../../digests/test-support/in-place-digests.ts';
import { makeFileTransitions } from '../../pipeline/decide/file-transitions.ts';
import type { LabService } from '../../pipeline/upload/test-support/lab-service.ts';
import { identityKey, identityOf } from '../../platform/disk/file-identity.ts';
import { realClock as clock } from '../../platform/real-ports.ts';
import { makeTestClient } from '../../service/test-support/test-client.ts';
import { blake3Of } from '../../test-support/digests.ts';
import {
  addFile,
  assignment,
  folderRules,
  temporaryFolder,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import { bindDigests } from '../bind-uploads.ts';
import { bindQuirks, bindRemote } from '../bind-remote.ts';

export function fileAtLab(lab: LabService, sizeBytes: number, over: Partial<Assignment> = {}) {
  const state = { ...temporaryState().state, grouped: UNGROUPED }; // the real clock is at work here
  const name = `run-${randomBytes(4).toString('hex')}.raw`; // what another test left there is not taken for it
  const file = path.join(temporaryFolder(), name);
  const bytes = randomBytes(sizeBytes);
  fs.writeFileSync(file, bytes);
  const identity = identityOf(fs.lstatSync(file, { bigint: true }));
  const blake3 = blake3Of(bytes);
  const destination = assignment({ projectId: lab.projectId, visibility: 'private', ...over });
  const rules = folderRules({ assignment: destination });
  const folderId = state.folders.add(path.dirname(file), rules, 0);
  const content = state.contents.keep({ blake3, sizeBytes });
  const found = { name, identity: identityKey(identity), sizeBytes };
  const row = addFile(state, folderId, found);

  const service = { url: lab.service.url, token: lab.token };
  const { client } = makeTestClient(service.url, { token: lab.token });
  const claims = Buffer.from(lab.token.split('.')[1] ?? '', 'base64url').toString();
  const { id: userId } = JSON.parse(claims) as { id: string };
  const search = {
    state,
    clock,
    transitions: makeFileTransitions(state, { clock, announce: () => undefined }),
    remote: bindRemote(client, () => userId),
    quirks: bindQuirks({ state, address: { origin: service.url }, clock }),
    digests: bindDigests({
      clock,
      streamed: () => inPlaceDigests,
      keepSha256: (made) => state.contents.keepSha256(made),
    }),
  };
  const source = { path: file, name, identity, blake3 };
  return { state, bytes, content, destination, row, source, service, search };
}
