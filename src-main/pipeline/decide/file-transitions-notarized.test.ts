/** A notarized file that is touched, edited, gone, left out, or whose record the service changes. */
import { describe, expect, test } from 'vitest';
import { makeTransitionsLab } from './test-support/transitions-lab.ts';

describe('a file that was notarized', () => {
  test('costs nothing when it is touched: the same bytes show the same record', () => {
    const d = makeTransitionsLab();
    const { id: recordId } = d.notarized('a', 'x');
    d.see('a', d.file({ mtimeNs: '1600000005000000000', ctimeNs: '1600000005000000000' }));
    expect(d.at('a')).toMatchObject({ state: 'discovered', contentId: null, recordId });
    expect(d.read('a', 'x')).toMatchObject({ state: 'notarized', recordId });
  });

  test('and edited is changed until a person agrees, then it is sent as a new version', () => {
    const d = makeTransitionsLab();
    const first = d.notarized('a', 'x');
    const changed = d.find('a', 'y', { sizeBytes: 101 });
    expect(changed).toMatchObject({ state: 'changed', recordId: first.id });
    const approved = d.made.move(changed, 'changed', { approvedContentId: changed.contentId });
    expect(d.made.decide(approved).state).toBe('checking');
    d.answered('a');
    const second = d.recorded('a', 'Available');
    expect(d.at('a')).toMatchObject({ state: 'notarized', recordId: second.id });
    expect(d.state.records.get(first.id).status).toBe('Available');
  });

  test('an agreement is about one content: the next edit asks again, and the first bytes need none', () => {
    const d = makeTransitionsLab();
    d.notarized('a', 'x');
    const changed = d.find('a', 'y', { sizeBytes: 101 });
    d.made.move(changed, 'changed', { approvedContentId: changed.contentId });
    expect(d.find('a', 'z', { sizeBytes: 102 }).state).toBe('changed');
    expect(d.find('a', 'x', { ctimeNs: '1600000009000000000' }).state).toBe('notarized');
  });

  test('is missing when it is gone, notarized again when it is back, without being read, and changed when it is other bytes', () => {
    const d = makeTransitionsLab();
    d.notarized('a', 'x');
    d.gone('a');
    d.gone('a');
    expect(d.at('a').state).toBe('missing');
    d.see('a', d.file());
    expect(d.at('a')).toMatchObject({ state: 'discovered' });
    expect(d.at('a').contentId).not.toBeNull();
    expect(d.made.decide(d.at('a')).state).toBe('notarized');
    d.gone('a');
    expect(d.find('a', 'y', { ino: '77' }).state).toBe('changed');
  });

  test('is not left out by a rule that is added later, touched or in its directory either', () => {
    const d = makeTransitionsLab();
    d.notarized('a', 'x');
    d.see('a', d.file(), '*.raw');
    expect(d.at('a').state).toBe('notarized');
    const touched = d.file({ ctimeNs: '1600000001000000000' });
    d.see('a', touched, '*.raw');
    expect(d.read('a', 'x').state).toBe('notarized');
    d.made.setAside(d.at('a'), 'dir/');
    expect(d.at('a').state).toBe('notarized');
  });

  test('with other bytes it is left out by a rule; included again it shows its record; a changed rule changes the words', () => {
    const d = makeTransitionsLab();
    d.notarized('a', 'x');
    d.find('a', 'y', { sizeBytes: 101 });
    d.see('a', d.file({ sizeBytes: 101 }), '*.raw');
    expect(d.at('a')).toMatchObject({ state: 'ignored', message: '*.raw' });
    d.see('a', d.file({ sizeBytes: 101 }), '/a');
    expect(d.at('a').message).toBe('/a');
    d.see('a', d.file({ sizeBytes: 101 }));
    expect(d.made.decide(d.at('a')).state).toBe('changed');
  });

  test('edited while it was left out is read before anything is said about it', () => {
    const d = makeTransitionsLab();
    d.notarized('a', 'x');
    d.find('a', 'y', { sizeBytes: 101 });
    d.see('a', d.file({ sizeBytes: 101 }), '*.raw');
    d.see('a', d.file({ sizeBytes: 7 }), '*.raw');
    d.see('a', d.file({ sizeBytes: 7 }));
    expect(d.at('a')).toMatchObject({ state: 'discovered', contentId: null });
  });

  test.each([
    ['NotarizationError', 'record_error'],
    ['PendingDeletion', 'deleting'],
    ['Deleted', 'deleted'],
  ])('follows its record: %s is %s, and touching it sends nothing', (status, shown) => {
    const d = makeTransitionsLab();
    const record = d.notarized('a', 'x');
    d.state.records.setStatus(record.id, status, { settledAtMs: 1, provenAtMs: 1 });
    d.made.followRecord(record.id, status);
    expect(d.at('a').state).toBe(shown);
    expect(d.find('a', 'x', { ctimeNs: '1600000005000000000' }).state).toBe(shown);
  });

  test('any words the service may say, in any order, are followed without harm', () => {
    const unsettled = ['Pending', 'Archiving', 'PendingDeletion'];
    const words = [...unsettled, 'Available', 'NotarizationError', 'Deleted'];
    const d = makeTransitionsLab();
    for (const [at, from] of unsettled.entries()) {
      for (const to of words) {
        const name = `${at} ${to}`;
        d.find(name, name);
        d.answered(name);
        const record = d.recorded(name, from);
        d.made.followRecord(record.id, to);
        expect(d.at(name).recordId).toBe(record.id);
      }
    }
  });
});
