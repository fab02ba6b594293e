import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../uploads/test-support/upload-server.ts';
import { openFaultFile } from './fault-file.ts';
import { makeFaults } from './faults.ts';
import { defaultReadings, Readings } from './readings.ts';

const hang = { endpoint: '*', do: { kind: 'hang' } } as const;

const kinds = (faults: ReturnType<typeof makeFaults>) => faults.list().map((rule) => rule.do.kind);

async function open(content: unknown) {
  const folder = await temporaryFolder();
  const path = join(folder, 'faults.json');
  let stampSeconds = 1_000;
  const write = async (next: unknown) => {
    await writeFile(path, typeof next === 'string' ? next : JSON.stringify(next));
    stampSeconds += 1;
    await utimes(path, stampSeconds, stampSeconds);
  };
  await write(content);
  let readings = defaultReadings();
  const faults = makeFaults([]);
  const problems: string[] = [];
  const parts = {
    faults,
    setReadings: (change: Partial<Readings>) => {
      readings = Readings.parse({ ...readings, ...change });
    },
    report: (problem: Error) => void problems.push(problem.message),
  };
  const file = await openFaultFile(path, parts);
  return { file, write, faults, problems, readings: () => readings };
}

test('the fault file is applied at the start, and again when it has changed', async () => {
  const { file, write, faults, readings } = await open({
    readings: { paging: 'ignored' },
    faults: [hang],
  });
  expect([readings().paging, kinds(faults)]).toEqual(['ignored', ['hang']]);
  faults.add({ id: 'by hand', endpoint: '*', do: { kind: 'drop' } });
  await file.refresh();
  expect(kinds(faults)).toEqual(['hang', 'drop']);
  await write({ faults: [{ endpoint: '*', do: { kind: 'html' } }] });
  await file.refresh();
  expect([readings().paging, kinds(faults)]).toEqual(['ignored', ['drop', 'html']]);
});

test.each<[string, unknown, string]>([
  ['no JSON', '{', 'JSON'],
  ['an unknown key', { fault: [] }, 'fault'],
  ['a wrong rule', { faults: [{ endpoint: '*', do: { kind: 'explode' } }] }, 'kind'],
  ['a wrong reading', { readings: { paging: 'x' } }, 'paging'],
])(
  '%s in the fault file: an error at the start, no change while running',
  async (_what, wrong, mentions) => {
    await expect(open(wrong)).rejects.toThrow(
      new RegExp(`faults\\.json cannot be used: .*${mentions}`, 's'),
    );
    const { file, write, faults, problems } = await open({ faults: [hang] });
    await write(wrong);
    await file.refresh();
    await file.refresh();
    expect(problems).toEqual([expect.stringContaining(mentions)]);
    expect(kinds(faults)).toEqual(['hang']);
  },
);

test('a missing fault file is an error at the start', async () => {
  const folder = join(await temporaryFolder(), 'empty');
  await mkdir(folder);
  const parts = { faults: makeFaults([]), setReadings: () => undefined, report: () => undefined };
  await expect(openFaultFile(join(folder, 'none.json'), parts)).rejects.toThrow('none.json');
});
