import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityKey, type FileIdentity } from '../ports/file-identity.ts';
import type { FileRow } from '../state/file-repository.ts';
import {
  addContent,
  addRecord,
  assignment,
  fileOf,
  folderRules,
  identity,
  temporaryState,
  reopenState,
  type TemporaryState,
} from '../test-support/temporary-state.ts';
import { makeFileDesk } from './file-desk.ts';
import type { DiskFact } from './plan-path.ts';
import type { SyncEvent } from './ports.ts';

const SETTLED = identity();
const NOT_THERE = { exists: false, fileName: '', project: '', askedAtMs: 0 };

const file = (over: Partial<FileIdentity> = {}): DiskFact => ({
  kind: 'file',
  identity: identity(over),
});

/** A state whose database was deleted between two starts. */
function afterLoss(): TemporaryState {
  const { state, folder, clock } = temporaryState();
  state.close();
  fs.rmSync(path.join(folder, 'labseal.db'));
  return { folder, clock, state: reopenState(folder, clock) };
}

/** One watched folder, a desk, and hands that do what scan, fingerprint, check and upload would do. */
function desk(rules = folderRules(), { state, clock } = temporaryState()) {
  const events: SyncEvent[] = [];
  const nowMs = () => clock.nowMs();
  const made = makeFileDesk(state, { nowMs, announce: (event) => events.push(event) });
  const folderId = state.folders.add('/data', rules, 0);

  const rowAt = (name: string, folder = folderId): FileRow | null =>
    state.files.named(state.files.directory(folder, ''), name);
  const at = (name: string): FileRow => {
    const row = rowAt(name);
    if (row === null) throw new Error(`no row ${name}`);
    return row;
  };
  const see = (
    name: string,
    disk: DiskFact,
    ignoredBy: string | null = null,
    row = rowAt(name),
  ) => {
    const folder = state.folders.get(folderId);
    if (folder === null) throw new Error('the folder is gone');
    const directoryId = state.files.directory(folderId, '');
    made.look({ folder, directoryId, directoryPath: '', name, disk, ignoredBy, row });
  };
  const gone = (name: string) => see(name, { kind: 'absent' });
  /** Fingerprints what was discovered, and decides. */
  const read = (name: string, seed: string, sizeBytes = 100): FileRow => {
    const content = addContent(state, seed, sizeBytes);
    const hashing = made.move(at(name), 'hashing', { contentId: content.id });
    return made.decide(hashing);
  };
  const answered = (name: string, exists = false) => {
    const { contentId } = at(name);
    if (contentId === null) throw new Error('not read');
    state.contents.keepPlatformAnswer(contentId, { ...NOT_THERE, exists });
    made.decideTwins(contentId, ['checking']);
  };
  /** What the upload lane does when the service has recorded it. */
  const recorded = (name: string, status = 'Pending') => {
    const { contentId } = at(name);
    const record = addRecord(state, contentId ?? 0, {
      fileId: `remote of ${name} ${contentId}`,
      status,
    });
    made.move(made.move(at(name), 'uploading'), 'recording', { recordId: record.id });
    made.followRecord(record.id, status);
    return record;
  };
  /** Seen, fingerprinted, asked about, sent and recorded. */
  const notarized = (name: string, seed: string) => {
    see(name, file());
    read(name, seed);
    answered(name);
    return recorded(name, 'Available');
  };
  const names = () => state.files.list({}, 0, 99).map((row) => `${row.name} ${row.state}`);
  return {
    state,
    clock,
    events,
    made,
    folderId,
    rowAt,
    at,
    see,
    file,
    gone,
    read,
    answered,
    recorded,
    notarized,
    names,
  };
}

test('[PL30] a new file goes its way: found, asked about, ready, recorded, notarized', () => {
  const d = desk();
  d.see('a', d.file());
  expect(d.at('a')).toMatchObject({ state: 'discovered', sizeBytes: 100, contentId: null });
  expect(d.read('a', 'x').state).toBe('checking');
  d.answered('a');
  expect(d.at('a').state).toBe('ready');
  const record = d.recorded('a');
  expect(d.at('a')).toMatchObject({ state: 'recording', recordId: record.id });
  d.made.followRecord(record.id, 'Available');
  expect(d.at('a').state).toBe('notarized');
  expect(d.events.at(-1)).toEqual({
    kind: 'moved',
    fileId: d.at('a').id,
    path: '/data/a',
    state: 'notarized',
    hold: null,
  });
});

