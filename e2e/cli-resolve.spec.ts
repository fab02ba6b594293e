import type { Readings } from '../src-mock/control/readings.ts';
import { expect, test, type Lab, type SyncedFile } from './support/lab.ts';
import { letMinutesPass } from './support/turn-back.ts';

const ENDPOINT = 'uploadPrivateFile';
const LOST = { kind: 'drop', at: 'after-commit' } as const;
/** Time in which a small form has left completely; then its connection is cut, and nothing was made of it. */
const MEANWHILE = { kind: 'delay', ms: 3_000 } as const;
const THROWN_AWAY = { kind: 'drop', at: 'before-handling' } as const;

async function watchOne(lab: Lab, ...options: readonly string[]): Promise<string> {
  await lab.mock.read({ resumableUploads: 'off' });
  const file = await lab.write('data/a.csv');
  await lab.watch('data', ...options);
  return file;
}

const stateOf = async (lab: Lab) => {
  const { files } = await lab.ask<{ files: readonly SyncedFile[] }>(['file', 'list']);
  return files[0];
};

const VARIANTS: readonly Pick<Readings, 'uploaded' | 'fileHash'>[] = [
  { uploaded: 'cut', fileHash: { algorithm: 'sha256', encoding: 'cid-v0' } },
  { uploaded: 'replaced', fileHash: { algorithm: 'blake3', encoding: 'base64' } },
  { uploaded: 'replaced', fileHash: { algorithm: 'keccak-256', encoding: 'HEX' } },
  { uploaded: 'replaced', fileHash: { algorithm: 'blake2b512', encoding: 'cid-v1' } },
];

for (const variant of VARIANTS) {
  const { uploaded, fileHash } = variant;
  test(`a lost answer is found where times are ${uploaded} and FileHash is ${fileHash.algorithm} in ${fileHash.encoding}`, async ({
    lab,
  }) => {
    await watchOne(lab, '--check', 'never');
    await lab.mock.read(variant);
    await lab.mock.fault({ endpoint: ENDPOINT, times: 1, do: LOST });
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
    expect(await lab.mock.takenIn()).toHaveLength(1);
  });
}

test('an upload that never arrived is judged after ten minutes, kept as unknown, and sent again for its price', async ({
  lab,
}) => {
  const file = await watchOne(lab);
  await lab.mock.fault({ endpoint: ENDPOINT, times: 1, do: MEANWHILE });
  await lab.mock.fault({ endpoint: ENDPOINT, times: 1, do: THROWN_AWAY });
  expect(await lab.sync('--yes')).toMatchObject({ code: 1, counts: { confirming: 1 } });
  expect(await lab.mock.takenIn()).toEqual([]);

  const early = await lab.run(['file', 'resolve', file, '--check']);
  expect(early).toMatchObject({ code: 1 });
  expect(early.stdout).toContain('We could not confirm yet whether it was recorded');

  await letMinutesPass(lab, 10);
  const judged = await lab.sync('--yes');
  expect(judged).toMatchObject({ code: 1, counts: { confirming: 1 } });
  expect(judged.files[0]?.message).toContain('it was probably not recorded');
  const listed = await lab.ask<{ files: readonly SyncedFile[] }>([
    'file',
    'list',
    '--state',
    'confirming',
  ]);
  expect(listed.files).toMatchObject([{ path: file, hold: null }]);

  expect(await lab.run(['file', 'resolve', file, '--leave'])).toMatchObject({ code: 0 });
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { confirming: 1 } });
  expect(await stateOf(lab)).toMatchObject({ hold: 'kept_unknown' });
  const told = await lab.run(['file', 'list', '--state', 'confirming']);
  expect(told.stdout).toContain('Kept as unknown');
  expect(told.stdout).toContain('You kept it as unknown: it may be recorded.');
  expect(told.stdout).toContain('Decide with "labseal file resolve FILE"');

  await lab.mock.forgetRequests();
  const asked = await lab.run(['file', 'resolve', file, '--send-again']);
  expect(asked).toMatchObject({ code: 2 });
  expect(asked.stderr).toContain('you pay twice');
  expect(asked.stderr).toContain('--max-credits N');
  expect(
    await lab.run(['file', 'resolve', file, '--send-again', '--max-credits', '0']),
  ).toMatchObject({ code: 1 });
  expect(await stateOf(lab)).toMatchObject({ state: 'confirming', hold: 'kept_unknown' });
  expect(await lab.mock.paidRequests()).toEqual([]);

  const sent = await lab.ask(['file', 'resolve', file, '--send-again', '--max-credits', '1']);
  expect(sent).toMatchObject({ code: 0, counts: { notarized: 1 }, spent: { estimated: 1 } });
  expect(await lab.mock.takenIn()).toHaveLength(1);
});

test('sending again what did arrive after all is stopped by the free check', async ({ lab }) => {
  const file = await watchOne(lab);
  await lab.mock.fault({ endpoint: ENDPOINT, times: 1, do: LOST });
  const forbidden = { kind: 'status', status: 403 } as const;
  await lab.mock.fault({ endpoint: 'listPrivateFiles', do: forbidden });
  expect(await lab.sync('--yes')).toMatchObject({ code: 1, counts: { confirming: 1 } });
  expect(await lab.ask(['file', 'resolve', file, '--check'])).toMatchObject({ code: 1 });
  await lab.mock.forgetRequests();
  const sent = await lab.ask(['file', 'resolve', file, '--send-again', '--yes']);
  expect(sent).toMatchObject({ code: 0, counts: { duplicate: 1 }, spent: { estimated: 0 } });
  expect(await lab.mock.paidRequests()).toEqual([]);
  expect(await lab.mock.takenIn()).toHaveLength(1);
});

test('a list that hides its length proves no absence; a check finds what comes late', async ({
  lab,
}) => {
  const file = await watchOne(lab, '--check', 'never');
  await lab.mock.read({ paging: 'empty-total', uploaded: 'replaced' });
  await lab.mock.fault({ endpoint: ENDPOINT, times: 1, do: LOST });
  const hidden = { kind: 'status', status: 403 } as const;
  const fault = await lab.mock.fault({ id: 'hide', endpoint: 'getPrivateMetadata', do: hidden });
  expect(await lab.sync('--yes')).toMatchObject({ code: 1, counts: { confirming: 1 } });
  expect(await lab.mock.hits(fault)).toBeGreaterThan(0);
  await letMinutesPass(lab, 11);
  const judged = await lab.sync('--yes');
  expect(judged.files[0]?.message).toContain('A new file on the service may be it');
  await lab.mock.clearFaults();
  const checked = await lab.ask<SyncedFile>(['file', 'resolve', file, '--check']);
  expect(checked.code).toBe(0);
  expect(['recording', 'notarized']).toContain(checked.state);
  expect(await lab.sync()).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(await lab.mock.takenIn()).toHaveLength(1);
});

test('only a file in doubt can be resolved, and with one decision', async ({ lab }) => {
  const file = await watchOne(lab);
  await lab.sync('--yes');
  const resolve = (...options: readonly string[]) => lab.run(['file', 'resolve', ...options]);
  const notarized = await resolve(file, '--leave');
  expect(notarized.code).toBe(2);
  expect(notarized.stderr).toContain(`nothing to decide about "${file}": it is "Notarized"`);
  for (const wrong of [[file], [file, '--check', '--leave']]) {
    const ended = await resolve(...wrong);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('one of --check, --send-again and --leave');
  }
  expect((await resolve('nowhere.csv', '--check')).stderr).toContain('knows no file');
});
