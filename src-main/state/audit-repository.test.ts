import { describe, expect, test } from 'vitest';
import { NO_AUDIT_TOTALS, withFinding, type AuditFinding } from '../../src-shared/model/audit.ts';
import {
  addContent,
  addFile,
  addRecord,
  fileOf,
  folderRules,
  identity,
  temporaryState,
} from '../test-support/temporary-state.ts';
import { identityKey } from '../ports/file-identity.ts';
import type { NewAuditRow } from './audit-repository.ts';

const RECORD = {
  fileId: 'remote-1',
  projectId: 'project-1',
  visibility: 'private',
  name: 'run.raw',
  status: 'Available',
  provenAtMs: 1,
} as const;
const PROVEN: AuditFinding = {
  verdict: 'proven',
  reason: 'own-record',
  basis: 'sent',
  record: RECORD,
  isDeleted: false,
};
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
  knownSha256: null,
  knownIdentity: null,
  checkedAtMs: 5,
});

function lab() {
  const { state } = temporaryState();
  const { audits } = state;
  const begin = (root = '/data') =>
    audits.begin({ root, folderId: null, startedBy: 'person', beganAtMs: 1 });
  const keep = (
    id: number,
    found: readonly NewAuditRow[],
    end: 'running' | 'complete' | 'cancelled' = 'complete',
  ) => {
    const totals = found.reduce(
      (sum, { finding, sizeBytes }) => withFinding(sum, finding, sizeBytes ?? 0),
      NO_AUDIT_TOTALS,
    );
    audits.keep(id, found, { state: end, endedAtMs: end === 'running' ? null : 9, totals });
  };
  const run = (found: readonly NewAuditRow[], end?: 'complete' | 'cancelled', root?: string) => {
    const id = begin(root);
    keep(id, found, end);
    return id;
  };
  const pruneAll = () => {
    let steps = 0;
    while (audits.prune(2, 3)) steps += 1;
    return steps;
  };
  return { state, audits, begin, keep, run, pruneAll };
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
    const { audits, run } = lab();
    const id = run(FOUND);
    const paths = (first: number, count: number) =>
      audits.range(id, {}, first, count).rows.map(({ path }) => path);
    expect(paths(0, 4)).toEqual(['silent.raw', 'edited.raw', 'gone.raw', 'a.raw']);
    expect(paths(4, 4)).toEqual(['b.raw', 'z/100%_a.raw']);
    expect(audits.range(id, {}, 99, 1)).toEqual({ total: 6, rows: [] });
    expect(audits.range(id, {}, 0, 1).rows[0]?.finding).toEqual(changed('silent'));
  });

  test('rows are chosen by verdict and by part of the path, which is no pattern', () => {
    const { audits, run } = lab();
    const id = run(FOUND);
    const found = (filter: Parameters<typeof audits.range>[1]) =>
      audits.range(id, filter, 0, 9).rows.map(({ path }) => path);
    expect(found({ verdicts: ['missing', 'never-notarized'] })).toEqual(['gone.raw', 'a.raw']);
    expect(found({ text: '100%_A' })).toEqual(['z/100%_a.raw']);
    expect(found({ text: '%' })).toEqual(['z/100%_a.raw']);
    expect(found({ text: 'raw', verdicts: ['unsure'] })).toEqual([]);
  });

  test('what is taken up again keeps what was read, with totals of just that', () => {
    const { audits, begin, keep } = lab();
    const id = begin();
    keep(id, FOUND, 'running');
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
    const { audits, run, pruneAll } = lab();
    const found = [row('a.raw', PROVEN), row('b.raw', PROVEN), row('c.raw', NEVER)];
    const first = run(found);
    const second = run(found);
    const third = run(found, 'cancelled');
    expect(audits.prune(9, 1)).toBe(true);
    expect(audits.range(first, {}, 0, 9).total).toBe(2); // a little at a time
    pruneAll();
    expect(audits.run(first)).toBeNull(); // only two are kept of a folder
    expect(audits.range(second, {}, 0, 9).total).toBe(3);
    expect(audits.range(third, {}, 0, 9).total).toBe(3);
    run(found);
    while (audits.prune(9, 1));
    expect(audits.run(second)).toMatchObject({
      hasProvenRows: false,
      totals: { verdicts: { proven: 2 } },
    });
    expect(audits.range(second, {}, 0, 9).rows.map(({ path }) => path)).toEqual(['c.raw']);
    expect(audits.run(third)).toMatchObject({ hasProvenRows: false });
  });

  test('each folder has its own audits, the latest complete one never goes, a running one neither', () => {
    const { audits, begin, run, pruneAll } = lab();
    const whole = run([row('a.raw', PROVEN)]);
    const running = begin('/other');
    for (let at = 0; at < 4; at += 1) run([], 'cancelled');
    for (let at = 0; at < 4; at += 1) run([], 'cancelled', '/other');
    pruneAll();
    expect(audits.runs('/data', 9).map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
      'complete',
    ]);
    expect(audits.latestComplete('/data')?.id).toBe(whole);
    expect(audits.range(whole, {}, 0, 9).total).toBe(1);
    expect(audits.run(running)).not.toBeNull();
    expect(audits.runs(null, 3)).toHaveLength(3);
  });
});