test('[PL31] a renamed file keeps its record, and its old row is forgotten', () => {
  const d = desk();
  const record = d.notarized('old', 'x');
  d.see('new', d.file());
  d.gone('old');
  expect(d.at('old')).toMatchObject({ state: 'missing', recordId: record.id });
  expect(d.read('new', 'x')).toMatchObject({ state: 'notarized', recordId: record.id });
  expect(d.names()).toEqual(['new notarized']);
});

test('[PL31] a rename is the same when the new name is read before the old one is missed', () => {
  const d = desk();
  const record = d.notarized('old', 'x');
  d.see('new', d.file());
  expect(d.read('new', 'x').state).toBe('duplicate');
  d.gone('old');
  expect(d.names()).toEqual(['new notarized']);
  expect(d.at('new').recordId).toBe(record.id);
});

function withCopy() {
  const d = desk();
  const record = d.notarized('original', 'x');
  d.see('copy', d.file({ ino: '11' }));
  expect(d.read('copy', 'x')).toMatchObject({ state: 'duplicate', recordId: record.id });
  return { ...d, record };
}

describe('a copy', () => {
  test('[PL32] takes the record over when the original is deleted', () => {
    const d = withCopy();
    d.gone('original');
    expect(d.names()).toEqual(['copy notarized']);
  });

  test('[PL32] is forgotten when it is deleted: it proves nothing of its own', () => {
    const d = withCopy();
    d.gone('copy');
    expect(d.names()).toEqual(['original notarized']);
  });

  test('[PL32] deleted together with its original leaves one row that shows the proof', () => {
    const d = withCopy();
    const [original, copy] = [d.at('original'), d.at('copy')]; // as one scan of the directory has read them
    d.see('original', { kind: 'absent' }, null, original);
    d.see('copy', { kind: 'absent' }, null, copy);
    expect(d.names()).toEqual(['copy missing']);
    expect(d.at('copy').recordId).toBe(d.record.id);
  });

  test('[PL32] stays a copy when it is touched', () => {
    const d = withCopy();
    d.see('copy', d.file({ ino: '11', ctimeNs: '1600000001000000000' }));
    expect(d.at('copy')).toMatchObject({ state: 'discovered', recordId: null });
    expect(d.read('copy', 'x').state).toBe('duplicate');
  });

  test('[PL32] that is edited is a new file, not a changed one: nothing was notarized under its name', () => {
    const d = withCopy();
    d.see('copy', d.file({ ino: '11', sizeBytes: 101 }));
    expect(d.read('copy', 'y')).toMatchObject({ state: 'checking', recordId: null });
  });

  test('[PL32] stays a copy when it was left out by a rule for a while', () => {
    const d = withCopy();
    const seen = d.file({ ino: '11' });
    d.see('copy', seen, '*.tmp');
    expect(d.at('copy').state).toBe('ignored');
    d.see('copy', seen);
    expect(d.made.decide(d.at('copy')).state).toBe('duplicate');
  });

  test('[PL32] in a folder of another project does not take the record over', () => {
    const d = withCopy();
    const elsewhere = d.state.assignments.add(assignment({ projectId: 'project-2' }));
    d.made.move(d.at('copy'), 'duplicate', { assignmentId: elsewhere });
    d.gone('original');
    expect(d.names()).toEqual(['original missing', 'copy duplicate']);
  });

  test('[PL32] in a removed folder does not take the record over', () => {
    const d = withCopy();
    const other = d.state.folders.add('/other', folderRules(), 0);
    const id = d.state.files.add({
      ...d.at('copy'),
      folderId: other,
      directoryId: d.state.files.directory(other, ''),
      state: 'discovered',
    });
    const hashing = d.made.move(fileOf(d.state, id), 'hashing', { contentId: d.record.contentId });
    expect(d.made.decide(hashing).state).toBe('duplicate');
    d.gone('copy');
    d.state.folders.remove(other, 1);
    d.gone('original');
    expect(d.names()).toEqual(['original missing']);
  });
});

