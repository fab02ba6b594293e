/** Files of one content: renamed, copied, and waiting side by side for one answer. */
import { describe, expect, test } from 'vitest';
import { assignment, fileOf, folderRules } from '../../test-support/temporary-state.ts';
import { makeTransitionsLab } from './test-support/transitions-lab.ts';

test('a renamed file keeps its record, and its old row is forgotten (P4)', () => {
  const d = makeTransitionsLab();
  const { id: recordId } = d.notarized('old', 'x');
  d.see('new', d.file());
  d.gone('old');
  expect(d.at('old')).toMatchObject({ state: 'missing', recordId });
  expect(d.read('new', 'x')).toMatchObject({ state: 'notarized', recordId });
  expect(d.names()).toEqual(['new notarized']);
});

test('a rename is the same when the new name is read before the old one is missed', () => {
  const d = makeTransitionsLab();
  const { id: recordId } = d.notarized('old', 'x');
  expect(d.find('new', 'x').state).toBe('duplicate');
  d.gone('old');
  expect(d.names()).toEqual(['new notarized']);
  expect(d.at('new').recordId).toBe(recordId);
});

test('a row that is missed when its record is shown under another name already is forgotten (P4)', () => {
  const d = makeTransitionsLab();
  const { id: recordId } = d.notarized('old', 'x');
  d.see('old', d.file({ mtimeNs: '5', ino: '11' })); // another file was put in its place
  expect(d.find('new', 'x')).toMatchObject({ state: 'notarized', recordId });
  d.gone('old');
  expect(d.names()).toEqual(['new notarized']);
});

describe('a changed file that is renamed stays changed, and is in no other price (P4)', () => {
  const EDITED = { sizeBytes: 102 };

  function changed() {
    const d = makeTransitionsLab();
    const { id: recordId } = d.notarized('old', 'x');
    expect(d.find('old', 'y', EDITED).state).toBe('changed');
    return { ...d, recordId };
  }

  test('where its new name is read first', () => {
    const { find, gone, names, at, recordId } = changed();
    find('new', 'y', EDITED);
    gone('old');
    expect([names(), at('new').recordId]).toEqual([['new changed'], recordId]);
  });

  test('where its old name is missed first', () => {
    const { see, file, read, gone, names, at, recordId } = changed();
    see('new', file(EDITED));
    gone('old');
    read('new', 'y');
    expect([names(), at('new').recordId]).toEqual([['new changed'], recordId]);
  });

  test.each(['copied before', 'copied after'])(
    'where the old bytes were %s it was edited',
    (when) => {
      const d = makeTransitionsLab();
      const { id: recordId } = d.notarized('old', 'x');
      const copy = () => d.find('copy', 'x', { ino: '11' });
      if (when === 'copied before') copy();
      expect(d.find('old', 'y', EDITED).state).toBe('changed');
      if (when === 'copied after') copy();
      d.see('new', d.file(EDITED));
      d.gone('old');
      expect(d.read('new', 'y')).toMatchObject({ state: 'changed', recordId });
    },
  );

  test('another file of the same bytes is new', () => {
    const { find, gone, at } = changed();
    find('new', 'y', { ...EDITED, ino: '12' });
    gone('old');
    expect(at('old').state).toBe('missing');
    expect(at('new').state).toBe('checking');
  });
});