function watched() {
  const { state } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const content = addContent(state, 'a');
  const record = addRecord(state, content.id);
  const hashing = state.files.move(addFile(state, folderId), 'hashing', {
    contentId: content.id,
  });
  const file = state.files.move(hashing, 'notarized', { recordId: record.id });
  const find = () => state.expectedFiles.find(folderId, '', 'run.raw');
  return { state, folderId, content, record, file, find };
}

describe('what should be there', () => {
  test('what a file looked like when it was proven outlives every later look at it', () => {
    const { state, content, record, file, find } = watched();
    const before = identityKey(identity());
    expect(find()).toMatchObject({ provenContentId: content.id, provenIdentity: before });
    const later = identityKey(identity({ ctimeNs: '1700000000000000000' }));
    const settling = state.files.move(file, 'settling', { identity: later, contentId: null });
    const proven = { provenContentId: content.id, provenIdentity: before };
    expect(find()).toMatchObject({ state: 'settling', recordId: record.id, ...proven });
    const seen = state.files.move(settling, 'discovered');
    const hashing = state.files.move(seen, 'hashing', { contentId: addContent(state, 'b').id });
    expect(find()).toMatchObject({ state: 'hashing', ...proven });
    state.files.move(hashing, 'changed');
    expect(find()).toMatchObject({ state: 'changed', ...proven });
    expect([...state.expectedFiles.under({ folderId: file.folderId, directoryPath: '' })]).toEqual([
      find(),
    ]);
  });

  test('the look of a file that is proven again is the new one; a forgotten row leaves none behind', () => {
    const { state, content, file, find } = watched();
    const later = identityKey(identity({ mtimeNs: '1700000000000000000' }));
    const away = state.files.move(file, 'discovered', { identity: later });
    const hashing = state.files.move(away, 'hashing', { contentId: content.id });
    const again = state.files.move(hashing, 'notarized');
    expect(find()).toMatchObject({ provenIdentity: later });
    state.files.forget(again);
    expect(find()).toBeNull();
    const other = addFile(state, file.folderId);
    expect(find()).toMatchObject({ fileId: other.id, provenContentId: null, provenIdentity: null });
  });

  test('a copy that a person gave up is not expected, one in a folder that is watched no more is', () => {
    const { state, folderId, file } = watched();
    const part = { folderId, directoryPath: '' };
    const under = () => [...state.expectedFiles.under(part)].map(({ fileId }) => fileId);
    state.folders.remove(folderId, 1);
    expect(under()).toEqual([file.id]);
    expect(state.expectedFiles.folders()).toMatchObject([{ id: folderId, path: '/data' }]);
    const missing = state.files.move(fileOf(state, file.id), 'missing');
    expect(under()).toEqual([file.id]);
    state.files.move(missing, 'remote_only');
    expect(under()).toEqual([]);
  });

  test('of a part of a folder only what lies in it, whatever its name begins like', () => {
    const { state, folderId, content } = watched();
    for (const [name, path] of [
      ['in.raw', 'runs/1'],
      ['deep.raw', 'runs/1/x'],
      ['beside.raw', 'runs/10'],
    ] as const) {
      const directoryId = state.files.directory(folderId, path);
      const added = addFile(state, folderId, { directoryId, name });
      const hashing = state.files.move(added, 'hashing', { contentId: content.id });
      state.files.move(hashing, 'duplicate');
    }
    const under = state.expectedFiles.under({ folderId, directoryPath: 'runs/1' });
    expect([...under].map(({ name }) => name)).toEqual(['in.raw', 'deep.raw']);
  });
});
