import { describe, expect, test } from 'vitest';
import {
  NO_AUDIT_TOTALS,
  withFinding,
  type AuditFinding,
} from '../../../src-shared/model/proofs/audit.ts';
import { identityKey } from '../../platform/disk/file-identity.ts';
import {
  addContent,
  addFile,
  addRecord,
  fileOf,
  folderRules,
  identity,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import type { NewAuditRow } from './audit-repository.ts';

const RECORD = {
  fileId: 'remote-1',
  projectId: 'project-1',
  visibility: 'private',
  name: 'run.raw',
  status: 'Available',
  provenAtMs: 1,
} as const;
const own = { reason: 'own-record', basis: 'sent', isDeleted: false } as const;
const PROVEN: AuditFinding = { verdict: 'proven', record: RECORD, ...own };
const changed = (trace: 'silent' | 'edited'): AuditFinding => ({
  verdict: 'changed',
  trace,
  record: RECORD,
  before: null,
  matches: null,
});
const MISSING: AuditFinding = { verdict: 'missing', record: null, before: null, foundAt: 'b' };
const NEVER: AuditFinding = { verdict: 'never-notarized', state: null, hold: null };

const row = (path: string, finding: AuditFinding): NewAuditRow => ({
  path,
  finding,
  sizeBytes: finding.verdict === 'missing' ? null : 10,
  blake3: null,
  sha256: finding.verdict === 'missing' ? null : `sha256 of ${path}`,
  identity: 'key',
  knownBlake3: null,
  knownSha256: null,
  knownIdentity: null,
  checkedAtMs: 5,
});

function lab() {
  const { audits } = temporaryState().state;
  const begin = (root = '/data') =>
    audits.begin({ root, folderId: null, startedBy: 'person', beganAtMs: 1 });
  const run = (
    found: readonly NewAuditRow[],
    end: 'running' | 'complete' | 'cancelled' = 'complete',
    root?: string,
  ) => {
    const id = begin(root);
    const totals = found.reduce(
      (sum, { finding, sizeBytes }) => withFinding(sum, finding, sizeBytes ?? 0),
      NO_AUDIT_TOTALS,
    );
    audits.keep(id, found, { state: end, endedAtMs: end === 'running' ? null : 9, totals });
    return id;
  };
  /** As the feature does, which knows how a list is written. */
  const prune = (runs: number) => {
    for (;;) {
      while (audits.prune(runs, 3));
      const old = audits.withOldProvenRows();
      if (old === null) return;
      audits.giveUpProvenRows(old.id, `digest of ${old.id}`);
    }
  };
  const paths = (
    id: number,
    filter: Parameters<typeof audits.range>[1] = {},
    first = 0,
    count = 9,
  ) => audits.range(id, filter, first, count).rows.map(({ path }) => path);
  return { audits, begin, run, prune, paths };
}

describe('rows of an audit', () => {
  const FOUND = [
    row('z/100%_a.raw', PROVEN),
    row('b.raw', PROVEN),
    row('a.raw', NEVER),
    row('edited.raw', changed('edited')),
    row('silent.raw', changed('silent')),
    row('gone.raw', MISSING),
  ];

  test('a window shows problems first, silent changes before all others, then by path', () => {
    const { audits, run, paths } = lab();
    const id = run(FOUND);
    expect(paths(id, {}, 0, 4)).toEqual(['silent.raw', 'edited.raw', 'gone.raw', 'a.raw']);
    expect(paths(id, {}, 4, 4)).toEqual(['b.raw', 'z/100%_a.raw']);
    expect(audits.range(id, {}, 99, 1)).toEqual({ total: 6, rows: [] });
    expect(audits.range(id, {}, 0, 1).rows[0]?.finding).toEqual(changed('silent'));
    // Chosen by verdict, and by part of the path, which is no pattern.
    expect(paths(id, { verdicts: ['missing', 'never-notarized'] })).toEqual(['gone.raw', 'a.raw']);
    expect(paths(id, { text: '100%_A' })).toEqual(['z/100%_a.raw']);
    expect(paths(id, { text: '%' })).toEqual(['z/100%_a.raw']);
    expect(paths(id, { text: 'raw', verdicts: ['unsure'] })).toEqual([]);
  });

  test('what is taken up again keeps what was read, with totals of just that', () => {
    const { audits, run } = lab();
    const id = run(FOUND, 'running');
    expect(audits.resume(id)).toEqual({
      ...NO_AUDIT_TOTALS,
      verdicts: { ...NO_AUDIT_TOTALS.verdicts, changed: 2, proven: 2, 'never-notarized': 1 },
      bytes: 50,
      silent: 1,
    });
    expect(audits.run(id)).toMatchObject({ state: 'running', endedAtMs: null, resumptions: 1 });
    expect(audits.rowAt(id, 'gone.raw')).toBeNull();
  });
});

describe('making room', () => {
  test('rows of proven files are kept with the latest audit that was through, and with younger ones', () => {
    const { audits, run, prune, paths } = lab();
    const found = [row('a.raw', PROVEN), row('b.raw', PROVEN), row('c.raw', NEVER)];
    const [first, second, third] = [run(found), run(found), run(found, 'cancelled')];
    expect(audits.prune(9, 1)).toBe(false); // the digest of its list comes first
    expect(audits.withOldProvenRows()?.id).toBe(first);
    audits.giveUpProvenRows(first, 'digest');
    expect(audits.prune(9, 1)).toBe(true);
    expect(paths(first)).toHaveLength(2); // a little at a time
    prune(2);
    expect(audits.run(first)).toBeNull(); // only two are kept of a folder
    expect([paths(second).length, paths(third).length]).toEqual([3, 3]);
    run(found);
    prune(9);
    const withoutRows = { hasProvenRows: false, totals: { verdicts: { proven: 2 } } };
    expect(audits.run(second)).toMatchObject({ ...withoutRows, listSha256: `digest of ${second}` });
    expect(paths(second)).toEqual(['c.raw']);
    expect(audits.run(third)).toMatchObject({ hasProvenRows: false });
  });

  test('each folder has its own audits, the latest complete one never goes, a running one neither', () => {
    const { audits, begin, run, prune, paths } = lab();
    const whole = run([row('a.raw', PROVEN)]);
    const running = begin('/other');
    for (let at = 0; at < 4; at += 1) run([], 'cancelled');
    for (let at = 0; at < 4; at += 1) run([], 'cancelled', '/other');
    prune(2);
    const states = audits.runs('/data', 9).map(({ state }) => state);
    expect(states).toEqual(['cancelled', 'cancelled', 'complete']);
    expect(audits.latestComplete('/data')?.id).toBe(whole);
    expect(paths(whole)).toHaveLength(1);
    expect(audits.run(running)).not.toBeNull();
    expect(audits.runs(null, 3)).toHaveLength(3);
  });
});

/** A folder with one file that is notarized. */
function watched() {
  const { state } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const content = addContent(state, 'a');
  const record = addRecord(state, content.id);
  const contentId = content.id;
  const hashing = state.files.move(addFile(state, folderId), 'hashing', { contentId });
  const file = state.files.move(hashing, 'notarized', { recordId: record.id });
  const find = () => state.expectedFiles.find(folderId, '', 'run.raw');
  const under = (directoryPath: string) => [
    ...state.expectedFiles.under({ folderId, directoryPath }),
  ];
  return { state, files: state.files, folderId, contentId, record, file, find, under };
}
const touched = (ns: string) => identityKey(identity({ ctimeNs: ns, mtimeNs: ns }));

describe('what should be there', () => {
  test('what a file looked like when it was proven outlives every later look at it', () => {
    const { state, files, contentId, record, file, find, under } = watched();
    const proven = { provenContentId: contentId, provenIdentity: identityKey(identity()) };
    expect(find()).toMatchObject(proven);
    const later = { identity: touched('1700000000000000000'), contentId: null };
    const settling = files.move(file, 'settling', later);
    expect(find()).toMatchObject({ state: 'settling', recordId: record.id, ...proven });
    const seen = files.move(settling, 'discovered');
    const hashing = files.move(seen, 'hashing', { contentId: addContent(state, 'b').id });
    expect(find()).toMatchObject({ state: 'hashing', ...proven });
    files.move(hashing, 'changed');
    expect(find()).toMatchObject({ state: 'changed', ...proven });
    expect(under('')).toEqual([find()]);
  });

  test('the look of a file that is proven again is the new one; a forgotten row leaves none behind', () => {
    const { state, files, contentId, file, find } = watched();
    const later = touched('1700000000000000000');
    const away = files.move(file, 'discovered', { identity: later });
    const again = files.move(files.move(away, 'hashing', { contentId }), 'notarized');
    expect(find()).toMatchObject({ provenIdentity: later });
    files.forget(again);
    expect(find()).toBeNull();
    const { id: fileId } = addFile(state, file.folderId);
    expect(find()).toMatchObject({ fileId, provenContentId: null, provenIdentity: null });
  });

  test('a copy that a person gave up is not expected, one in a folder that is watched no more is', () => {
    const { state, files, folderId, file, under } = watched();
    const expected = () => under('').map(({ fileId }) => fileId);
    state.folders.remove(folderId, 1);
    expect(expected()).toEqual([file.id]);
    expect(state.expectedFiles.folders()).toMatchObject([{ id: folderId, path: '/data' }]);
    const missing = files.move(fileOf(state, file.id), 'missing');
    expect(expected()).toEqual([file.id]);
    files.move(missing, 'remote_only');
    expect(expected()).toEqual([]);
  });

  test('of a part of a folder only what lies in it, whatever its name begins like', () => {
    const { state, files, folderId, contentId, under } = watched();
    for (const [name, path] of [
      ['in.raw', 'runs/1'],
      ['deep.raw', 'runs/1/x'],
      ['beside.raw', 'runs/10'],
    ] as const) {
      const directoryId = files.directory(folderId, path);
      const added = addFile(state, folderId, { directoryId, name });
      files.move(files.move(added, 'hashing', { contentId }), 'duplicate');
    }
    expect(under('runs/1').map(({ name }) => name)).toEqual(['in.raw', 'deep.raw']);
  });
});
