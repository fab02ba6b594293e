import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WaitsFor } from '../pipeline/common/ports.ts';
import type { FrozenForm } from '../pipeline/upload/form/representation.ts';
import { startLabService, type LabService } from '../pipeline/upload/test-support/lab-service.ts';
import { sentFieldsOf, makePreRetryCheck } from './bind-uploads.ts';
import { boundUploader } from './test-support/bound-uploader.ts';
import { fileAtLab } from './test-support/file-at-lab.ts';

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
  const { state, bytes, content, destination, row, source, service, search } = fileAtLab(lab, SIZE);
  const preRetryCheck = makePreRetryCheck({ ...search, lostAnswers: { sentFields: sentFieldsOf } });
  const uploader = boundUploader(service, state, search.clock, preRetryCheck);
  const order = { file: row, content, assignment: destination, credits: 1, balance: null };
  const job = state.transaction(() => uploader.open(order));
  const completeIn: string[] = [];
  const onComplete = () => completeIn.push(state.uploads.stateOf(job.id).state);
  const send = (waitsFor: WaitsFor = () => null) =>
    uploader.send(job, source, { onProgress: () => undefined, onComplete, waitsFor }, never);

  const cut = { kind: 'drop-in-body', afterBytes: 1_000_000 } as const;
  lab.add({ endpoint: 'uploadPrivateFile', times: 1, do: cut });
  expect(await send()).toMatchObject({ kind: 'stopped' });
  lab.asked();
  return { job, content: bytes, send, completeIn };
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
