import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import {
  CALL_PATH,
  digestPath,
  readDigestPath,
  SESSION_HEADER,
  type HandedFile,
} from '../../../src-shared/bridge/loopback.ts';
import type { Result } from '../../../src-shared/model/result.ts';
import type { Verification } from '../../../src-shared/model/proofs/verdict.ts';
import { bytesTo, REFUSED } from './test-support/bytes-to.ts';
import { hostAtCore } from './test-support/host-at-core.ts';

const CONTENT = Buffer.alloc(1_000_000, 'measured');
const handTo = (lab: Awaited<ReturnType<typeof hostAtCore>>) =>
  bytesTo(lab, (name) => digestPath('all', name));

test('handed bytes are verified by their handle, and nothing of them is written down', async () => {
  const lab = await hostAtCore();
  const { own, send } = await handTo(lab);
  const filesBefore = fs.readdirSync(lab.settings.dataFolder, { recursive: true });
  const answer = await send('Ü/run 1.raw', CONTENT);
  const taken = (await answer.json()) as Result<HandedFile, never>;
  if (!taken.ok) throw new Error('it was not taken');
  expect(taken.value).toEqual({
    handle: expect.stringMatching(/^[\da-f]{32}$/),
    name: 'Ü/run 1.raw',
    sizeBytes: CONTENT.length,
    digests: expect.objectContaining({
      sha256: createHash('sha256').update(CONTENT).digest('hex'),
      md5: createHash('md5').update(CONTENT).digest('hex'),
    }),
  });
  expect(fs.readdirSync(lab.settings.dataFolder, { recursive: true })).toEqual(filesBefore);

  const verify = async (handle: string, digest: string) => {
    const against = { kind: 'certificate', text: JSON.stringify({ FileHash: digest }) };
    const input = { subject: { kind: 'handed', handle }, against };
    const session = { [SESSION_HEADER]: own[SESSION_HEADER] };
    const call = await lab.post(`${CALL_PATH}verify.file`, input, session);
    return (await call.json()) as Result<Verification, { kind: string }>;
  };
  for (const algorithm of ['sha256', 'sha512', 'md5', 'sha3-256']) {
    const digest = createHash(algorithm).update(CONTENT).digest('base64');
    expect(await verify(taken.value.handle, digest)).toMatchObject({
      value: {
        asked: { name: 'Ü/run 1.raw', path: null },
        file: { sizeBytes: CONTENT.length, modifiedAtMs: null },
        verdict: { kind: 'match', comparison: { method: { algorithm, encoding: 'base64' } } },
      },
    });
  }
  expect(await verify('0'.repeat(32), 'ab')).toMatchObject({ fault: { kind: 'unknown-file' } });
  expect(lab.errors).toEqual([]);
});

test('without a session, of another type, without or above a length nothing is read; sending that breaks off ends it', async () => {
  const lab = await hostAtCore();
  const { send, refusals, begin } = await handTo(lab);
  expect(await refusals()).toEqual(REFUSED);
  const half = await begin('half.raw', CONTENT);
  half.breakOff();
  expect((await send('whole.raw', CONTENT)).status).toBe(200);
  expect(lab.errors).toEqual([]);
});

test('the address of handed bytes is read back, and no other is taken for one', () => {
  for (const name of ['run 1.raw', 'a/b?c#d', '%', '…']) {
    expect(readDigestPath(digestPath('known', name))).toEqual({ set: 'known', name });
  }
  const others = ['', 'all/', 'some/a', 'all/%E0%A4%A'].map((end) => `/api/digest/${end}`);
  expect(others.filter((path) => readDigestPath(path) !== null)).toEqual([]);
});
