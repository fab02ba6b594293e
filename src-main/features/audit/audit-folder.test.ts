import { expect, test } from 'vitest';
import { identityKey } from '../../platform/disk/file-identity.ts';
import { identity } from '../../test-support/temporary-state.ts';
import type { AuditLookAt } from './audit-writer.ts';
import { auditedLab } from './test-support/audited-lab.ts';
import { sha256Of } from '../../test-support/digests.ts';

/** The result of reading a file in a folder that a rule excludes: the walk does not enter it. */
const beyondTheWalk = (hidden: string, text: string) => (path: string) =>
  path === hidden
    ? ({
        kind: 'read',
        blake3: `b3 ${text}`,
        sha256: sha256Of(text),
        sizeBytes: text.length,
        identity: identity(),
      } satisfies AuditLookAt)
    : null;

test('every file is read, however untouched it looks, and what the rules leave out is counted (P22)', async () => {
  const { state, play, notarize, write, run } = auditedLab();
  notarize('a.raw', 'one');
  notarize('sub/b.raw', 'two');
  write('new.raw', 'three');
  write('x.tmp', 'four');
  play.others.push({ kind: 'link', path: 'l' }, { kind: 'special', path: 'fifo' });
  play.others.push({ kind: 'left-out-folder', path: 'cache' });
  const { run: kept, rows } = await run();
  expect(kept).toMatchObject({ state: 'complete', hasProvenRows: true });
  expect(kept.totals).toMatchObject({
    verdicts: { proven: 2, 'never-notarized': 1, missing: 0 },
    bytes: 'onetwothree'.length,
    ignoredFiles: 1,
    ignoredFolders: 1,
    links: 1,
    special: 1,
  });
  expect(play.reads.toSorted()).toEqual(['a.raw', 'new.raw', 'sub/b.raw']);
  expect([...rows.keys()]).toEqual(['new.raw', 'a.raw', 'sub/b.raw']); // problems first
  // A row holds both fingerprints, and the file's state when it was read.
  const row = state.audits.rowsAfter(kept.id, 0, 10).find(({ path }) => path === 'a.raw');
  const own = identityKey(play.files.get('a.raw')?.identity ?? identity());
  const read = { sha256: sha256Of('one'), blake3: 'b3 one', sizeBytes: 3, identity: own };
  expect(row).toMatchObject(read);
  expect(play.reported).toBeGreaterThan(0);
});

test('what is notarized is read although a rule leaves it out by now, and bytes are found there', async () => {
  const { play, notarize, run } = auditedLab();
  notarize('a.tmp', 'one');
  notarize('cache/b.raw', 'two');
  notarize('z.raw', 'new');
  play.files.delete('cache/b.raw');
  play.files.delete('z.raw');
  play.others.push({ kind: 'left-out-folder', path: 'cache' });
  play.reading = beyondTheWalk('cache/b.raw', 'new');
  const { rows } = await run();
  expect(rows.get('a.tmp')).toMatchObject({ verdict: 'proven' });
  expect(rows.get('cache/b.raw')).toMatchObject({ verdict: 'changed' });
  expect(rows.get('z.raw')).toMatchObject({ verdict: 'missing', foundAt: 'cache/b.raw' });
});

test('a file that its row leaves out is not read, unless something is notarized there', async () => {
  const { play, write, run } = auditedLab();
  write('earlier.raw', 'there before the folder was watched');
  const watched = { state: 'ignored', hold: null, isLeftOut: true } as const;
  play.ledger.set('earlier.raw', { expected: null, watched });
  const { run: kept, rows } = await run();
  expect([rows.size, kept.totals.ignoredFiles, play.reads]).toEqual([0, 1, []]);
});