describe('a notarized file that is edited and renamed before anybody looks is changed (P4)', () => {
  const BORN_NS = 1_700_000_000_000_000_000n;
  const CTIME_NS = BORN_NS + 60_000_000_000n;
  const EDITED = { sizeBytes: 102, mtimeNs: '9', ctimeNs: String(CTIME_NS + 90_000_000_000n) };

  function notarized() {
    const d = makeTransitionsLab();
    d.find('old', 'x', { ctimeNs: String(CTIME_NS) });
    d.answered('old');
    const { id: recordId } = d.recorded('old', 'Available');
    return { ...d, recordId };
  }

  test('where its new name is read first', () => {
    const { see, file, read, gone, names, at, recordId } = notarized();
    see('new', file(EDITED));
    read('new', 'y', BORN_NS);
    expect(names()).toEqual(['old notarized', 'new changed']);
    gone('old');
    expect([names(), at('new').recordId]).toEqual([['new changed'], recordId]);
  });

  test('where its old name is missed first', () => {
    const { see, file, read, gone, names, at, recordId } = notarized();
    gone('old');
    see('new', file(EDITED));
    read('new', 'y', BORN_NS);
    expect([names(), at('new').recordId]).toEqual([['new changed'], recordId]);
  });

  test('where its old name is missed between', () => {
    const { see, file, read, gone, names, at, recordId } = notarized();
    see('new', file(EDITED));
    read('new', 'y', BORN_NS);
    see('new', file({ ...EDITED, sizeBytes: 103 }));
    gone('old');
    read('new', 'z', BORN_NS);
    expect([names(), at('new').recordId]).toEqual([['new changed'], recordId]);
  });

  test('where a copy of its old bytes is there, that is notarized beside it', () => {
    const { find, see, file, read, gone, names } = notarized();
    find('copy', 'x', { ino: '11' });
    see('new', file(EDITED));
    read('new', 'y', BORN_NS);
    gone('old');
    expect(names()).toEqual(['copy notarized', 'new changed']);
  });

  test('and notarized again once it has its old bytes', () => {
    const { see, file, read, gone, names } = notarized();
    see('new', file(EDITED));
    read('new', 'y', BORN_NS);
    gone('old');
    see('new', file({ ...EDITED, mtimeNs: '10' }));
    read('new', 'x', BORN_NS);
    expect(names()).toEqual(['new notarized']);
  });

  test.each([
    ['the number of its inode was given to a file that was born later', EDITED, CTIME_NS + 1n],
    ['the drive keeps no times of birth', EDITED, 0n],
    ['another inode is there', { ...EDITED, ino: '11' }, BORN_NS],
    ['another drive is there', { ...EDITED, dev: '2' }, BORN_NS],
  ])('not where %s', (_, over, birthtimeNs) => {
    const { see, file, read, gone, names } = notarized();
    gone('old');
    see('new', file(over));
    read('new', 'y', birthtimeNs);
    expect(names()).toEqual(['old missing', 'new checking']);
  });
});

function withCopy() {
  const d = makeTransitionsLab();
  const record = d.notarized('original', 'x');
  expect(d.find('copy', 'x', { ino: '11' })).toMatchObject({
    state: 'duplicate',
    recordId: record.id,
  });
  return { ...d, record };
}

describe('a copy', () => {
  test.each([
    ['takes the record over when the original is deleted', 'original', 'copy notarized'],
    ['is forgotten when it is deleted', 'copy', 'original notarized'],
  ])('%s', (_, gone, left) => {
    const d = withCopy();
    d.gone(gone);
    expect(d.names()).toEqual([left]);
  });

  test('deleted together with its original leaves one row that shows the proof', () => {
    const d = withCopy();
    const [original, copy] = [d.at('original'), d.at('copy')]; // as one scan of the directory has read them
    d.see('original', { kind: 'absent' }, null, original);
    d.see('copy', { kind: 'absent' }, null, copy);
    expect(d.names()).toEqual(['copy missing']);
    expect(d.at('copy').recordId).toBe(d.record.id);
  });

  test('stays a copy when it is touched, and when a rule left it out for a while', () => {
    const d = withCopy();
    const touched = d.file({ ino: '11', ctimeNs: '1600000001000000000' });
    d.see('copy', touched);
    expect(d.at('copy')).toMatchObject({ state: 'discovered', recordId: null });
    expect(d.read('copy', 'x').state).toBe('duplicate');
    d.see('copy', touched, '*.tmp');
    expect(d.at('copy').state).toBe('ignored');
    d.see('copy', touched);
    expect(d.made.decide(d.at('copy')).state).toBe('duplicate');
  });

  test('that is edited is a new file, not a changed one: nothing was notarized under its name', () => {
    const d = withCopy();
    const edited = d.find('copy', 'y', { ino: '11', sizeBytes: 101 });
    expect(edited).toMatchObject({ state: 'checking', recordId: null });
  });

  test('in a folder of another project does not take the record over', () => {
    const d = withCopy();
    const elsewhere = d.state.assignments.add(assignment({ projectId: 'project-2' }));
    d.made.move(d.at('copy'), 'duplicate', { assignmentId: elsewhere });
    d.gone('original');
    expect(d.names()).toEqual(['original missing', 'copy duplicate']);
  });

  test('in a removed folder does not take the record over', () => {
    const d = withCopy();
    const other = d.state.folders.add('/other', folderRules(), 0);
    const { contentId } = d.record;
    expect(d.readIn(other, { ...d.at('copy'), contentId }).state).toBe('duplicate');
    d.gone('copy');
    d.state.folders.remove(other, 1);
    d.gone('original');
    expect(d.names()).toEqual(['original missing']);
  });
});

