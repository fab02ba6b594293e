import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { EvidenceWork } from '../../../src-shared/bridge/evidence-calls.ts';
import { filesIn } from '../../certificates/evidence/test-support/sample-bundle.ts';
import { engineAtService, type EngineAtService } from '../../test-support/engine-at-service.ts';
import { assignment, folderRules } from '../../test-support/temporary-state.ts';

const never = new AbortController().signal;
const LARGE_BYTES = 60_000_000; // takes long enough to be met in the middle

async function ended(lab: EngineAtService, workId: string): Promise<EvidenceWork> {
  for (;;) {
    const work = await lab.call('evidence.work', { workId });
    if (work.state !== 'running') return work;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A notarized folder of one small file, and a place for bundles. */
async function openLab() {
  const lab = await engineAtService();
  await lab.signIn();
  lab.write('lab/a.csv', 'a');
  fs.mkdirSync(lab.at('out'));
  const rules = folderRules({
    assignment: assignment({ projectId: await lab.projectId(), checkPolicy: 'never' }),
    settleSeconds: 0,
    budgetCredits: 100,
  });
  await lab.call('folders.add', { path: lab.at('lab'), rules });
  const sort = { by: 'name', isDescending: false } as const;
  const all = () => lab.call('files.range', { filter: {}, sort, first: 0, count: 10 });
  await lab.until(all, ({ rows }) => rows.length === 1 && rows[0]?.state === 'notarized');
  const wish = { contents: 'files', place: lab.at('out'), name: null } as const;
  return { lab, all, wish, choice: { asked: [lab.at('lab')] } };
}

test('a bundle is offered, begun, asked after, and given up in the middle of a file; two are not made at once', async () => {
  const { lab, all, wish, choice } = await openLab();
  const offer = await lab.call('evidence.offer', { choice });
  expect(offer).toMatchObject({ files: 1, withCopy: 1, unproven: 0, contentBytes: 1 });
  const { workId } = await lab.call('evidence.export', { ...wish, choice });
  const second = await lab.serve('evidence.export', { ...wish, choice }, never);
  expect(second).toEqual({ ok: false, fault: { kind: 'no-evidence', why: { kind: 'busy' } } });
  const work = await ended(lab, workId);
  expect(work).toMatchObject({ state: 'done', report: { isComplete: true } });
  if (work.state !== 'done') throw new Error(work.state);
  expect(path.dirname(work.report.path)).toBe(lab.at('out'));
  expect(path.basename(work.report.path)).toBe(offer.name);
  await lab.call('evidence.cancel', { workId }); // it has ended, and stays
  expect(fs.existsSync(work.report.path)).toBe(true);
  const check = await lab.call('evidence.check', { path: work.report.path });
  expect(check).toMatchObject({ isWhole: true, certified: 1 });
  expect(await lab.serve('evidence.work', { workId: 'none' }, never)).toMatchObject({
    fault: { why: { kind: 'unknown-work' } },
  });
  fs.rmSync(work.report.path, { recursive: true });

  const large = fs.openSync(lab.at('lab/a.csv'), 'w');
  fs.ftruncateSync(large, LARGE_BYTES);
  fs.closeSync(large);
  await lab.until(all, ({ rows }) => rows.every(({ fileId }) => fileId !== null));
  const broken = await lab.call('evidence.export', { ...wish, choice });
  const isCopying = () => filesIn(lab.at('out')).some((file) => file.endsWith('a.csv'));
  while (!isCopying()) await new Promise((resolve) => setTimeout(resolve, 2));
  await lab.call('evidence.cancel', broken);
  expect(await lab.call('evidence.work', broken)).toEqual({ state: 'cancelled' });
  expect(fs.readdirSync(lab.at('out'))).toEqual([]);

  lab.write('lab/a.csv', 'a');
  await lab.until(all, ({ rows }) => rows.every(({ sizeBytes }) => sizeBytes === 1));
  const again = await lab.call('evidence.export', { ...wish, choice });
  expect(await ended(lab, again.workId)).toMatchObject({ state: 'done' });
  expect(fs.readdirSync(lab.at('out'))).toHaveLength(1);
  expect(lab.errors).toEqual([]);
}, 60_000);
