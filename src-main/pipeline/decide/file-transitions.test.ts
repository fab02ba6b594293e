import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityKey } from '../../platform/disk/file-identity.ts';
import {
  assignment,
  folderRules,
  identity,
  reopenState,
  type TemporaryState,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import { makeTransitionsLab } from './test-support/transitions-lab.ts';

/** A state whose database was deleted between two starts. */
function afterLoss(): TemporaryState {
  const { state, folder, clock } = temporaryState();
  state.close();
  fs.rmSync(path.join(folder, 'labseal.db'));
  return { folder, clock, state: reopenState(folder, clock) };
}

test('a new file goes its way: found, asked about, ready, recorded, notarized', () => {
  const d = makeTransitionsLab();
  d.see('a', d.file());
  expect(d.at('a')).toMatchObject({ state: 'discovered', sizeBytes: 100, contentId: null });
  expect(d.read('a', 'x').state).toBe('checking');
  d.answered('a');
  expect(d.at('a').state).toBe('ready');
  const record = d.recorded('a');
  expect(d.at('a')).toMatchObject({ state: 'recording', recordId: record.id });
  d.made.followRecord(record.id, 'Available');
  expect(d.at('a').state).toBe('notarized');
  const moved = { kind: 'moved', path: '/data/a', state: 'notarized', hold: null };
  expect(d.events.at(-1)).toEqual({ ...moved, fileId: d.at('a').id });
});

describe('the disk', () => {
  test.each(['uploading', 'confirming'] as const)(
    'does not touch a row that is %s, whatever it shows',
    (state) => {
      const d = makeTransitionsLab();
      d.find('a', 'x');
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

  test('what was never proven is forgotten when it is gone', () => {
    const d = makeTransitionsLab();
    d.see('a', d.file());
    d.gone('a');
    d.gone('a');
    expect(d.names()).toEqual([]);
  });

  test('what cannot be read or is no file is kept with its reason', () => {
    const d = makeTransitionsLab();
    d.see('a', { kind: 'unreadable', errno: 'EACCES' });
    d.see('b', { kind: 'not-a-file', what: 'special' });
    d.see('c', { kind: 'not-a-file', what: 'unusable-name' });
    expect(['a', 'b', 'c'].map((name) => [d.at(name).state, d.at(name).message])).toEqual([
      ['unreadable', 'EACCES'],
      ['ignored', 'special'],
      ['unreadable', 'unusable-name'],
    ]);
    d.see('a', d.file());
    expect(d.at('a')).toMatchObject({ state: 'discovered', identity: identityKey(identity()) });
  });

  test('a file still being written waits, and a look in between changes nothing', async () => {
    const d = makeTransitionsLab();
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
    d.see('a', d.file({ ctimeNs: d.at('a').identity.split(':')[4] ?? '' }));
    expect(d.at('a').state).toBe('discovered');
  });

  test('a file that must settle again is looked at later, never at once and never in vain', async () => {
    const d = makeTransitionsLab();
    d.find('a', 'x');
    d.made.settleAgain(d.at('a'));
    const waiting = d.at('a');
    expect(waiting).toMatchObject({ state: 'settling', contentId: null });
    expect(waiting.dueAtMs).toBeGreaterThanOrEqual(d.clock.nowMs() + 2_000);
    await d.clock.advance(2_001);
    d.see('a', d.file());
    expect(d.at('a').state).toBe('discovered');
  });

  test('a clock that was put back does not keep a file waiting for ever', async () => {
    const d = makeTransitionsLab();
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

test('with an incomplete history the platform is asked whatever the folder’s rule says', () => {
  const rules = folderRules({ assignment: assignment({ checkPolicy: 'never' }) });
  expect(makeTransitionsLab(rules).find('a', 'x').state).toBe('ready');
  expect(makeTransitionsLab(rules, afterLoss()).find('a', 'x').state).toBe('checking');
});