describe('duplicates that wait', () => {
  test('are all decided by one answer, and become copies of the first that is recorded', () => {
    const d = makeTransitionsLab();
    for (const name of ['a', 'b', 'c']) d.find(name, 'x', { ino: name });
    expect(d.names()).toEqual(['a checking', 'b checking', 'c checking']);
    d.answered('b');
    expect(d.names()).toEqual(['a ready', 'b ready', 'c ready']);
    const record = d.recorded('b');
    d.made.decideDuplicates(record.contentId, ['ready', 'checking']);
    expect(d.names()).toEqual(['a duplicate', 'b recording', 'c duplicate']);
  });

  test('in a removed folder are left alone, and stop nobody', () => {
    const d = makeTransitionsLab();
    const other = d.state.folders.add('/other', folderRules(), 0);
    const duplicate = d.readIn(other, d.find('a', 'x'));
    d.state.folders.remove(other, 1);
    d.answered('a');
    expect([d.at('a').state, fileOf(d.state, duplicate.id).state]).toEqual(['ready', 'checking']);
  });

  test('a file shown in a removed folder does not turn the same file elsewhere into a copy', () => {
    const d = makeTransitionsLab();
    d.notarized('a', 'x');
    d.state.folders.remove(d.folderId, 1);
    const again = d.state.folders.add('/data', folderRules(), 2);
    expect(d.readIn(again, fileOf(d.state, 1)).state).toBe('notarized');
  });
});

/** The service says of a record what it says of it now. */
function become(d: ReturnType<typeof makeTransitionsLab>, recordId: number, status: string): void {
  const settled = status === 'PendingDeletion' ? null : { settledAtMs: 42, provenAtMs: 42 };
  d.state.records.setStatus(recordId, status, settled);
  d.made.followRecord(recordId, status);
}

function deleted() {
  const d = makeTransitionsLab();
  const record = d.notarized('old', 'x');
  become(d, record.id, 'Deleted');
  return { ...d, record };
}

/** A person wants it notarized again under this name. */
function approve(d: ReturnType<typeof deleted>, name: string): void {
  const { id: fileId, contentId } = d.at(name);
  d.state.approvals.give({
    fileId,
    what: 'record_deleted',
    contentId: contentId ?? 0,
    givenAtMs: 1,
  });
  d.made.decide(d.at(name));
  d.answered(name);
}

describe('a content whose record was deleted on the service', () => {
  const held = { state: 'held', hold: 'record_deleted' };

  test('is held under every other name, and its own shows it (P4)', () => {
    const d = deleted();
    expect(d.find('copy', 'x', { ino: '11' })).toMatchObject(held);
    d.see('moved', d.file());
    d.gone('old');
    expect(d.read('moved', 'x')).toMatchObject(held);
    d.see('old', d.file({ ino: '12' }));
    expect(d.read('old', 'x')).toMatchObject({ state: 'deleted', recordId: d.record.id });
  });

  test('is held where it was a copy until then', () => {
    const d = makeTransitionsLab();
    const record = d.notarized('original', 'x');
    expect(d.find('copy', 'x', { ino: '11' }).state).toBe('duplicate');
    become(d, record.id, 'PendingDeletion');
    expect(d.at('copy')).toMatchObject({
      ...held,
      message: '{"why":"record-deleted","atMs":null}',
    });
    become(d, record.id, 'Deleted');
    expect(d.at('copy').message).toBe('{"why":"record-deleted","atMs":42}');
  });

  test.each([false, true])(
    'is shown again once the service says that it is there after all, approved meanwhile: %j',
    (isApproved) => {
      const d = deleted();
      d.find('copy', 'x', { ino: '11' });
      if (isApproved) approve(d, 'copy');
      expect(d.at('copy').state).toBe(isApproved ? 'ready' : 'held');
      become(d, d.record.id, 'Available');
      expect(d.names()).toEqual(['old notarized', 'copy duplicate']);
      become(d, d.record.id, 'Deleted');
      expect(d.at('copy')).toMatchObject(held);
    },
  );

  test('needs another approval when its next record is deleted, also under names that were approved for the first', () => {
    const d = deleted();
    for (const name of ['one', 'two']) d.find(name, 'x', { ino: name });
    for (const name of ['one', 'two']) approve(d, name);
    expect(d.names()).toEqual(['old deleted', 'one ready', 'two ready']);
    const next = d.recorded('one', 'Available');
    d.made.decideDuplicates(next.contentId, ['ready', 'checking']);
    expect(d.at('two').state).toBe('duplicate');
    become(d, next.id, 'Deleted');
    expect(d.at('two')).toMatchObject(held);
  });
});

