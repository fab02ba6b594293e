import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../src-shared/model/audit.ts';
import { identityKey, type FileIdentity } from '../ports/file-identity.ts';
import { identity, reopenState, temporaryState } from '../test-support/temporary-state.ts';
import { auditFolder } from './audit-folder.ts';
import type { AuditExpectation } from './audit-judge.ts';
import type { AuditEntry, AuditLookAt, AuditPorts, KnownPath } from './audit-ports.ts';

const ROOT = '/data';
const never = new AbortController().signal;
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const endOnAbort = () => 'cancelled' as const;

const recordOf = (name: string): AuditRecord => ({
  fileId: `id of ${name}`,
  projectId: 'project-1',
  visibility: 'private',
  name,
  status: 'Available',
  provenAtMs: 1,
});

interface PlayedFile {
  readonly text: string;
  readonly identity: FileIdentity;
}

/** A folder in memory, a ledger that knows what was notarized, and the real database. */
function lab({ state, clock } = temporaryState()) {
  const files = new Map<string, PlayedFile>();
  const ledger = new Map<string, KnownPath>();
  const contents = new Map<string, AuditRecord>();
  const play = {
    files,
    ledger,
    /** Instead of the files' own entries. */
    others: [] as AuditEntry[],
    rootIdentity: 'disk 1' as string | null,
    reads: [] as string[],
    told: 0,
    /** What a reading comes to, if it is not that of the file. */
    reading: (_path: string): AuditLookAt | null => null,
    /** Before each file. */
    async mayRead(_signal: AbortSignal): Promise<void> {},
  };
  const write = (path: string, text: string, over: Partial<FileIdentity> = {}) => {
    const ino = files.get(path)?.identity.ino ?? String(files.size + 100);
    files.set(path, { text, identity: identity({ ino, sizeBytes: text.length, ...over }) });
  };
  /** Writes a file that is notarized under its path. */
  const notarize = (path: string, text: string, isWatched = true) => {
    write(path, text);
    const record = recordOf(path);
    contents.set(digest(text), record);
    if (!isWatched) return;
    const expected: AuditExpectation = {
      sha256: digest(text),
      identity: files.get(path)?.identity ?? null,
      record,
      isCopy: false,
    };
    const watched = { state: 'notarized', hold: null, isLeftOut: false } as const;
    ledger.set(path, { expected, watched });
  };
  const ports: AuditPorts = {
    clock,
    state,
    absolute: (path) => `${ROOT}/${path}`,
    prepare: async () => {},
    identify: async () => play.rootIdentity,
    async *walk() {
      yield [
        ...[...files].map(([path, file]): AuditEntry => {
          const isLeftOut = path.endsWith('.tmp');
          return { kind: 'file', path, identity: file.identity, isLeftOut };
        }),
        ...play.others,
      ];
    },
    async read(absolute, onRead): Promise<AuditLookAt> {
      const path = absolute.slice(ROOT.length + 1);
      play.reads.push(path);
      const played = play.reading(path);
      if (played !== null) return played;
      const file = files.get(path);
      if (file === undefined) return { kind: 'absent' };
      const { text, identity: own } = file;
      onRead(text.length);
      return {
        kind: 'read',
        blake3: `b3 ${text}`,
        sha256: digest(text),
        sizeBytes: text.length,
        identity: own,
      };
    },
    knownOf: (path) => ledger.get(path) ?? { expected: null, watched: null },
    *expected() {
      for (const [path, { expected }] of ledger) if (expected !== null) yield [path, expected];
    },
    lookUp(_path, { sha256 }) {
      const record = contents.get(sha256);
      const known = record === undefined ? [] : [{ record, basis: 'sent' as const }];
      return { known, isOnPlatform: false, gap: null };
    },
    mayRead: (signal) => play.mayRead(signal),
    onProgress: () => void (play.told += 1),
  };

  async function run(signal = never, id?: number) {
    const { audits } = state;
    const begun = {
      root: ROOT,
      folderId: null,
      startedBy: 'person',
      beganAtMs: clock.nowMs(),
    } as const;
    const own = id ?? audits.begin(begun);
    const totals = id === undefined ? audits.run(own)?.totals : audits.resume(own);
    if (totals === undefined) throw new Error('the run was not kept');
    const job = { id: own, root: ROOT, totals, isResumed: id !== undefined, readers: 2 };
    await clock.play(auditFolder({ ...job, endOnAbort }, ports, signal));
    const kept = audits.run(own);
    if (kept === null) throw new Error('the run was not kept');
    const rows = new Map(
      audits.range(own, {}, 0, 1_000).rows.map((row) => [row.path, row.finding] as const),
    );
    return { run: kept, rows, silent: state.bitRotWatch.silentNews() };
  }

  return { state, clock, play, write, notarize, run };
}

