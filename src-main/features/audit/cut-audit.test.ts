/** An audit that ends early: cancelled by a person, resumed later, or cut off by a crash. */
import { expect, test } from 'vitest';
import { reopenState, temporaryState } from '../../test-support/temporary-state.ts';
import { auditedLab, LATER, never, ROOT } from './test-support/audited-lab.ts';

/** Ends the run after this many files were started. */
function stopAfter({ play }: ReturnType<typeof auditedLab>, files: number) {
  const stop = new AbortController();
  let begun = 0;
  play.mayRead = async (signal) => {
    if (begun === files) stop.abort(new Error('enough'));
    signal.throwIfAborted();
    begun += 1;
  };
  return stop.signal;
}

test('what a person cancels is kept as a part, and the next run reads the rest and what was written since', async () => {
  const own = auditedLab();
  for (let at = 0; at < 10; at += 1) own.notarize(`${at}.raw`, `content ${at}`);
  own.notarize('gone.raw', 'gone');
  own.play.files.delete('gone.raw');
  const cut = await own.run(stopAfter(own, 4));
  expect(cut.run).toMatchObject({ state: 'cancelled', totals: { verdicts: { missing: 0 } } });
  expect(cut.run.endedAtMs).not.toBeNull();
  expect(cut.run.totals.verdicts.proven).toBe(cut.rows.size);
  expect([2, 3, 4]).toContain(cut.rows.size);
  expect(own.state.audits.latestComplete(ROOT)).toBeNull();

  const [done = '', written = ''] = [...cut.rows.keys()];
  own.write(written, 'written since', { mtimeNs: LATER });
  own.play.reads = [];
  own.play.mayRead = async () => {};
  const { run: whole, rows } = await own.run(never, cut.run.id);
  expect(whole).toMatchObject({ id: cut.run.id, state: 'complete', resumptions: 1 });
  expect(own.play.reads).not.toContain(done);
  expect(own.play.reads).toContain(written);
  expect(rows.get(written)).toMatchObject({ verdict: 'changed', trace: 'edited' });
  expect(whole.totals.verdicts).toMatchObject({ proven: 9, changed: 1, missing: 1 });
  const lengths = [...own.play.files.values()].reduce((sum, { text }) => sum + text.length, 0);
  expect(whole.totals.bytes).toBe(lengths);
});

test('a death in the middle leaves a run that agrees with itself and is not whole', async () => {
  const { folder, state, clock } = temporaryState();
  const own = auditedLab({ folder, state, clock });
  for (let at = 0; at < 600; at += 1) own.notarize(`${at}.raw`, `content ${at}`);
  let begun = 0;
  own.play.mayRead = async () => {
    if ((begun += 1) === 450) throw new Error('the program dies');
  };
  await expect(own.run()).rejects.toThrow('the program dies');
  state.close();
  const again = reopenState(folder, clock);
  const [left] = again.audits.open();
  const { rows, total } = again.audits.range(left?.id ?? 0, {}, 0, 1_000);
  expect(left).toMatchObject({ state: 'running', endedAtMs: null });
  expect(total).toBeGreaterThan(0);
  expect(left?.totals.verdicts.proven).toBe(total);
  expect(rows.every(({ identity: key }) => key !== null && key !== '')).toBe(true);
  expect(again.audits.latestComplete(ROOT)).toBeNull();
  expect(again.audits.lastLookMs(left?.id ?? 0)).toBe(rows[0]?.checkedAtMs);
});
