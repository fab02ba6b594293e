/** A person has a file sent again while the search for its first upload is under way: two actors, over real HTTP. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FileView } from '../../src-shared/model/files/file-view.ts';
import { makeLostAnswers } from '../features/files/lost-answers.ts';
import { makeServiceGate } from '../pipeline/common/service-gate.ts';
import { makeFileTransitions } from '../pipeline/decide/file-transitions.ts';
import { makePauseControl } from '../pipeline/decide/pause-control.ts';
import { makeProof, type SmallSource } from '../pipeline/upload/form/small-file.ts';
import { startLabService, type LabService } from '../pipeline/upload/test-support/lab-service.ts';
import { makeUploadStage } from '../pipeline/upload/upload-stage.ts';
import { identityKey, identityOf } from '../platform/file-identity.ts';
import { playCharges } from '../pipeline/common/test-support/fake-ports.ts';
import { makeNotedTimes } from '../platform/noted-time.ts';
import { realClock as clock } from '../platform/real-ports.ts';
import { makeTestClient } from '../service/test-support/test-client.ts';
import {
  addFile,
  assignment,
  fileOf,
  folderRules,
  temporaryFolder,
  temporaryState,
} from '../test-support/temporary-state.ts';
import { inPlaceDigests } from '../digests/test-support/in-place-digests.ts';
import { bindDigests } from './bind-digests.ts';
import { bindQuirks, bindRemote } from './bind-sync.ts';
import { sentFieldsOf } from './bind-transfer.ts';
import { boundUploader } from './test-support/bound-uploader.ts';
import { UNGROUPED } from '../db/transactions.ts';
import { blake3Of } from '../test-support/digests.ts';

const never = new AbortController().signal;
const announce = (): void => undefined;

let lab: LabService;
beforeAll(async () => {
  lab = await startLabService();
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(() => lab.reset({ resumableUploads: 'off' }));

/** A small file that the service has recorded and whose answer is lost. `beforeSecond`: what its proof waits for. */
async function lostUpload(beforeSecond: Promise<unknown> = Promise.resolve()) {
  const state = { ...temporaryState().state, grouped: UNGROUPED }; // the real clock is at work here
  const file = path.join(temporaryFolder(), 'run.raw');
  const content = randomBytes(1_000);
  fs.writeFileSync(file, content);
  const identity = identityOf(fs.lstatSync(file, { bigint: true }));
  const place = assignment({
    projectId: lab.projectId,
    visibility: 'private',
    checkPolicy: 'never',
  });
  const folderId = state.folders.add(path.dirname(file), folderRules({ assignment: place }), 0);
  const sizeBytes = content.length;
  const { id: contentId } = state.contents.keep({ blake3: blake3Of(content), sizeBytes });
  const added = addFile(state, folderId, {
    name: 'run.raw',
    identity: identityKey(identity),
    sizeBytes,
  });
  const row = state.files.move(state.files.move(added, 'hashing', { contentId }), 'ready');

  const { url } = lab.service;
  const { client } = makeTestClient(url, { token: lab.token });
  const claims = JSON.parse(Buffer.from(lab.token.split('.')[1] ?? '', 'base64url').toString());
  const remote = bindRemote(client, () => (claims as { id: string }).id);
  const transitions = makeFileTransitions(state, { clock, announce });
  let isSecond = false; // a slow connection has the first one proven more than once
  const proveSmall = async (source: SmallSource) => {
    if (isSecond) await beforeSecond;
    return makeProof()(source);
  };
  const token = { url, token: lab.token };
  const uploader = boundUploader(token, state, clock, async () => null, { proveSmall });
  const gate = makeServiceGate({
    clock,
    chance: () => 0,
    announce,
    preferences: state.preferences,
  });
  const pauses = makePauseControl({ state, transitions, clock });
  const common = { state, transitions, clock, gate, pauses, announce };
  const stage = makeUploadStage({
    wake() {},
    mayBegin: () => true,
    ...common,
    uploader,
    balance: () => 100,
  });
  const quirks = bindQuirks({ state, address: { origin: url }, clock });
  const lostAnswers = { settle: async () => null, sentFields: sentFieldsOf };
  const digests = bindDigests({
    clock,
    streamed: () => inPlaceDigests,
    keepSha256: (made) => state.contents.keepSha256(made),
  });
  const search = { state, transitions, remote, quirks, digests, lostAnswers, clock };
  const files = { find: () => ({ id: String(row.id) }) as FileView };
  const person = makeLostAnswers({
    ...search,
    ...playCharges(),
    times: makeNotedTimes(clock),
    files,
  });
  const send = async (): Promise<void> => {
    stage.approve([row.id]);
    for (const job of stage.take(8)) await job(never);
  };

  lab.add({
    endpoint: 'uploadPrivateFile',
    times: 1,
    do: { kind: 'drop', how: 'rst', at: 'after-commit' },
  });
  await send();
  expect(fileOf(state, row.id).state).toBe('confirming');
  lab.asked();
  // The list was read before the second upload could be on it.
  lab.add({ endpoint: 'listPrivateFiles', times: 1, do: { kind: 'delay-answer', ms: 1_500 } });
  return {
    stateNow: () => fileOf(state, row.id).state,
    records: () => state.records.withContent(contentId).length,
    spent: () => state.charges.spentSince(0),
    search: () => person.check('run.raw', never),
    sendAgain: async (): Promise<void> => {
      expect(person.letGo('run.raw').ok).toBe(true);
      isSecond = true;
      await send();
    },
  };
}

test('found before the first byte of the second upload: nothing is sent again, one charge', async () => {
  const found = Promise.withResolvers<void>();
  const { stateNow, records, spent, search, sendAgain } = await lostUpload(found.promise);
  const searching = search().finally(() => found.resolve());
  await Promise.all([searching, sendAgain()]);
  expect(['recording', 'notarized']).toContain(stateNow());
  expect(lab.asked().filter((method) => method === 'POST')).toEqual([]);
  expect([records(), spent(), lab.booked()]).toEqual([1, 1, { records: 1, charges: 1 }]);
});

test('found after it: both uploads are in the ledger, and both charges count as spent', async () => {
  const { stateNow, records, spent, search, sendAgain } = await lostUpload();
  await Promise.all([search(), sendAgain()]);
  expect(['recording', 'notarized']).toContain(stateNow());
  expect([records(), spent(), lab.booked()]).toEqual([2, 2, { records: 2, charges: 2 }]);
});
