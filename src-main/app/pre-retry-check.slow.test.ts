import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { identityKey, identityOf } from '../platform/file-identity.ts';
import { makeTestClient } from '../service/test-support/test-client.ts';
import { makeFileTransitions } from '../pipeline/decide/file-transitions.ts';
import type { WaitsFor } from '../pipeline/common/ports.ts';
import {
  addFile,
  assignment,
  folderRules,
  temporaryFolder,
  temporaryState,
} from '../test-support/temporary-state.ts';
import type { FrozenForm } from '../pipeline/upload/form/representation.ts';
import { startLabService, type LabService } from '../pipeline/upload/test-support/lab-service.ts';
import { realClock } from '../platform/real-ports.ts';
import { inPlaceDigests } from '../digests/test-support/in-place-digests.ts';
import { bindDigests } from './bind-digests.ts';
import { bindQuirks, bindRemote } from './bind-sync.ts';
import { sentFieldsOf } from './bind-transfer.ts';
import { makePreRetryCheck } from './pre-retry-check.ts';
import { boundUploader } from './test-support/bound-uploader.ts';
import { UNGROUPED } from '../db/transactions.ts';
import { blake3Of } from '../test-support/digests.ts';

const never = new AbortController().signal;
const SIZE = 24_000_000; // more than the buffers on the way can hold: the tail is not let go before the cut

let lab: LabService;
beforeAll(async () => {
  lab = await startLabService();
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(() => lab.reset({ resumableUploads: 'off' }));

/** A file whose first attempt broke in its middle, and an uploader for the bundled service. */
async function brokenUpload() {
  const state = { ...temporaryState().state, grouped: UNGROUPED }; // the real clock is at work here
  const file = path.join(temporaryFolder(), 'run.raw');
  const content = randomBytes(SIZE);
  fs.writeFileSync(file, content);
  const identity = identityOf(fs.lstatSync(file, { bigint: true }));
  const blake3 = blake3Of(content);
  const destination = assignment({ projectId: lab.projectId, visibility: 'private' });
  const folderId = state.folders.add(
    path.dirname(file),
    folderRules({ assignment: destination }),
    0,
  );
  const row = addFile(state, folderId, { identity: identityKey(identity), sizeBytes: SIZE });
  const kept = state.contents.keep({ blake3, sizeBytes: SIZE });

  const { url } = lab.service;
  const { client } = makeTestClient(url, { token: lab.token });
  const claims = JSON.parse(Buffer.from(lab.token.split('.')[1] ?? '', 'base64url').toString());
  const remote = bindRemote(client, () => (claims as { id: string }).id);
  const clock = realClock;
  const transitions = makeFileTransitions(state, { clock, announce: () => undefined });
  const quirks = bindQuirks({ state, address: { origin: url }, clock });
  const digests = bindDigests({
    clock,
    streamed: () => inPlaceDigests,
    keepSha256: (made) => state.contents.keepSha256(made),
  });
  const search = { state, transitions, remote, quirks, digests, clock };
  const preRetryCheck = makePreRetryCheck({ ...search, lostAnswers: { sentFields: sentFieldsOf } });
  const uploader = boundUploader({ url, token: lab.token }, state, clock, preRetryCheck);
  const order = { file: row, content: kept, assignment: destination, credits: 1, balance: null };
  const job = state.transaction(() => uploader.open(order));
  const source = { path: file, name: 'run.raw', identity, blake3 };
  const completeIn: string[] = [];
  const onComplete = () => completeIn.push(state.uploads.stateOf(job.id).state);
  const send = (waitsFor: WaitsFor = () => null) =>
    uploader.send(job, source, { onProgress: () => undefined, onComplete, waitsFor }, never);

  const cut = { kind: 'drop-in-body', afterBytes: 1_000_000 } as const;
  lab.add({ endpoint: 'uploadPrivateFile', times: 1, do: cut });
  expect(await send()).toMatchObject({ kind: 'stopped' });
  lab.asked();
  return { job, content, send, completeIn };
}

const listed = () =>
  lab.service.requests().filter(({ endpoint }) => endpoint === 'listPrivateFiles').length;

test('a first attempt asks nothing; a second one looks once, and sends what is not there', async () => {
  const before = listed();
  const { send, completeIn } = await brokenUpload();
  expect([listed(), completeIn]).toEqual([before, []]);
  expect(await send()).toMatchObject({ kind: 'recorded' });
  expect(completeIn).toEqual(['tail-released']); // its own word, when nothing is left to send
  expect(listed()).toBe(before + 1);
  expect(lab.booked()).toEqual({ records: 1, charges: 1 });
});

test('what a service made of the bytes it had is found, and not sent again', async () => {
  const { job, content, send } = await brokenUpload();
  const fileId = await recordBehindOurBack(job.form, content);
  expect(await send()).toEqual({ kind: 'recorded', fileId });
  expect(lab.asked()).toEqual([]);
  expect(lab.booked()).toEqual({ records: 1, charges: 1 });
});

test('when the service asks for a pause meanwhile, or its list cannot be read, nothing is begun', async () => {
  const { send } = await brokenUpload();
  const pause = { kind: 'throttled', retryAfterMs: 60_000 } as const;
  expect(await send(() => pause)).toEqual({ kind: 'put-off' });
  const refused = { kind: 'status', status: 403, message: 'not yours' } as const;
  lab.add({ endpoint: 'listPrivateFiles', times: 1, do: refused });
  const fault = { kind: 'forbidden', serviceSays: 'not yours' };
  expect(await send()).toEqual({ kind: 'stopped', fault });
  expect(lab.asked()).toEqual([]);
  expect(lab.booked()).toEqual({ records: 0, charges: 0 });
});

/** The same form arrives as a whole, by another way. */
async function recordBehindOurBack(formText: string, content: Buffer): Promise<string> {
  const form = JSON.parse(formText) as FrozenForm;
  const body = Buffer.concat([Buffer.from(form.head), content, Buffer.from(form.tail)]);
  const url = `${lab.service.url}/private-files/project/${lab.projectId}`;
  const headers = {
    Authorization: `Bearer ${lab.token}`,
    'Content-Type': `multipart/form-data; boundary="${form.boundary}"`,
  };
  const answer = await fetch(url, { method: 'POST', headers, body });
  lab.asked();
  return ((await answer.json()) as { fileId: string }).fileId;
}
