import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hurriedClock } from './test-support/fast-clock.ts';
import { startRecordingServer, type Visit } from './test-support/recording-server.ts';
import {
  fileAlone,
  jobFor,
  makeTempFolder,
  never,
  portsWith,
  rememberedSupport,
  silent,
} from './test-support/upload-setup.ts';
import { runUpload } from './upload.ts';
import { verifyContent } from './verify-content.ts';

// What a service sees that knows the documented interface and nothing else: request lines and names of fields, whole.

const PUBLIC = '/projects/p1/files';
const PRIVATE = '/private-files/project/p1';
const VERIFY = '/projects/files/verify';
const RESUMABLE_BYTES = 2_000_000;
const LARGE_BYTES = 9_000_000;

/** Fields that HTTP/1.1 itself asks for, or that say what the answer may look like. */
const HTTP = ['Host', 'Connection', 'accept', 'accept-encoding', 'content-length'];
const FORM = ['authorization', 'content-type'];
const UPLOAD = [...HTTP, ...FORM, 'idempotency-key'];
const OURS = ['upload-complete', 'upload-draft-interop-version', 'upload-length'];

async function send(path: string, sizeBytes: number) {
  const content = randomBytes(sizeBytes);
  using folder = makeTempFolder();
  await using server = await startRecordingServer({
    onComplete: (visit) =>
      visit.answer(
        path === VERIFY ? 200 : 201,
        path === VERIFY
          ? { exists: false, fileName: '', project: '' }
          : { message: 'ok', fileId: 'f1' },
      ),
  });
  const support = rememberedSupport({ kind: 'unknown' });
  const ports = portsWith({ support, clock: hurriedClock });
  const job = jobFor(new URL(path, server.url).href, folder.write('run.raw', content), content);
  const question = { ...job, form: fileAlone(sizeBytes) };
  for (let contact = 0; contact < 2; contact += 1) {
    if (path === VERIFY) await verifyContent(question, ports, silent, never);
    else await runUpload(job, ports, silent, never);
  }
  return server.completions.map(requestOf);
}

function requestOf({ head }: Visit): { readonly line: string; readonly fields: readonly string[] } {
  const [line = '', ...fields] = head.split('\r\n');
  return { line, fields: fields.map((field) => field.split(':', 1)[0] ?? '').toSorted() };
}

const request = (path: string, ...fields: readonly string[]) => ({
  line: `POST ${path} HTTP/1.1`,
  fields: fields.toSorted(),
});

test.each([
  ['a public file', PUBLIC, 5_000, UPLOAD],
  ['a public file, resumable elsewhere', PUBLIC, RESUMABLE_BYTES, UPLOAD],
  ['a large public file', PUBLIC, LARGE_BYTES, [...UPLOAD, 'expect']],
  ['a private file', PRIVATE, RESUMABLE_BYTES, UPLOAD],
  ['a large private file', PRIVATE, LARGE_BYTES, [...UPLOAD, 'expect']],
  ['a check by content', VERIFY, RESUMABLE_BYTES, [...HTTP, ...FORM]],
  ['a large check by content', VERIFY, LARGE_BYTES, [...HTTP, ...FORM, 'expect']],
] as const)(
  '%s: the documented POST, once; at the first contact our three fields beside it, then never',
  async (_what, path, sizeBytes, documented) => {
    expect(await send(path, sizeBytes)).toEqual([
      request(path, ...documented, ...OURS),
      request(path, ...documented),
    ]);
  },
);

test('a small check by content is the documented POST from the first contact on', async () => {
  const documented = request(VERIFY, ...HTTP, ...FORM);
  expect(await send(VERIFY, 5_000)).toEqual([documented, documented]);
});
