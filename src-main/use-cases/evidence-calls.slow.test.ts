import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { filesIn } from '../features/evidence/bundle/test-support/sample-bundle.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';

const LARGE_BYTES = 60_000_000; // takes long enough to be met in the middle
const PATIENCE = { timeout: 60_000, interval: 5 };

/** A notarized folder of one small file, and a place for bundles. */
async function openLab() {
  const lab = await engineAtService();
  await lab.signIn();
  lab.write('lab/a.csv', 'a');
  const out = lab.at('out');
  fs.mkdirSync(out);
  await lab.watch('lab', { budgetCredits: 100 });
  await lab.fileIs(lab.at('lab/a.csv'), 'notarized');
  const choice = { asked: [lab.at('lab')] };
  const requested = { choice, contents: 'files', place: out, name: null } as const;
  /** Once the row of the file is that of a file of this size. */
  const seen = async (sizeBytes: number) => {
    await lab.call('folders.look', {});
    await lab.until(
      () => lab.call('files.explain', { path: lab.at('lab/a.csv') }),
      ({ file }) => file?.sizeBytes === sizeBytes && file.fileId !== null,
    );
  };
  const ended = ({ workId }: { readonly workId: string }) =>
    vi.waitFor(async () => {
      const work = await lab.call('evidence.work', { workId });
      if (work.state !== 'done') throw new Error(`the bundle is ${work.state}`);
      return work.report;
    }, PATIENCE);
  return { lab, out, requested, seen, ended, begin: () => lab.call('evidence.export', requested) };
}

test('a bundle is offered, begun, asked after, and given up in the middle of a file; two are not made at once', async () => {
  const { lab, out, requested, seen, ended, begin } = await openLab();
  const offer = await lab.call('evidence.offer', { choice: requested.choice });
  expect(offer).toMatchObject({ files: 1, withCopy: 1, unproven: 0, contentBytes: 1 });
  const work = await begin();
  const second = await lab.faultOf('evidence.export', requested);
  expect(second).toEqual({ kind: 'no-evidence', why: { kind: 'busy' } });
  const report = await ended(work);
  expect(report.isComplete).toBe(true);
  expect(report.path).toBe(path.join(out, offer.name));
  await lab.call('evidence.cancel', work); // it has ended, and stays
  const check = await lab.call('evidence.check', { paths: [report.path] });
  expect(check).toMatchObject({ result: 'proven', counts: { files: 1, confirmed: 1 } });
  const unknown = await lab.faultOf('evidence.work', { workId: 'none' });
  expect(unknown).toMatchObject({ why: { kind: 'unknown-work' } });
  fs.rmSync(report.path, { recursive: true });

  fs.truncateSync(lab.write('lab/a.csv', ''), LARGE_BYTES);
  await seen(LARGE_BYTES);
  const broken = await begin();
  await vi.waitFor(() => {
    const copied = filesIn(out);
    if (!copied.some((file) => file.endsWith('a.csv'))) throw new Error(`only ${copied.join()}`);
  }, PATIENCE);
  await lab.call('evidence.cancel', broken);
  expect(await lab.call('evidence.work', broken)).toEqual({ state: 'cancelled' });
  expect(fs.readdirSync(out)).toEqual([]);

  lab.write('lab/a.csv', 'a');
  await seen(1);
  await ended(await begin());
  expect(fs.readdirSync(out)).toHaveLength(1);
  expect(lab.errors).toEqual([]);
});

test('a saved certificate that cannot be read is named, and not the place of the bundle', async () => {
  const { lab, ended, begin } = await openLab();
  await lab.until(
    () => lab.call('files.explain', { path: lab.at('lab/a.csv') }),
    ({ file }) => file !== null && file.certificatePdf !== null,
  );
  const { file } = await lab.call('files.explain', { path: lab.at('lab/a.csv') });
  const pdf = file?.certificatePdf ?? '';
  fs.rmSync(pdf);
  fs.mkdirSync(pdf); // reading it fails with a code of the system
  const report = await ended(await begin());
  expect(report.files).toMatchObject([
    { content: { kind: 'included' }, certificate: { kind: 'not-had' } },
  ]);
});