/** An approved file that is found under a new name; what that one then has of the approval. */
function renamed(change: (d: ReturnType<typeof makeTransitionsLab>) => void, ino = '10') {
  const d = makeTransitionsLab();
  d.find('old', 'x', { ino });
  d.answered('old');
  const { id: fileId, contentId } = d.at('old');
  d.state.approvals.give({ fileId, what: 'review', contentId: contentId ?? 0, givenAtMs: 0 });
  d.find('new', 'x', { ino });
  change(d);
  d.gone('old');
  return [...d.state.approvals.of(d.at('new').id, contentId ?? 0)];
}

describe('what was approved and is renamed before it is sent', () => {
  test('stays approved', () => {
    expect(renamed(() => undefined)).toEqual(['review']);
  });

  test('stays approved where its new name is read once the old one is missed', () => {
    const d = makeTransitionsLab();
    const { id: fileId, contentId } = d.find('old', 'x');
    d.state.approvals.give({ fileId, what: 'review', contentId: contentId ?? 0, givenAtMs: 0 });
    d.gone('old');
    d.see('new', d.file());
    const approved = () => [...d.state.approvals.of(d.at('new').id, contentId ?? 0)];
    expect(approved()).toEqual([]);
    d.read('new', 'x');
    expect(approved()).toEqual(['review']);
  });

  test.each<readonly [string, (d: ReturnType<typeof makeTransitionsLab>) => void]>([
    ['all approvals were taken back', (d) => void d.made.takeBackVanished(null)],
    ['that of its new name was', (d) => void d.made.takeBackVanished([d.at('new')])],
    [
      'its folder goes elsewhere',
      (d) => {
        const elsewhere = folderRules({ assignment: assignment({ visibility: 'public' }) });
        d.state.folders.changeRules(d.at('new').folderId, elsewhere);
      },
    ],
  ])('waits for another approval where in between %s (P2)', (_what, change) => {
    const d = makeTransitionsLab();
    const { id: fileId, contentId } = d.find('old', 'x');
    d.state.approvals.give({ fileId, what: 'review', contentId: contentId ?? 0, givenAtMs: 0 });
    d.gone('old');
    d.see('new', d.file());
    change(d);
    d.read('new', 'x');
    expect([...d.state.approvals.of(d.at('new').id, contentId ?? 0)]).toEqual([]);
  });

  test('waits for another approval where its bytes are others now (P2)', () => {
    const d = makeTransitionsLab();
    const { id: fileId, contentId } = d.find('old', 'x');
    d.state.approvals.give({ fileId, what: 'review', contentId: contentId ?? 0, givenAtMs: 0 });
    d.gone('old');
    const found = d.find('new', 'y');
    expect([...d.state.approvals.of(found.id, found.contentId ?? 0)]).toEqual([]);
  });

  test.each(['before', 'after'])(
    'stays stopped where its new name is read %s the old one is missed (P2)',
    (when) => {
      const d = makeTransitionsLab();
      const { id: fileId, contentId } = d.find('old', 'x');
      d.answered('old');
      d.state.queueChoices.stop(fileId, contentId);
      if (when === 'after') d.gone('old');
      d.find('new', 'x');
      if (when === 'before') d.gone('old');
      const { state, message } =
        d.at('new').state === 'discovered' ? d.read('new', 'x') : d.at('new');
      expect([state, message]).toEqual(['held', '{"waits":"stopped"}']);
    },
  );

  test('waits for another approval where it goes somewhere else, or may be a copy (P2)', () => {
    const elsewhere = renamed((d) => {
      const assignmentId = d.state.assignments.add(assignment({ visibility: 'public' }));
      d.state.files.move(d.at('new'), d.at('new').state, { assignmentId });
    });
    expect(elsewhere).toEqual([]);
    expect(renamed(() => undefined, '0')).toEqual([]);
  });
});

test.each([
  ['10', true],
  ['0', false],
])(
  'a directory of inodes %s is known at another place: %s; a copy with its times looks the same without them',
  (ino, isTaken) => {
    const d = makeTransitionsLab();
    d.find('a', 'x', { ino });
    const { directoryId: id } = d.at('a');
    d.answered('a');
    expect(d.made.takeAlong({ id, path: '' }, 'elsewhere', new Map())).toBe(isTaken);
  },
);
