/** A person has a file sent again while the search for its first upload is under way: two actors, over real HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FileView } from '../../src-shared/model/files/file-view.ts';
import { makeLostAnswers } from '../features/files/unrecorded-uploads.ts';
import { NO_OTHER_COMPUTER, playCharges } from '../pipeline/common/test-support/fake-ports.ts';
import { makeServiceGate } from '../pipeline/common/service-gate.ts';
import { makeConfirmStage } from '../pipeline/confirm/confirm-stage.ts';
import type { RemoteRecords } from '../pipeline/common/ports.ts';
import { makePauseControl } from '../pipeline/decide/recheck-holds.ts';
import { runStages } from '../pipeline/run/run-stages.ts';
import { makeProof, type SmallSource } from '../pipeline/upload/form/small-file.ts';
import { startLabService, type LabService } from '../pipeline/upload/test-support/lab-service.ts';
import { makeApprovedFiles } from '../pipeline/upload/waiting-line.ts';
import { makeUploadStage } from '../pipeline/upload/upload-stage.ts';
import { makeNotedTimes } from '../platform/waiting.ts';
import { fileOf } from '../test-support/temporary-state.ts';
import { sentFieldsOf } from './bind-uploads.ts';
import { boundUploader } from './test-support/bound-uploader.ts';
import { fileAtLab } from './test-support/file-at-lab.ts';

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
  const found = fileAtLab(lab, 1_000, { checkPolicy: 'never' });
  const { state, content, service, search } = found;
  const { clock, transitions } = search;
  const hashing = state.files.move(found.row, 'hashing', { contentId: content.id });
  const row = state.files.move(hashing, 'ready');

  let isSecond = false; // a slow connection has the first one proven more than once
  const proveSmall = async (source: SmallSource) => {
    if (isSecond) await beforeSecond;
    return makeProof()(source);
  };
  const uploader = boundUploader(service, state, clock, async () => null, { proveSmall });
  const gate = makeServiceGate({
    clock,
    chance: () => 0,
    announce,
    preferences: state.preferences,
  });
  const pauses = makePauseControl({ state, transitions, clock, gate });
  const approved = makeApprovedFiles({ state, transitions, pauses });
  const common = { state, transitions, clock, gate, pauses, approved, announce };
  const stage = makeUploadStage({
    wake() {},
    ...NO_OTHER_COMPUTER,
    ...common,
    uploader,
    balance: () => 100,
  });
  const lostAnswers = { settle: async () => null, sentFields: sentFieldsOf };
  const files = { find: () => ({ id: String(row.id) }) as FileView };
  const person = makeLostAnswers({ ...search, files });
  const times = makeNotedTimes(clock);
  const isBeingRead = Promise.withResolvers<void>();
  const remote: RemoteRecords = {
    ...search.remote,
    list(...asked) {
      isBeingRead.resolve();
      return search.remote.list(...asked);
    },
  };
  const ports = { ...search, remote, lostAnswers, ...playCharges(), times, gate };
  const searching = makeConfirmStage(ports);
  const send = async (): Promise<void> => {
    approved.approve([row.id]);
    for (const job of stage.take(8)) await job(never);
  };

  lab.add({
    endpoint: 'uploadPrivateFile',
    times: 1,
    do: { kind: 'drop', how: 'rst', at: 'after-commit' },
  });
  await send();
  const lost = fileOf(state, row.id);
  state.files.move(lost, 'confirming', { hold: 'undecided' }); // an earlier look could not tell
  lab.asked();
  // The list was read before the second upload could be on it.
  lab.add({ endpoint: 'listPrivateFiles', times: 1, do: { kind: 'delay-answer', ms: 1_500 } });
  return {
    stateNow: () => fileOf(state, row.id).state,
    records: () => state.records.withContent(content.id).length,
    spent: () => state.charges.spentSince(0),
    search: () => runStages([searching], { clock, patienceMs: 10_000 }, never),
    sendAgain: async (): Promise<void> => {
      await isBeingRead.promise;
      expect(person.sendAgain({ asked: row.name }, 1).ok).toBe(true);
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