const LATER = '1700000000000000000';

describe('one audit', () => {
  test('[AU1] every file is read, however untouched it looks, and what the rules leave out is counted', async () => {
    const { play, notarize, write, run } = lab();
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
  });

  test('[AU7] what is notarized is read although a rule leaves it out by now', async () => {
    const { play, notarize, run } = lab();
    notarize('a.tmp', 'one');
    notarize('cache/b.raw', 'two');
    play.files.delete('cache/b.raw'); // the walk does not come there
    play.others.push({ kind: 'left-out-folder', path: 'cache' });
    play.reading = (path) =>
      path === 'cache/b.raw'
        ? { kind: 'read', blake3: 'b', sha256: digest('2'), sizeBytes: 3, identity: identity() }
        : null;
    const { rows } = await run();
    expect(rows.get('a.tmp')).toMatchObject({ verdict: 'proven' });
    expect(rows.get('cache/b.raw')).toMatchObject({ verdict: 'changed' });
  });

  test('[AU7] a file that its row leaves out is not read, unless something is notarized there', async () => {
    const { play, write, run } = lab();
    write('earlier.raw', 'there before the folder was watched');
    const watched = { state: 'ignored', hold: null, isLeftOut: true } as const;
    play.ledger.set('earlier.raw', { expected: null, watched });
    const { run: kept, rows } = await run();
    expect([rows.size, kept.totals.ignoredFiles, play.reads]).toEqual([0, 1, []]);
  });

  test('[AU5] a file is moved too when its bytes lie in a folder that a rule leaves out', async () => {
    const { play, notarize, run } = lab();
    notarize('a.raw', 'one');
    notarize('cache/b.raw', 'two');
    notarize('z.raw', 'two');
    const inside = play.files.get('cache/b.raw');
    play.files.delete('cache/b.raw'); // the walk does not come there
    play.files.delete('z.raw');
    play.reading = (path) =>
      path === 'cache/b.raw' && inside !== undefined
        ? {
            kind: 'read',
            blake3: 'b',
            sha256: digest('two'),
            sizeBytes: 3,
            identity: inside.identity,
          }
        : null;
    const { rows } = await run();
    expect(rows.get('cache/b.raw')).toMatchObject({ verdict: 'proven' });
    expect(rows.get('z.raw')).toMatchObject({ verdict: 'missing', foundAt: 'cache/b.raw' });
  });

  test('[AU5] what is gone is missing, unless its bytes have another name in the folder', async () => {
    const { play, notarize, write, run } = lab();
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

  test('[AU4] a file that grows while it is read is tried three times, and then cannot be told', async () => {
    const { play, notarize, run } = lab();
    notarize('grows.raw', 'one');
    notarize('saved.raw', 'two');
    let tries = 0;
    play.reading = (path) => {
      if (path === 'grows.raw') return { kind: 'changed' };
      return (tries += 1) === 1 ? { kind: 'changed' } : null;
    };
    const { rows } = await run();
    expect(rows.get('grows.raw')).toMatchObject({ verdict: 'unsure', reason: 'changing' });
    expect(play.reads.filter((path) => path === 'grows.raw')).toHaveLength(3);
    expect(rows.get('saved.raw')).toMatchObject({ verdict: 'proven' });
  });

  test('[AU3] a new version that is notarized while the file is read is no change', async () => {
    const { play, notarize, run } = lab();
    notarize('a.raw', 'one');
    play.reading = () => {
      if (play.reads.length === 1) notarize('a.raw', 'two');
      return null;
    };
    const { rows } = await run();
    expect(rows.get('a.raw')).toMatchObject({ verdict: 'proven', reason: 'own-record' });
    expect(play.reads).toEqual(['a.raw', 'a.raw']);
  });

  test('[AU4] what cannot be read is said: files, folders, names that are no text, however they look', async () => {
    const { play, notarize, run } = lab();
    notarize('closed.raw', 'one');
    notarize('locked/in.raw', 'two');
    play.files.delete('locked/in.raw');
    play.reading = () => ({ kind: 'unreadable', errno: 'EACCES' });
    const odd = {
      kind: 'unreadable',
      path: '\uFFFD',
      errno: 'unusable-name',
      isFolder: false,
    } as const;
    play.others.push(odd, odd);
    play.others.push({ kind: 'unreadable', path: 'locked', errno: 'EACCES', isFolder: true });
    const { rows, run: kept } = await run();
    expect(kept.totals.verdicts).toMatchObject({ unreadable: 5, missing: 0 });
    expect(rows.get('closed.raw')).toMatchObject({
      errno: 'EACCES',
      record: { name: 'closed.raw' },
    });
    expect(rows.get('locked/in.raw')).toMatchObject({ record: { name: 'locked/in.raw' } });
    expect(rows.get('locked')).toMatchObject({ isFolder: true, record: null });
    expect(rows.get('\uFFFD (2)')).toMatchObject({ errno: 'unusable-name' });
  });

  test.each([
    ['is away', null],
    ['is empty all of a sudden', 'disk 1'],
  ])('[AU9] nothing is missing in a folder that %s', async (_what, rootIdentity) => {
    const { play, notarize, run } = lab();
    notarize('a.raw', 'one');
    play.files.clear();
    play.rootIdentity = rootIdentity;
    const { run: kept } = await run();
    expect(kept).toMatchObject({ state: 'no-folder', totals: { verdicts: { missing: 0 } } });
  });

  test('[AU9] nothing is missing when the drive goes while it is read; what was read is kept', async () => {
    const { play, notarize, run } = lab();
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

  test('[AU9] an empty folder of which nothing is known is an audit like any other', async () => {
    expect((await lab().run()).run.state).toBe('complete');
  });
});

describe('changes without a trace', () => {
  test('[AU18] bytes that differ while size and all times stand are silent, and news until they are right again', async () => {
    const { state, notarize, write, run } = lab();
    notarize('a.raw', 'one');
    notarize('b.raw', 'two');
    write('a.raw', 'oNe'); // size, mtime and ctime as before
    write('b.raw', 'tWo', { ctimeNs: LATER });
    const found = await run();
    expect(found.rows.get('a.raw')).toMatchObject({ verdict: 'changed', trace: 'silent' });
    expect(found.rows.get('b.raw')).toMatchObject({ verdict: 'changed', trace: 'disguised' });
    expect(found.run.totals).toMatchObject({ silent: 2, verdicts: { changed: 2 } });
    expect(found.silent).toEqual({ files: 2, runId: found.run.id });

    state.bitRotWatch.acknowledge(found.run.id);
    expect((await run()).silent).toBeNull(); // the same bytes are no news
    write('a.raw', 'onE');
    expect((await run()).silent).toMatchObject({ files: 1 });
    write('a.raw', 'one');
    expect((await run()).silent).toBeNull();
  });

  test('[AU18] a silent change that is edited or deleted since is no silent one any more', async () => {
    const { play, notarize, write, run } = lab();
    notarize('a.raw', 'one');
    notarize('b.raw', 'two');
    write('a.raw', 'oNe');
    write('b.raw', 'tWo');
    expect((await run()).silent).toMatchObject({ files: 2 });
    play.reading = () => ({ kind: 'unreadable', errno: 'EIO' });
    expect((await run()).silent).toMatchObject({ files: 2 }); // that says nothing
    play.reading = () => null;
    write('a.raw', 'one more', { mtimeNs: LATER });
    expect((await run()).silent).toMatchObject({ files: 1 });
    play.files.delete('b.raw');
    expect((await run()).silent).toBeNull();
  });
});

describe('folders that are not watched', () => {
  test('[AU8] what an audit proved is known to the next: changed, silently or not, and missing', async () => {
    const { play, notarize, write, run } = lab();
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

    const third = await run(); // a change stays one, what is missing was said
    expect(third.rows.get('a.raw')).toMatchObject({ verdict: 'changed', trace: 'silent' });
    expect(third.rows.has('c.raw')).toBe(false);
  });

  test('[AU8] where the ledger has its own word about a path, that counts', async () => {
    const { play, notarize, run } = lab();
    notarize('a.raw', 'one', false);
    notarize('b.raw', 'two', false);
    await run();
    play.files.delete('a.raw');
    const watched = { state: 'remote_only', hold: null, isLeftOut: false } as const;
    play.ledger.set('a.raw', { expected: null, watched });
    expect((await run()).rows.has('a.raw')).toBe(false);
  });
});

/** Ends the run when so many files were begun. */
function stopAfter({ play }: ReturnType<typeof lab>, files: number) {
  const stop = new AbortController();
  let begun = 0;
  play.mayRead = async (signal) => {
    if (begun === files) stop.abort(new Error('enough'));
    signal.throwIfAborted();
    begun += 1;
  };
  return stop.signal;
}

describe('an audit that ends early', () => {
  test('[AU11] what a person cancels is kept as a part, and nothing is missing in it', async () => {
    const own = lab();
    for (let at = 0; at < 10; at += 1) own.notarize(`${at}.raw`, `content ${at}`);
    own.notarize('gone.raw', 'gone');
    own.play.files.delete('gone.raw');
    const { run: kept, rows } = await own.run(stopAfter(own, 4));
    expect(kept).toMatchObject({ state: 'cancelled', totals: { verdicts: { missing: 0 } } });
    expect(kept.endedAtMs).not.toBeNull();
    expect(kept.totals.verdicts.proven).toBe(rows.size);
    expect(rows.size).toBeGreaterThan(0);
    expect(rows.size).toBeLessThanOrEqual(4);
    expect(own.state.audits.latestComplete(ROOT)).toBeNull();
  });

  test('[AU10] one that is taken up again reads the rest, and what was written since', async () => {
    const own = lab();
    for (let at = 0; at < 10; at += 1) own.notarize(`${at}.raw`, `content ${at}`);
    own.notarize('gone.raw', 'gone');
    own.play.files.delete('gone.raw');
    const cut = await own.run(stopAfter(own, 4));
    const [done = '', written = ''] = [...cut.rows.keys()];
    expect(cut.rows.size).toBeGreaterThanOrEqual(2);
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

  test('[AU10] a death in the middle leaves a run that agrees with itself and is not whole', async () => {
    const { folder, state, clock } = temporaryState();
    const own = lab({ folder, state, clock });
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
});

test('[AU1] a row holds both fingerprints, and what was there when it was read', async () => {
  const { state, play, notarize, run } = lab();
  notarize('a.raw', 'one');
  const { run: kept } = await run();
  const [row] = state.audits.rowsAfter(kept.id, 0, 10);
  const own = play.files.get('a.raw')?.identity;
  expect(row).toMatchObject({ sha256: digest('one'), blake3: 'b3 one', sizeBytes: 3 });
  expect(row?.identity).toBe(own === undefined ? '' : identityKey(own));
  expect(play.told).toBeGreaterThan(0);
});
