import { NO_FILES } from '../../../src-shared/model/status/account-status.ts';
import { describe, expect, test } from 'vitest';
import { FILE_STATES } from '../../../src-shared/model/files/file-state.ts';
import { makesStale } from '../../data/use-range.ts';
import { watchedProjects } from '../../data/use-projects.ts';
import { wordsOf } from '../../words/words-context.ts';
import { fileRow } from '../../test-support/builders.ts';
import { fileColumns } from './file-columns.tsx';
import { fileSteps } from './file-steps.ts';

const words = wordsOf('en');
const { assignment, sizeBytes } = fileRow({});
const CHECKED = { ...assignment, checkPolicy: 'first' } as const;
const NEW = {
  hold: null,
  blake3: null,
  certificatePdf: null,
  assignment: CHECKED,
  sizeBytes,
};
const stages = (file: Parameters<typeof fileSteps>[0]) =>
  fileSteps(file, words).map(({ stage }) => stage);

const labels = (file: Parameters<typeof fileSteps>[0]) =>
  fileSteps(file, words).map(({ label }) => label);

describe('the way of a file', () => {
  test.each(FILE_STATES)('a file that is %s claims no step after the one it is at', (state) => {
    const found = stages({ state, ...NEW });
    const firstOpen = found.findIndex((stage) => stage !== 'done');
    expect(found.slice(firstOpen === -1 ? found.length : firstOpen)).not.toContain('done');
    expect(found.filter((stage) => stage === 'current' || stage === 'broken').length).toBeLessThan(
      2,
    );
  });

  test('uploaded is said only once the service has the file', () => {
    for (const state of ['uploading', 'confirming', 'failed', 'held', 'ready'] as const) {
      expect(stages({ state, ...NEW, blake3: 'aa' })[3]).not.toBe('done');
    }
    expect(stages({ state: 'recording', ...NEW })[3]).toBe('done');
  });

  test('the certificate counts when it is on this computer', () => {
    const saved = { ...NEW, blake3: 'aa', certificatePdf: '/c.pdf' };
    expect(stages({ state: 'notarized', ...saved }).at(-1)).toBe('done');
    expect(stages({ state: 'notarized', ...NEW }).at(-1)).toBe('waiting');
  });

  test('what is under way has the name of its state, and not of its end', () => {
    const now = fileSteps({ state: 'uploading', ...NEW }, words).find(
      ({ stage }) => stage === 'current',
    );
    expect(now?.label).toBe('Sending');
  });

  test('a step that is done says when it was reached; one that is not says no time', () => {
    const times = {
      savedAtMs: 0,
      fingerprintedAtMs: 60_000,
      checkedAtMs: 90_000,
      uploadedAtMs: 120_000,
      recordedAtMs: 180_000,
      certificateAtMs: null,
    };
    const file = { state: 'recording', ...NEW, blake3: 'aa' } as const;
    const sides = fileSteps(file, words, { times, nowMs: 240_000 }).map(({ side }) => side);
    const when = (atMs: number) => words.figures.when(atMs, 240_000);
    expect(sides).toEqual([
      when(0),
      when(60_000),
      when(90_000),
      when(120_000),
      undefined,
      undefined,
    ]);
    const unasked = { times: { ...times, checkedAtMs: null }, nowMs: 240_000 };
    expect(fileSteps(file, words, unasked).map(({ id }) => id)).not.toContain('checked');
  });

  test('a file that waits for credits was checked; one too large was not; what ends by itself is no fault', () => {
    const held = { state: 'held', ...NEW, blake3: 'aa' } as const;
    expect(stages({ ...held, hold: 'credits' }).slice(2, 4)).toEqual(['done', 'broken']);
    expect(stages({ ...held, hold: 'size_limit' }).slice(2, 4)).toEqual(['broken', 'waiting']);
    expect(stages({ ...held, hold: 'paused' }).slice(2, 4)).toEqual(['done', 'current']);
  });

  test('nothing is said to have been looked for where the check is off', () => {
    const off = { ...assignment, checkPolicy: 'never' } as const;
    const sent = { state: 'notarized', ...NEW, blake3: 'aa' } as const;
    expect(labels(sent)).toContain('Looked for duplicates');
    expect(labels({ ...sent, assignment: off })).not.toContain('Looked for duplicates');
    const large = { ...sent, sizeBytes: 100_000_001 };
    expect(labels(large)).not.toContain('Looked for duplicates');
  });

  test('what is asked about once approved is not said to have been looked for before', () => {
    const later = { ...NEW, blake3: 'aa', assignment };
    expect(stages({ ...later, state: 'ready' }).slice(2, 4)).toEqual(['waiting', 'waiting']);
    const held = { ...later, state: 'held', hold: 'credits' } as const;
    expect(labels(held)).not.toContain('Looked for duplicates');
    expect(stages(held)[2]).toBe('broken'); // its sending
    const refused = { ...later, state: 'notarized', checkRefusal: null } as const;
    expect(labels(refused)).toContain('The service did not say whether it has it');
  });

  test('the way of a copy ends where it was found, and it has no price', () => {
    const copy = { state: 'duplicate', ...NEW, blake3: 'aa' } as const;
    const steps = fileSteps(copy, words);
    expect(steps.map(({ stage }) => stage)).toEqual(['done', 'done', 'done']);
    expect(steps.at(-1)?.label).toBe('Already on the service');
    const credits = fileColumns(words, 0).find(({ id }) => id === 'credits');
    expect(credits?.cell(fileRow({ state: 'duplicate', credits: 1 }))).toBe('—');
    expect(credits?.cell(fileRow({ state: 'ready', credits: 1 }))).toBe('1');
  });

  test('a file that goes no way has no steps', () => {
    expect(stages({ state: 'ignored', ...NEW })).toEqual([]);
  });
});

const changed = (projectIds: readonly string[]) =>
  ({ kind: 'files-changed', folderIds: [], projectIds, fileIds: null }) as const;

test('a list is read again for its own project, and after every snapshot', () => {
  expect(makesStale(changed(['p1']), { projectId: 'p1' })).toBe(true);
  expect(makesStale(changed(['p2']), { projectId: 'p1' })).toBe(false);
  expect(makesStale(changed(['p2']), {})).toBe(true);
  expect(makesStale(changed([]), { projectId: 'p1' })).toBe(true);
  expect(makesStale({ kind: 'credits-changed' }, {})).toBe(false);
});

test('projects of the list and of the files here are shown once each, with their files', () => {
  const none = { ...NO_FILES, bytes: 1 };
  const counted = [
    {
      ...none,
      projectId: 'p1',
      projectName: 'Old',
      files: 7,
      needYou: 1,
      done: 5,
      toGo: 1,
    },
    { ...none, projectId: 'p9', projectName: null, files: 1, toGo: 1 },
  ];
  const listed = [
    { id: 'p2', name: 'Soil' },
    { id: 'p1', name: 'Tides' },
  ];
  expect(watchedProjects(listed, counted)).toEqual([
    { ...NO_FILES, id: 'p2', name: 'Soil' },
    { ...NO_FILES, id: 'p1', name: 'Tides', bytes: 1, files: 7, needYou: 1, done: 5, toGo: 1 },
    { ...NO_FILES, id: 'p9', name: 'p9', bytes: 1, files: 1, toGo: 1 },
  ]);
});
