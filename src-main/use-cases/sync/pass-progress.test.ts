import { expect, onTestFinished, test } from 'vitest';
import type { PassProgress } from '../../../src-shared/bridge/sync-calls.ts';
import { GATHERING_MS } from '../../../src-shared/bridge/events.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { gatherProgress } from './pass-progress.ts';

function gathered() {
  const clock = makeFakeClock();
  const told: PassProgress[] = [];
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const progress = gatherProgress({ clock, tell: (each) => told.push(each) }, over.signal);
  return { clock, told, progress };
}

const moved = (
  fileId: number,
  state: 'notarized' | 'held' | 'ready',
  hold: 'budget' | null = null,
) => ({ kind: 'moved', fileId, path: `/data/${fileId}.raw`, state, hold }) as const;
const sending = (fileId: number, doneBytes: number) =>
  ({
    kind: 'progressed',
    fileId,
    path: `/data/${fileId}.raw`,
    state: 'uploading',
    doneBytes,
    totalBytes: 10,
  }) as const;

test('whatever happens in a quarter of a second is one message, and the last of it is told', async () => {
  const { clock, told, progress } = gathered();
  progress.announce({ kind: 'scanning', folderId: 1, files: 2, directories: 1 });
  progress.announce(moved(1, 'ready'));
  progress.announce(moved(1, 'notarized'));
  expect(told).toEqual([]);
  await clock.advance(GATHERING_MS);
  expect(told).toMatchObject([{ seen: 2, counts: { ready: 0, notarized: 1 } }]);
});

test('what has left of what was agreed to grows with every file, and never passes it', async () => {
  const { clock, told, progress } = gathered();
  progress.sends(15);
  progress.announce(sending(1, 4));
  await clock.advance(GATHERING_MS);
  progress.announce(moved(1, 'notarized'));
  progress.announce(sending(2, 10));
  await clock.advance(GATHERING_MS);
  expect(told.map(({ sent }) => sent)).toEqual([
    { doneBytes: 4, totalBytes: 15 },
    { doneBytes: 15, totalBytes: 15 },
  ]);
});

test('a budget that holds a million fills no message', async () => {
  const { clock, told, progress } = gathered();
  for (let fileId = 1; fileId <= 1_000; fileId += 1)
    progress.announce(moved(fileId, 'held', 'budget'));
  await clock.advance(GATHERING_MS);
  progress.announce(moved(1_001, 'held', 'budget'));
  await clock.advance(GATHERING_MS);
  expect(told.map(({ waits }) => waits.length)).toEqual([11, 0]);
});
