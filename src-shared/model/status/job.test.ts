import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountStatus } from './account-status.ts';
import { nextJob } from './job.ts';

const count = (
  state: 'settling' | 'ready' | 'uploading' | 'notarized' | 'missing' | 'ignored',
  files: number,
) => ({ state, hold: null, files, bytes: files * 10 }) as const;
const held = (hold: 'credits' | 'review' | 'offline', files: number) =>
  ({ state: 'held', hold, files, bytes: files * 10 }) as const;

test('a job is what is on its way, and what of it has been finished since it began', () => {
  const begun = nextJob(null, [count('notarized', 900), count('ready', 20)]);
  expect(begun).toMatchObject({ finished: 0, files: 20, bytesToGo: 200 });
  const later = [count('notarized', 912), count('uploading', 3), count('ready', 5)];
  expect(nextJob(begun, later)).toMatchObject({ finished: 12, files: 20, bytesToGo: 80 });
  // One that asks for a person is not finished: it has left the job.
  const more = [count('notarized', 912), count('ready', 7), held('credits', 1)];
  expect(nextJob(begun, more)).toMatchObject({ finished: 12, files: 19 });
});

test('files that were approved join the job, and do not count as finished before', () => {
  const begun = nextJob(null, [count('notarized', 5), held('review', 20), count('ready', 1)]);
  const approved = nextJob(begun, [count('notarized', 5), count('ready', 21)]);
  expect(approved).toMatchObject({ finished: 0, files: 21 });
});

test('what is missing or left out meanwhile is not finished', () => {
  const begun = nextJob(null, [count('notarized', 5), count('ready', 20)]);
  const gone = [
    count('notarized', 9),
    count('missing', 1),
    count('ignored', 3),
    count('ready', 12),
  ];
  expect(nextJob(begun, gone)).toMatchObject({ finished: 4, files: 16 });
});

test('an outage or a pause interrupts a job and does not end it', () => {
  const begun = nextJob(null, [count('notarized', 5), count('ready', 20)]);
  const away = nextJob(begun, [count('notarized', 15), held('offline', 10)]);
  expect(away).toMatchObject({ finished: 10, files: 20 });
  expect(nextJob(away, [count('notarized', 16), count('ready', 9)])).toMatchObject({
    finished: 11,
    files: 20,
  });
  expect(nextJob(null, [held('offline', 2)])).toBeNull();
});

test('it ends with the last file, and a wait for something else is no work', () => {
  const begun = nextJob(null, [count('ready', 2)]);
  expect(nextJob(begun, [count('notarized', 2)])).toBeNull();
  expect(nextJob(begun, [held('credits', 2)])).toBeNull();
  expect(nextJob(begun, [count('settling', 2)])).toBeNull();
});

test('no job has more finished files than files, whatever the counts do', () => {
  const files = fc.nat(50);
  const counts = fc
    .tuple(files, files, files, files)
    .map(([ready, done, asking, offline]): AccountStatus['counts'] => [
      count('ready', ready),
      count('notarized', done),
      held('credits', asking),
      held('offline', offline),
    ]);
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1 }), (seen) => {
      let job = nextJob(null, seen[0] ?? []);
      for (const each of seen) job = nextJob(job, each);
      if (job === null) return;
      expect(job.finished).toBeGreaterThanOrEqual(0);
      expect(job.finished).toBeLessThan(job.files);
    }),
  );
});
