/** How an audit uses the findings of an earlier one. */
import { describe, expect, test } from 'vitest';
import { auditedLab, LATER } from './test-support/audited-lab.ts';

describe('changes without a trace', () => {
  test('bytes that differ while size and all times stand are silent, and news until they are right again', async () => {
    const { state, notarize, write, run } = auditedLab();
    notarize('a.raw', 'one');
    notarize('b.raw', 'two');
    write('a.raw', 'oNe'); // size, mtime and ctime as before
    write('b.raw', 'tWo', { ctimeNs: LATER });
    const found = await run();
    expect(found.rows.get('a.raw')).toMatchObject({ verdict: 'changed', trace: 'silent' });
    expect(found.rows.get('b.raw')).toMatchObject({ verdict: 'changed', trace: 'disguised' });
    expect(found.run.totals).toMatchObject({ silent: 2, verdicts: { changed: 2 } });
    expect(found.silent).toEqual({ files: 2, runId: found.run.id });

    state.fixity.acknowledge(found.run.id);
    expect((await run()).silent).toBeNull(); // the same bytes are not reported again
    write('a.raw', 'onE');
    expect((await run()).silent).toMatchObject({ files: 1 });
    write('a.raw', 'one');
    expect((await run()).silent).toBeNull();
  });

  test('a silent change that is edited or deleted since is no silent one any more', async () => {
    const { play, notarize, write, run } = auditedLab();
    notarize('a.raw', 'one');
    notarize('b.raw', 'two');
    write('a.raw', 'oNe');
    write('b.raw', 'tWo');
    expect((await run()).silent).toMatchObject({ files: 2 });
    play.reading = () => ({ kind: 'unreadable', errno: 'EIO' });
    expect((await run()).silent).toMatchObject({ files: 2 }); // that proves nothing
    play.reading = () => null;
    write('a.raw', 'one more', { mtimeNs: LATER });
    expect((await run()).silent).toMatchObject({ files: 1 });
    play.files.delete('b.raw');
    expect((await run()).silent).toBeNull();
  });
});

describe('folders that are not watched', () => {
  test('what an audit proved is known to the next: changed, silently or not, and missing', async () => {
    const { play, notarize, write, run } = auditedLab();
    for (const name of ['a', 'b', 'c', 'd']) notarize(`${name}.raw`, name, false);
    write('e.raw', 'nobody knows it');
    expect((await run()).run.totals.verdicts).toMatchObject({ proven: 4, 'never-notarized': 1 });
    write('a.raw', 'A');
    write('b.raw', 'B', { mtimeNs: LATER });
    play.files.delete('c.raw');
    play.files.delete('e.raw');
    const second = await run();
    expect(second.rows.get('a.raw')).toMatchObject({ verdict: 'changed', trace: 'silent' });
    expect(second.rows.get('b.raw')).toMatchObject({ trace: 'edited', record: { name: 'b.raw' } });
    expect(second.rows.get('c.raw')).toMatchObject({ verdict: 'missing' });
    expect(second.rows.has('e.raw')).toBe(false);

    const third = await run(); // a change stays a change; what is missing was already reported
    expect(third.rows.get('a.raw')).toMatchObject({ verdict: 'changed', trace: 'silent' });
    expect(third.rows.has('c.raw')).toBe(false);
  });

  test('where the ledger has its own word about a path, that counts', async () => {
    const { play, notarize, run } = auditedLab();
    notarize('a.raw', 'one', false);
    notarize('b.raw', 'two', false);
    await run();
    play.files.delete('a.raw');
    const watched = { state: 'remote_only', hold: null, isLeftOut: false } as const;
    play.ledger.set('a.raw', { expected: null, watched });
    expect((await run()).rows.has('a.raw')).toBe(false);
  });
});
