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

const nsAt = (seconds: number) => `${1_600_000_000 + seconds}000000000`;

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

  test('that lets a taken file grow within a minute shows a pause, which its folder waits for from then on', () => {
    const d = makeTransitionsLab();
    const pause = () => d.state.folders.get(d.folderId)?.pause ?? null;
    const grown = (seconds: number, sizeBytes: number, over = {}) =>
      d.see('a', d.file({ mtimeNs: nsAt(seconds), ctimeNs: nsAt(seconds), sizeBytes, ...over }));
    d.find('a', 'x', { mtimeNs: nsAt(0), ctimeNs: nsAt(0) });
    grown(3_600, 101); // another measurement
    grown(3_605, 101); // nothing more in it
    grown(3_610, 102, { ino: '98' }); // another file
    expect(pause()).toBeNull();
    grown(3_615, 103, { ino: '98' });
    expect(pause()).toEqual({ ms: 5_000, seenAtMs: d.clock.nowMs() });
    grown(3_618, 104, { ino: '98' });
    expect(pause()?.ms).toBe(5_000);
    const nowMs = d.clock.nowMs();
    d.see('b', d.file({ mtimeNs: `${nowMs}000000`, ctimeNs: `${nowMs}000000` }));
    expect(d.at('b').dueAtMs).toBe(nowMs + 10_001);
  });

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

test.each([
  ['never', 'ready', false],
  ['approved', 'ready', true],
  ['first', 'checking', true],
] as const)(
  'a folder that asks "%s" has its new files %s; with an incomplete history each is asked about',
  (checkPolicy, state, isAsked) => {
    const rules = folderRules({ assignment: assignment({ checkPolicy }) });
    for (const [lab, asks] of [
      [makeTransitionsLab(rules), isAsked],
      [makeTransitionsLab(rules, afterLoss()), true],
    ] as const) {
      const file = lab.find('a', 'x');
      expect([file.state, lab.made.asksFirst(file)]).toEqual([state, asks]);
    }
  },
);
