/** Files of one content: renamed, copied, and waiting side by side for one answer. */
import { describe, expect, test } from 'vitest';
import { assignment, fileOf, folderRules } from '../test-support/temporary-state.ts';
import { playDesk } from './test-support/played-desk.ts';

test('a renamed file keeps its record, and its old row is forgotten', () => {
  const d = playDesk();
  const record = d.notarized('old', 'x');
  d.see('new', d.file());
  d.gone('old');
  expect(d.at('old')).toMatchObject({ state: 'missing', recordId: record.id });
  expect(d.read('new', 'x')).toMatchObject({ state: 'notarized', recordId: record.id });
  expect(d.names()).toEqual(['new notarized']);
});

test('a rename is the same when the new name is read before the old one is missed', () => {
  const d = playDesk();
  const record = d.notarized('old', 'x');
  d.see('new', d.file());
  expect(d.read('new', 'x').state).toBe('duplicate');
  d.gone('old');
  expect(d.names()).toEqual(['new notarized']);
  expect(d.at('new').recordId).toBe(record.id);
});

function withCopy() {
  const d = playDesk();
  const record = d.notarized('original', 'x');
  d.see('copy', d.file({ ino: '11' }));
  expect(d.read('copy', 'x')).toMatchObject({ state: 'duplicate', recordId: record.id });
  return { ...d, record };
}

describe('a copy', () => {
  test('takes the record over when the original is deleted', () => {
    const d = withCopy();
    d.gone('original');
    expect(d.names()).toEqual(['copy notarized']);
  });

  test('is forgotten when it is deleted: it proves nothing of its own', () => {
    const d = withCopy();
    d.gone('copy');
    expect(d.names()).toEqual(['original notarized']);
  });

  test('deleted together with its original leaves one row that shows the proof', () => {
    const d = withCopy();
    const [original, copy] = [d.at('original'), d.at('copy')]; // as one scan of the directory has read them
    d.see('original', { kind: 'absent' }, null, original);
    d.see('copy', { kind: 'absent' }, null, copy);
    expect(d.names()).toEqual(['copy missing']);
    expect(d.at('copy').recordId).toBe(d.record.id);
  });

  test('stays a copy when it is touched', () => {
    const d = withCopy();
    d.see('copy', d.file({ ino: '11', ctimeNs: '1600000001000000000' }));
    expect(d.at('copy')).toMatchObject({ state: 'discovered', recordId: null });
    expect(d.read('copy', 'x').state).toBe('duplicate');
  });

  test('that is edited is a new file, not a changed one: nothing was notarized under its name', () => {
    const d = withCopy();
    d.see('copy', d.file({ ino: '11', sizeBytes: 101 }));
    expect(d.read('copy', 'y')).toMatchObject({ state: 'checking', recordId: null });
  });

  test('stays a copy when it was left out by a rule for a while', () => {
    const d = withCopy();
    const seen = d.file({ ino: '11' });
    d.see('copy', seen, '*.tmp');
    expect(d.at('copy').state).toBe('ignored');
    d.see('copy', seen);
    expect(d.made.decide(d.at('copy')).state).toBe('duplicate');
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

describe('twins that wait', () => {
  test('are all decided by one answer, and become copies of the first that is recorded', () => {
    const d = playDesk();
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

  test('the platform’s yes makes them copies of a file nobody here knows', () => {
    const d = playDesk();
    d.see('a', d.file());
    d.read('a', 'x');
    d.answered('a', true);
    expect(d.at('a')).toMatchObject({ state: 'duplicate', recordId: null });
  });

  test('in a removed folder are left alone, and stop nobody', () => {
    const d = playDesk();
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

  test('a file shown in a removed folder does not turn the same file elsewhere into a copy', () => {
    const d = playDesk();
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
