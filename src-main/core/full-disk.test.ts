import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { identityOf } from '../ports/file-identity.ts';
import { makeAgents } from '../service/agents.ts';
import { addressOf, NO_SURROUNDINGS } from '../service/test-support/test-client.ts';
import {
  addContent,
  addFile,
  folderRules,
  temporaryFolder,
  temporaryState,
  uploadJob,
} from '../test-support/temporary-state.ts';
import { makeBandwidth } from '../transfer/bandwidth.ts';
import { makeSha256 } from '../transfer/content-hash.ts';
import { makeProof, type SmallSource } from '../transfer/small-file.ts';
import { freezeForm } from '../transfer/representation.ts';
import { bindUploader } from './bind-transfer.ts';
import { diskFaultOf } from './disk-fault.ts';
import { realIds } from './real-ports.ts';

const never = new AbortController().signal;

test('an upload whose journal meets a full disk ends as a fault of the disk, not as a mistake of ours', async () => {
  const { state, clock } = temporaryState();
  const folder = temporaryFolder();
  const file = path.join(folder, 'run.raw');
  fs.writeFileSync(file, 'abc');
  const identity = identityOf(fs.statSync(file, { bigint: true }));
  const form = freezeForm({
    boundary: '----00112233445566778899aabbccddeeff',
    fields: [],
    filePart: 'file',
    fileName: 'run.raw',
    contentType: 'application/octet-stream',
    sizeBytes: 3,
  });
  const { id: fileId } = addFile(state, state.folders.add('/data', folderRules(), 0));
  const contentId = addContent(state, 'abc').id;
  state.uploads.add(uploadJob({ fileId, contentId, form: JSON.stringify(form) }));
  const job = state.uploads.get('job-1');
  if (job === null) throw new Error('there is no job');

  const full = {
    ...state,
    uploads: {
      ...state.uploads,
      beginAttempt() {
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      },
    },
  };
  const address = addressOf('http://127.0.0.1:9');
  const parts = {
    address,
    agents: makeAgents(address, NO_SURROUNDINGS),
    clock,
    ids: realIds,
    token: () => 'token',
    onTokenRefused() {},
    onPauseAsked() {},
    chance: () => 0,
    makeHash: makeSha256,
    proveSmall: async (source: SmallSource) => makeProof()(source),
    bandwidth: makeBandwidth(clock),
  };
  const sha256 = createHash('sha256').update('abc').digest('hex');
  const hooks = { onProgress: () => undefined, waitsFor: () => null };
  const failed = bindUploader(parts, full, async () => null)
    .send(job, { path: file, name: 'run.raw', identity, sha256 }, hooks, never)
    .catch((error: unknown) => diskFaultOf(error, folder));
  expect(await failed).toEqual({ kind: 'database', trouble: 'disk', path: folder });
});
