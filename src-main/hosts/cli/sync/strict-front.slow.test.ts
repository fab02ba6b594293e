/** A gateway before the service that refuses what the documented requests do not have. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { startStrictFront } from '../../../test-support/strict-front.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab({ secondsInOne: 20 });

const EXPECTED_FROM_BYTES = 9_000_000;
const WORDS = 'Unknown field. Ask the gateway team (rule 17).';

/** On this computer Labseal is signed in through the front. */
async function signInAt(url: string): Promise<void> {
  const { email, password } = lab.account('researcher');
  const login = `auth login --server ${url} --email ${email} --password-stdin`;
  expect((await lab.pipe(`${password}\n`, login)).code).toBe(0);
}

test.for([
  ['upload-draft-interop-version', 400],
  ['upload-draft-interop-version', 412],
  ['idempotency-key', 400],
  ['idempotency-key', 412],
  ['expect', 400],
  ['expect', 412],
] as const)(
  'where %s is refused with %i the documented request is sent, and that is remembered (P1, P14)',
  async ([field, status]) => {
    const front = await startStrictFront(lab.service.url, { field, status, words: WORDS });
    await signInAt(front.url);
    const big = Buffer.alloc(field === 'expect' ? EXPECTED_FROM_BYTES : 100, `${field} ${status}`);
    lab.write('data/a.raw', big);
    await lab.watch('data', '--check', 'never');
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
    expect([front.refused(), lab.takenIn().length]).toEqual([1, 1]);
    const charged = lab.charged();
    lab.write('data/b.raw', Buffer.concat([big, Buffer.from('b')]));
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
    expect([front.refused(), lab.takenIn().length, lab.charged()]).toEqual([1, 2, charged * 2]);
    const fields = lab.uploads().at(-1)?.headerNames ?? [];
    for (const own of ['idempotency-key', 'expect', 'upload-complete', 'upload-length'])
      expect(fields).not.toContain(own);
    expect((await lab.run('doctor')).stdout).toContain('refuses additions of Labseal');
  },
);

test('a refusal that the fields did not cause stands with its words, and costs one more try for the service', async () => {
  const front = await startStrictFront(lab.service.url, { field: null, status: 400, words: WORDS });
  await signInAt(front.url);
  lab.write('data/a.raw');
  await lab.watch('data', '--check', 'never');
  await lab.sync('--yes');
  expect(front.refused()).toBe(2);
  expect((await lab.run('file show', lab.at('data/a.raw'))).stdout).toContain(WORDS);
  fs.rmSync(lab.at('data/a.raw'));
  lab.write('data/b.raw');
  await lab.sync('--yes');
  expect([front.refused(), lab.charged()]).toEqual([3, 0]);
});
