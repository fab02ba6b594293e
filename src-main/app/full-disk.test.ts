import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { identityOf } from '../platform/disk/file-identity.ts';
import {
  addContent,
  addFile,
  folderRules,
  temporaryFolder,
  temporaryState,
  uploadJob,
} from '../test-support/temporary-state.ts';
import { freezeForm } from '../pipeline/upload/form/representation.ts';
import { openSourceFile } from '../pipeline/upload/form/source-file.ts';
import { boundUploader } from './test-support/bound-uploader.ts';
import { blake3Of } from '../test-support/digests.ts';

test('an upload whose journal meets a full disk stops with its code, before anything is sent', async () => {
  const { state, clock } = temporaryState();
  const folder = temporaryFolder();
  const file = path.join(folder, 'run.raw');
  const content = Buffer.alloc(100_000); // more than leaves at once: written down before the connection
  fs.writeFileSync(file, content);
  const form = freezeForm({
    boundary: '----00112233445566778899aabbccddeeff',
    fields: [],
    filePart: 'file',
    fileName: 'run.raw',
    contentType: 'application/octet-stream',
    sizeBytes: content.length,
  });
  const { id: fileId } = addFile(state, state.folders.add('/data', folderRules(), 0));
  const contentId = addContent(state, 'abc').id;
  state.uploads.add(uploadJob({ fileId, contentId, form: JSON.stringify(form) }));
  const job = state.uploads.get('job-1');
  if (job === null) throw new Error('there is no job');

  const uploads = {
    ...state.uploads,
    move(): never {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    },
  };
  const service = { url: 'http://127.0.0.1:9', token: 'token' };
  const uploader = boundUploader(service, { ...state, uploads }, clock, async () => null, {
    openSource: (place) => clock.during(openSourceFile(place)),
  });
  const source = {
    path: file,
    name: 'run.raw',
    identity: identityOf(fs.statSync(file, { bigint: true })),
    blake3: blake3Of('abc'),
  };
  const hooks = { onProgress: () => undefined, waitsFor: () => null };
  const outcome = await clock.play(uploader.send(job, source, hooks, new AbortController().signal));
  const fault = { kind: 'journal-failed', code: 'SQLITE_FULL' };
  expect(outcome).toEqual({ kind: 'stopped', fault });
});
