import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PRODUCT } from '../../src-shared/model/text/product.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { valueOf } from '../test-support/value-of.ts';
import { openCore } from './create-core.ts';
import { gatherDiagnostics, withoutHome } from './diagnostics.ts';
import { realClock } from '../platform/real-ports.ts';

const packageFile = new URL('../../package.json', import.meta.url);

/** A report from a fresh data folder, whose log of mistakes reads like this. */
async function reportOf(log: ((home: string) => string) | null, versions = process.versions) {
  const home = temporaryFolder();
  const dataFolder = path.join(home, 'labseal');
  const network = { httpsProxy: null, noProxy: null, authoritiesFile: null };
  const settings = { dataFolder, server: null, tokenStore: 'memory', network } as const;
  const core = valueOf(await openCore(settings));
  if (log !== null) fs.writeFileSync(path.join(dataFolder, 'errors.log'), log(home));
  const parts = { core, clock: realClock, dataFolder, engine: null, home, versions };
  const report = await gatherDiagnostics(parts);
  await core.close();
  return { report, home };
}

const entry = (number: number, details: string) =>
  JSON.stringify({ at: 'then', id: `m${number}`, where: 'files.show', details });

test('a report says what this Labseal is, also before anybody has signed in', async () => {
  const { report } = await reportOf(null);
  expect(report).toMatchObject({
    program: { name: 'Labseal', version: PRODUCT.version, node: process.versions.node },
    dataFolder: `~${path.sep}labseal`,
    service: null,
    session: { state: 'signed-out', kept: null },
    account: null,
    mistakes: [],
  });
});

test('of a window the report has the versions of what it is made of', async () => {
  const versions = { ...process.versions, electron: '45.4.1', chrome: '156.0.1' };
  const { report } = await reportOf(null, versions);
  expect(report.program).toMatchObject({ electron: '45.4.1', chromium: '156.0.1' });
  expect((await reportOf(null)).report.program).not.toHaveProperty('electron');
});

test('of our mistakes it has the latest, without what opens a door, who somebody is, or a line that was cut', async () => {
  const lines = Array.from({ length: 25 }, (_, number) => entry(number, `${number}`));
  const secrets = 'password: "hush-hush", ada@lab.example, Bearer abc.def.ghi';
  const { report, home } = await reportOf((atHome) =>
    [...lines, entry(26, `at ${atHome}/x, ${secrets}`), '{"at":"th'].join('\n'),
  );
  expect(report.mistakes).toHaveLength(19); // of the last twenty lines one is half
  expect(report.mistakes.at(-1)?.id).toBe('m26');
  const text = JSON.stringify(report);
  for (const secret of ['hush-hush', 'ada@lab.example', 'abc.def.ghi', home]) {
    expect(text).not.toContain(secret);
  }
});

test('paths stand in it as a person knows them', () => {
  expect(withoutHome('/home/ada/data/ms2', '/home/ada')).toBe('~/data/ms2');
  expect(withoutHome('C:\\Users\\Ada\\ms2 C:/Users/Ada', 'C:\\Users\\Ada')).toBe('~\\ms2 ~');
  expect(withoutHome('/data/ms2', '/')).toBe('/data/ms2');
  expect(withoutHome('/home/adam/x /home/ada', '/home/ada')).toBe('/home/adam/x ~');
});

test('the program says of itself what its package says', () => {
  const own = JSON.parse(fs.readFileSync(packageFile, 'utf8')) as Record<string, unknown>;
  expect([own['version'], own['license']]).toEqual([PRODUCT.version, PRODUCT.licence]);
});
