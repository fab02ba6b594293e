import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo-accounts.ts';
import { createProject, PRIMARY } from '../test-support/samples.ts';
import { type Bench, type Person, startBench } from '../test-support/service-client.ts';

let bench: Bench;
let leader: Person;
let projectId: string;
beforeEach(async () => {
  bench = await startBench();
  leader = await bench.newPerson('Lea', { credits: 100 });
  projectId = await createProject(bench, leader);
});
afterEach(() => bench.stop());

const BOUNDARY = 'between-the-parts';
const FORM = [
  ...Object.entries(PRIMARY).map(
    ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  ),
  'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nthe content\r\n',
]
  .map((part) => `--${BOUNDARY}\r\n${part}`)
  .concat(`--${BOUNDARY}--\r\n`)
  .join('');
const CUT_AT = 100;

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function send(
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body: string,
): Promise<Answered> {
  const url = `${bench.service().url}${path}`;
  const agent = new Agent({ keepAlive: false });
  const all = {
    Authorization: `Bearer ${leader.token}`,
    'Upload-Draft-Interop-Version': '9',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, agent, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends the first bytes of a resumable upload; returns its address. */
async function begin(): Promise<string> {
  const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const headers = { ...type, 'Upload-Complete': '?0', 'Upload-Length': FORM.length };
  const begun = await send('POST', `/projects/${projectId}/files`, headers, FORM.slice(0, CUT_AT));
  expect(begun.status).toBe(201);
  return String(begun.headers['location']);
}

function finish(location: string): Promise<Answered> {
  const headers = {
    'Content-Type': 'application/partial-upload',
    'Upload-Offset': CUT_AT,
    'Upload-Complete': '?1',
  };
  return send('PATCH', location, headers, FORM.slice(CUT_AT));
}

test('an upload begun before a restart is completed after it, and charged once', async () => {
  const location = await begin();
  await bench.restart();
  const done = await finish(location);
  expect(done.status).toBe(201);
  const { fileId } = JSON.parse(done.text) as { fileId: string };
  const file = await bench.ok('getPublicFile', { projectId, fileId }, { token: leader.token });
  expect(file).toMatchObject({ name: 'a.txt', status: 'Pending' });
  const charges = bench
    .service()
    .ledger()
    .transactions.filter((one) => one.subjectId === fileId);
  expect(charges).toHaveLength(1);
});

test('who may no longer upload when the last byte arrives is refused, at no cost', async () => {
  const location = await begin();
  const admin = await bench.signIn(ADMINISTRATOR);
  const suspension = { adminId: admin.id, userEmail: leader.email };
  await bench.ok('suspendUser', suspension, { token: admin.token, body: { reason: 'x' } });
  const before = bench.service().ledger();
  expect((await finish(location)).status).toBe(403);
  expect(bench.service().ledger()).toEqual(before);
});

test('an address that takes uploads announces that they can be resumed', async () => {
  const answer = await send('OPTIONS', `/projects/${projectId}/files`, {}, '');
  expect(answer.status).toBe(204);
  expect(answer.headers['upload-limit']).toContain('max-size');
  bench.service().setReadings({ resumableUploads: 'off' });
  expect((await send('OPTIONS', `/projects/${projectId}/files`, {}, '')).status).toBe(405);
});