describe('a file that was notarized', () => {
  test('[PL33] costs nothing when it is touched: the same bytes show the same record', () => {
    const d = desk();
    const record = d.notarized('a', 'x');
    d.see('a', d.file({ mtimeNs: '1600000005000000000', ctimeNs: '1600000005000000000' }));
    expect(d.at('a')).toMatchObject({ state: 'discovered', contentId: null, recordId: record.id });
    expect(d.read('a', 'x')).toMatchObject({ state: 'notarized', recordId: record.id });
  });

  test('[PL34] and edited is changed until a person agrees, then it is sent as a new version', () => {
    const d = desk();
    const first = d.notarized('a', 'x');
    d.see('a', d.file({ sizeBytes: 101 }));
    const changed = d.read('a', 'y');
    expect(changed).toMatchObject({ state: 'changed', recordId: first.id });
    const approved = d.made.move(changed, 'changed', { approvedContentId: changed.contentId });
    expect(d.made.decide(approved).state).toBe('checking');
    d.answered('a');
    const second = d.recorded('a', 'Available');
    expect(d.at('a')).toMatchObject({ state: 'notarized', recordId: second.id });
    expect(d.state.records.get(first.id).status).toBe('Available');
  });

  test('[PL34] an agreement is about one content: the next edit asks again', () => {
    const d = desk();
    d.notarized('a', 'x');
    d.see('a', d.file({ sizeBytes: 101 }));
    const changed = d.read('a', 'y');
    d.made.move(changed, 'changed', { approvedContentId: changed.contentId });
    d.see('a', d.file({ sizeBytes: 102 }));
    expect(d.read('a', 'z').state).toBe('changed');
  });

  test('[PL34] changed back shows its record again', () => {
    const d = desk();
    d.notarized('a', 'x');
    d.see('a', d.file({ sizeBytes: 101 }));
    d.read('a', 'y');
    d.see('a', d.file({ ctimeNs: '1600000009000000000' }));
    expect(d.read('a', 'x').state).toBe('notarized');
  });

  test('[PL35] is missing when it is gone, and notarized again when it is back, without being read', () => {
    const d = desk();
    d.notarized('a', 'x');
    d.gone('a');
    d.gone('a');
    expect(d.at('a').state).toBe('missing');
    d.see('a', d.file());
    expect(d.at('a')).toMatchObject({ state: 'discovered' });
    expect(d.at('a').contentId).not.toBeNull();
    expect(d.made.decide(d.at('a')).state).toBe('notarized');
  });

  test('[PL35] that comes back with other bytes is changed', () => {
    const d = desk();
    d.notarized('a', 'x');
    d.gone('a');
    d.see('a', d.file({ ino: '77' }));
    expect(d.read('a', 'y').state).toBe('changed');
  });

  test('[PL36] left out by a rule and included again shows its record; a changed rule changes the words', () => {
    const d = desk();
    d.notarized('a', 'x');
    d.see('a', d.file(), '*.raw');
    expect(d.at('a')).toMatchObject({ state: 'ignored', message: '*.raw' });
    d.see('a', d.file(), '/a');
    expect(d.at('a').message).toBe('/a');
    d.see('a', d.file());
    expect(d.made.decide(d.at('a')).state).toBe('notarized');
    d.made.setAside(d.at('a'), 'dir/');
    expect(d.at('a')).toMatchObject({ state: 'ignored', message: 'dir/' });
  });

  test('[PL36] edited while it was left out is read before anything is said about it', () => {
    const d = desk();
    d.notarized('a', 'x');
    d.see('a', d.file(), '*.raw');
    d.see('a', d.file({ sizeBytes: 7 }), '*.raw');
    d.see('a', d.file({ sizeBytes: 7 }));
    expect(d.at('a')).toMatchObject({ state: 'discovered', contentId: null });
  });

  test.each([
    ['NotarizationError', 'record_error'],
    ['PendingDeletion', 'deleting'],
    ['Deleted', 'deleted'],
  ])('[PL37] follows its record: %s is %s, and touching it sends nothing', (status, shown) => {
    const d = desk();
    const record = d.notarized('a', 'x');
    d.state.records.setStatus(record.id, status, 1);
    d.made.followRecord(record.id, status);
    expect(d.at('a').state).toBe(shown);
    d.see('a', d.file({ ctimeNs: '1600000005000000000' }));
    expect(d.read('a', 'x').state).toBe(shown);
  });

  test('[PL37] any words the service may say, in any order, are followed without harm', () => {
    const words = [
      'Pending',
      'Available',
      'Archiving',
      'PendingDeletion',
      'NotarizationError',
      'Deleted',
    ];
    const unsettled = words.filter((word) =>
      ['Pending', 'Archiving', 'PendingDeletion'].includes(word),
    );
    for (const from of unsettled) {
      for (const to of words) {
        const d = desk();
        d.see('a', d.file());
        d.read('a', 'x');
        d.answered('a');
        const record = d.recorded('a', from);
        d.made.followRecord(record.id, to);
        expect(d.at('a').recordId).toBe(record.id);
      }
    }
  });

  test('[PL37] a deleted record proves nothing for a copy', () => {
    const d = desk();
    const record = d.notarized('a', 'x');
    d.state.records.setStatus(record.id, 'Deleted', 1);
    d.see('copy', d.file({ ino: '11' }));
    expect(d.read('copy', 'x').state).toBe('ready');
  });
});