test('what is gone is missing, unless its bytes have another name in the folder', async () => {
  const { play, notarize, write, run } = auditedLab();
  notarize('gone.raw', 'one');
  notarize('old-name.raw', 'two');
  play.files.clear();
  write('new-name.raw', 'two');
  const { run: kept, rows } = await run();
  expect(rows.get('gone.raw')).toMatchObject({ verdict: 'missing', foundAt: null });
  expect(rows.get('old-name.raw')).toMatchObject({ foundAt: 'new-name.raw' });
  expect(rows.get('new-name.raw')).toMatchObject({ verdict: 'proven', reason: 'other-name' });
  expect(kept.totals).toMatchObject({ verdicts: { missing: 2, proven: 1 }, moved: 1 });
});

test('a file that grows while it is read is tried three times, and then cannot be told', async () => {
  const { play, notarize, run } = auditedLab();
  notarize('grows.raw', 'one');
  notarize('saved.raw', 'two');
  notarize('again.raw', 'three');
  const readsOf = (path: string) => play.reads.filter((read) => read === path).length;
  play.reading = (path) => {
    if (path === 'grows.raw') return { kind: 'changed' };
    // A new version that is notarized during reading is not a change.
    if (path === 'again.raw' && readsOf(path) === 1) notarize(path, 'four');
    return path === 'saved.raw' && readsOf(path) === 1 ? { kind: 'changed' } : null;
  };
  const { rows } = await run();
  expect(rows.get('grows.raw')).toMatchObject({ verdict: 'unsure', reason: 'changing' });
  expect(rows.get('saved.raw')).toMatchObject({ verdict: 'proven' });
  expect(rows.get('again.raw')).toMatchObject({ verdict: 'proven', reason: 'own-record' });
  expect(['grows.raw', 'saved.raw', 'again.raw'].map(readsOf)).toEqual([3, 2, 2]);
});

test('what cannot be read is said: files, folders, names that are no text, however they look', async () => {
  const { play, notarize, run } = auditedLab();
  notarize('closed.raw', 'one');
  notarize('locked/in.raw', 'two');
  play.files.delete('locked/in.raw');
  play.reading = () => ({ kind: 'unreadable', errno: 'EACCES' });
  const unreadable = { kind: 'unreadable', errno: 'unusable-name', isFolder: false } as const;
  const odd = { ...unreadable, path: '\uFFFD' };
  play.others.push(odd, odd, { ...unreadable, path: 'locked', errno: 'EACCES', isFolder: true });
  const { rows, run: kept } = await run();
  expect(kept.totals.verdicts).toMatchObject({ unreadable: 5, missing: 0 });
  const closed = { errno: 'EACCES', record: { name: 'closed.raw' } };
  expect(rows.get('closed.raw')).toMatchObject(closed);
  expect(rows.get('locked/in.raw')).toMatchObject({ record: { name: 'locked/in.raw' } });
  expect(rows.get('locked')).toMatchObject({ isFolder: true, record: null });
  expect(rows.get('\uFFFD (2)')).toMatchObject({ errno: 'unusable-name' });
});

test('nothing is missing in a folder that is away, or empty all of a sudden', async () => {
  for (const rootIdentity of [null, 'disk 1']) {
    const { play, notarize, run } = auditedLab();
    notarize('a.raw', 'one');
    play.files.clear();
    play.rootIdentity = rootIdentity;
    const { run: kept } = await run();
    expect(kept).toMatchObject({ state: 'no-folder', totals: { verdicts: { missing: 0 } } });
  }
  // An audit that is not known is treated like any other.
  expect((await auditedLab().run()).run.state).toBe('complete');
});

test('nothing is missing when the drive goes while it is read; what was read is kept', async () => {
  const { play, notarize, run } = auditedLab();
  notarize('a.raw', 'one');
  notarize('b.raw', 'two');
  play.reading = (path) => {
    play.rootIdentity = 'the mount point';
    return path === 'b.raw' ? { kind: 'absent' } : null;
  };
  const { run: kept, rows } = await run();
  expect(kept.state).toBe('no-folder');
  expect([...rows]).toMatchObject([['a.raw', { verdict: 'proven' }]]);
});
