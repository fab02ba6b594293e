import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { addFile, folderRules, temporaryState } from '../../test-support/temporary-state.ts';
import type { HeldCount } from './hold-repository.ts';

/** What a row may say, and what it notes by that. */
const MESSAGES = new Map([
  ['', null],
  ['words of the service', null],
  ['{"waits":"cut off', null],
  [writeWaitNote({ waits: 'until', atMs: 9 }), 'until'],
  [writeWaitNote({ waits: 'no-progress', tries: 8 }), 'no-progress'],
] as const);
const anyHeld = fc.record({
  folder: fc.nat(2),
  hold: fc.constantFrom('paused', 'server', 'credits'),
  message: fc.constantFrom(...MESSAGES.keys()),
  sizeBytes: fc.nat(1_000),
  waitedMs: fc.nat(1_000),
});

test('the waits are those of a recount of every row', () => {
  const { state, clock } = temporaryState();
  fc.assert(
    fc.property(fc.array(anyHeld, { minLength: 1, maxLength: 25 }), (rows) => {
      const folders = ['/a', '/b', '/removed'].map((path) =>
        state.folders.add(path, folderRules(), 0),
      );
      const counted = new Map<string, HeldCount>();
      for (const [index, { folder, hold, message, sizeBytes, waitedMs }] of rows.entries()) {
        clock.setWallClock(1_000_000 + waitedMs);
        const row = addFile(state, folders[folder] ?? 0, { name: `${index}`, sizeBytes });
        const hashing = state.files.move(row, 'hashing');
        const { changedAtMs } = state.files.move(hashing, 'held', { hold, message });
        if (folder === 2) continue;
        const waits = MESSAGES.get(message) ?? null;
        const known = counted.get(`${hold} ${waits ?? ''}`);
        counted.set(`${hold} ${waits ?? ''}`, {
          hold,
          waits,
          files: (known?.files ?? 0) + 1,
          bytes: (known?.bytes ?? 0) + sizeBytes,
          sinceMs: Math.min(known?.sinceMs ?? Infinity, changedAtMs),
        });
      }
      const [a = 0, b = 0, removed = 0] = folders;
      state.folders.remove(removed, 0);
      const sorted = [...counted].toSorted(([one], [other]) => (one < other ? -1 : 1));
      expect(state.holds.counts()).toEqual(sorted.map(([, count]) => count));
      for (const folderId of [a, b]) state.folders.remove(folderId, 0);
    }),
    { numRuns: 12 },
  );
});