describe('twins that wait', () => {
  test('[PL38] are all decided by one answer, and become copies of the first that is recorded', () => {
    const d = desk();
    for (const name of ['a', 'b', 'c']) {
      d.see(name, d.file({ ino: name }));
      d.read(name, 'x');
    }
    expect(d.names()).toEqual(['a checking', 'b checking', 'c checking']);
    d.answered('b');
    expect(d.names()).toEqual(['a ready', 'b ready', 'c ready']);
    const record = d.recorded('b');
    d.made.decideTwins(record.contentId, ['ready', 'checking']);
    expect(d.names()).toEqual(['a duplicate', 'b recording', 'c duplicate']);
  });

  test('[PL38] the platform’s yes makes them copies of a file nobody here knows', () => {
    const d = desk();
    d.see('a', d.file());
    d.read('a', 'x');
    d.answered('a', true);
    expect(d.at('a')).toMatchObject({ state: 'duplicate', recordId: null });
  });

  test('[PL39] in a removed folder are left alone, and stop nobody', () => {
    const d = desk();
    const other = d.state.folders.add('/other', folderRules(), 0);
    d.see('a', d.file());
    const { contentId } = d.read('a', 'x');
    const directoryId = d.state.files.directory(other, '');
    const id = d.state.files.add({
      ...d.at('a'),
      folderId: other,
      directoryId,
      state: 'discovered',
    });
    d.made.decide(d.made.move(fileOf(d.state, id), 'hashing', { contentId }));
    d.state.folders.remove(other, 1);
    d.answered('a');
    expect(d.at('a').state).toBe('ready');
    expect(fileOf(d.state, id).state).toBe('checking');
  });

  test('[PL39] a file shown in a removed folder does not turn the same file elsewhere into a copy', () => {
    const d = desk();
    d.notarized('a', 'x');
    d.state.folders.remove(d.folderId, 1);
    const again = d.state.folders.add('/data', folderRules(), 2);
    const directoryId = d.state.files.directory(again, '');
    const id = d.state.files.add({
      ...fileOf(d.state, 1),
      folderId: again,
      directoryId,
      state: 'discovered',
    });
    const { contentId } = fileOf(d.state, 1);
    const decided = d.made.decide(d.made.move(fileOf(d.state, id), 'hashing', { contentId }));
    expect(decided.state).toBe('notarized');
  });
});

describe('the disk', () => {
  test.each(['uploading', 'confirming'] as const)(
    '[PL40] does not touch a row that is %s, whatever it shows',
    (state) => {
      const d = desk();
      d.see('a', d.file());
      d.read('a', 'x');
      d.answered('a');
      const uploading = d.made.move(d.at('a'), 'uploading');
      if (state === 'confirming') d.made.move(uploading, 'confirming');
      const before = d.at('a');
      d.gone('a');
      d.see('a', d.file({ sizeBytes: 1 }));
      d.see('a', d.file(), '*.raw');
      d.see('a', { kind: 'unreadable', errno: 'EACCES' });
      d.see('a', { kind: 'not-a-file', what: 'symlink' });
      d.made.setAside(d.at('a'), '*.raw');
      expect(d.at('a')).toEqual(before);
    },
  );

  test('[PL41] what was never proven is forgotten when it is gone', () => {
    const d = desk();
    d.see('a', d.file());
    d.gone('a');
    d.gone('a');
    expect(d.names()).toEqual([]);
  });

  test('[PL42] what cannot be read or is no file is kept with its reason', () => {
    const d = desk();
    d.see('a', { kind: 'unreadable', errno: 'EACCES' });
    d.see('b', { kind: 'not-a-file', what: 'special' });
    d.see('c', { kind: 'not-a-file', what: 'unusable-name' });
    expect(['a', 'b', 'c'].map((name) => [d.at(name).state, d.at(name).message])).toEqual([
      ['unreadable', 'EACCES'],
      ['ignored', 'special'],
      ['unreadable', 'unusable-name'],
    ]);
    d.see('a', d.file());
    expect(d.at('a')).toMatchObject({ state: 'discovered', identity: identityKey(SETTLED) });
  });

  test('[PL43] a file still being written waits, and a look in between changes nothing', async () => {
    const d = desk();
    const writing = () => d.file({ ctimeNs: `${d.clock.nowMs()}000000` });
    const disk = writing();
    d.see('a', disk);
    const dueAtMs = d.clock.nowMs() + 2_001; // 2 s, and the millisecond that 100 bytes add
    expect(d.at('a')).toMatchObject({ state: 'settling', dueAtMs });
    const before = d.at('a');
    await d.clock.advance(500);
    d.see('a', disk);
    expect(d.at('a')).toEqual(before);
    await d.clock.advance(1_000);
    d.see('a', writing());
    expect(d.at('a').dueAtMs).toBe(d.clock.nowMs() + 2_001);
    await d.clock.advance(2_001);
    d.see('a', {
      kind: 'file',
      identity: { ...SETTLED, ctimeNs: d.at('a').identity.split(':')[4] ?? '' },
    });
    expect(d.at('a').state).toBe('discovered');
  });

  test('[PL43] a file that must settle again is looked at later, never at once and never in vain', async () => {
    const d = desk();
    d.see('a', d.file());
    d.read('a', 'x');
    d.made.settleAgain(d.at('a'));
    const waiting = d.at('a');
    expect(waiting).toMatchObject({ state: 'settling', contentId: null });
    expect(waiting.dueAtMs).toBeGreaterThanOrEqual(d.clock.nowMs() + 2_000);
    await d.clock.advance(2_001);
    d.see('a', d.file());
    expect(d.at('a').state).toBe('discovered');
  });

  test('[PL43] a clock that was put back does not keep a file waiting for ever', async () => {
    const d = desk();
    const future = d.file({ ctimeNs: `${d.clock.nowMs() + 5_000}000000` });
    d.see('a', future);
    d.clock.setWallClock(d.clock.nowMs() - 31_536_000_000);
    d.see('a', future);
    const { dueAtMs } = d.at('a');
    expect(dueAtMs).toBe(d.clock.nowMs() + 2_001);
    await d.clock.advance(2_001);
    d.see('a', future);
    expect(d.at('a').state).toBe('discovered');
  });
});

test('[PL44] with an incomplete history the platform is asked whatever the folder’s rule says', () => {
  const rules = folderRules({ assignment: assignment({ checkPolicy: 'never' }) });
  const complete = desk(rules);
  complete.see('a', complete.file());
  expect(complete.read('a', 'x').state).toBe('ready');
  const incomplete = desk(rules, afterLoss());
  incomplete.see('a', incomplete.file());
  expect(incomplete.read('a', 'x').state).toBe('checking');
});

test('[PL45] a missing fact or a size limit holds the file and says why', () => {
  const d = desk(folderRules({ assignment: assignment({ labels: ' , ' }) }));
  d.see('a', d.file());
  d.read('a', 'x');
  d.answered('a');
  expect(d.at('a')).toMatchObject({ state: 'held', hold: 'labels' });
  d.see('b', d.file({ sizeBytes: 3e9 }));
  expect(d.read('b', 'y', 3e9)).toMatchObject({ state: 'held', hold: 'size_limit' });
});
