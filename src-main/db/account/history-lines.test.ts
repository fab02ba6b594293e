/** History as a story: what belongs together is one line. */
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { makeTransitionsLab } from '../../pipeline/decide/test-support/transitions-lab.ts';
import {
  addFile,
  addRecord,
  folderRules,
  invitation,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { migrate, readMigrations } from '../open-database.ts';
import type { LineFilter } from './event-log.ts';

function lab() {
  const d = makeTransitionsLab();
  const lines = (filter: LineFilter = {}) => d.state.eventLog.lines(filter, 0, 100).lines;
  const told = () => lines().map(({ what, files }) => `${what} ${files}`);
  const named = (lineId: number) =>
    d.state.eventLog.range({ lineId }, 0, 100).entries.map(({ subject }) => subject.name);
  return { ...d, lines, told, named };
}

describe('one line', () => {
  test('a batch that was notarized is one line, which opens to its files; its steps are none', () => {
    const d = lab();
    for (const name of ['a', 'b', 'c']) d.notarized(name, name);
    expect(d.told()).toEqual(['notarized 3']);
    expect(d.lines()[0]).toMatchObject({ credits: 0, isAtMost: false, from: null });
    expect(d.named(d.lines()[0]?.id ?? 0)).toEqual(['c', 'b', 'a']);
  });

  test('what is notarized after another approval is a line of its own', () => {
    const d = lab();
    const approve = (names: readonly string[]) => {
      d.state.eventLog.tellDecided('approved', names.length, names.length);
      for (const name of names) d.notarized(name, name);
    };
    approve(['a', 'b']);
    approve(['c']);
    d.notarized('d', 'd'); // within a budget, say
    expect(d.told()).toEqual(['notarized 2', 'approved 1', 'notarized 2', 'approved 2']);
  });

  test('a renamed file is neither lost nor found; both orders of the scan tell the same', () => {
    const d = lab();
    d.notarized('old', 'x');
    d.gone('old');
    expect(d.told()).toEqual(['missing 1', 'notarized 1']);
    d.find('new', 'x');
    d.notarized('other', 'y');
    d.find('another', 'y');
    d.gone('other');
    expect(d.told()).toEqual(['renamed 2', 'notarized 2']);
    const [line] = d.lines();
    expect(line).toMatchObject({ from: 'data', to: 'data', credits: 0 });
    expect(line?.latest?.note).toBe('{"movedFrom":{"folderPath":"data","name":"other"}}');
    expect(d.named(line?.id ?? 0)).toEqual(['another', 'new']);
    const edges = [0, d.clock.nowMs() + 1];
    expect(d.state.eventLog.done(edges)[0]?.files).toBe(2); // each was finished once
  });

  test('a file that was changed and renamed is told as changed, with its former name', () => {
    const d = lab();
    d.notarized('old', 'x');
    const edited = { mtimeNs: '9', sizeBytes: 102 };
    d.find('old', 'y', edited);
    expect(d.told()).toEqual(['changed 1', 'notarized 1']);
    d.find('new', 'y', edited);
    d.gone('old');
    expect(d.told()).toEqual(['changed 1', 'notarized 1']);
    const [line] = d.lines();
    expect(line?.latest?.subject.name).toBe('new');
    expect(line?.latest?.note).toContain('"name":"old"');
  });

  test.each([
    ['read first', (d: ReturnType<typeof lab>) => [() => d.find('new', 'x'), () => d.gone('old')]],
    [
      'missed first',
      (d: ReturnType<typeof lab>) => [() => d.gone('old'), () => d.find('new', 'x')],
    ],
  ])('a renamed file keeps its history, %s', (_, steps) => {
    const d = lab();
    d.notarized('old', 'x');
    for (const step of steps(d)) step();
    const fileId = d.at('new').id;
    const { entries } = d.state.eventLog.range({ fileId }, 0, 9);
    const seen = entries.map(({ subject }) => `${subject.name} ${subject.state}`);
    expect(seen).toContain('old notarized');
    expect(seen).not.toContain('old missing');
  });

  test('a copy elsewhere of a file that is watched no more is a copy, and not back', () => {
    const d = lab();
    const { contentId } = d.notarized('a', 'x');
    const { id: fileId, recordId } = d.at('a');
    d.state.uploads.add(uploadJob({ id: 'job', fileId, contentId }));
    const recorded = { type: 'recorded', recordId: recordId ?? 0, by: null } as const;
    d.state.uploads.move('job', recorded, d.clock.nowMs());
    const there = d.state.folders.add('/elsewhere', folderRules(), 0);
    d.state.folders.remove(d.folderId, 1);
    const copy = addFile(d.state, there, { name: 'b' });
    const { identity, sizeBytes } = copy;
    d.made.decide(d.made.move(copy, 'hashing', { contentId }), { contentId, identity, sizeBytes });
    expect(d.told()).toEqual(['copied 1', 'notarized 1']);
  });

  test('a copy is told as one, with what it is a copy of; a copy that was there for long takes over', async () => {
    const d = lab();
    d.notarized('a', 'x');
    d.find('b', 'x', { ino: '11' });
    expect(d.told()).toEqual(['copied 1', 'notarized 1']);
    expect(d.lines()[0]?.original).toBe('run.raw');
    await d.clock.advance(2 * HOUR_MS);
    d.gone('a');
    expect(d.told()).toEqual(['left-to-copy 1', 'copied 1', 'notarized 1']);
  });

  test('what is back with its notarized bytes is not notarized once more', () => {
    const d = lab();
    d.notarized('a', 'x');
    d.gone('a');
    d.find('a', 'x');
    expect(d.told()).toEqual(['restored 1', 'missing 1', 'notarized 1']);
  });

  test('files that swapped their names are copies of each other: nothing was sent', () => {
    const d = lab();
    for (const [name, content] of [
      ['a', 'x'],
      ['b', 'y'],
    ] as const) {
      const { id: recordId, contentId } = d.notarized(name, content);
      const { id: fileId } = d.at(name);
      const uploadedIso = `2026-11-21T09:00:00.00${fileId}Z`;
      d.state.uploads.add(uploadJob({ id: name, fileId, contentId, name, uploadedIso }));
      const recorded = { type: 'recorded', recordId, by: null } as const;
      d.state.uploads.move(name, recorded, d.clock.nowMs());
    }
    d.find('a', 'y', { ino: '21' });
    d.find('b', 'x', { ino: '22' });
    expect(d.told()).toEqual(['copied 2', 'notarized 2']);
  });

  test.each([
    ['before it was written', 'Pending'],
    ['when it is there', 'Available'],
  ])(
    'a file that got another name while it was sent is told with its charge, seen %s',
    (_, status) => {
      const d = lab();
      d.find('old', 'x');
      d.answered('old');
      const { id: fileId, contentId } = d.at('old');
      d.state.uploads.add(uploadJob({ id: 'job', fileId, contentId: contentId ?? 0, name: 'old' }));
      const sending = d.made.move(d.at('old'), 'uploading');
      const record = addRecord(d.state, contentId ?? 0, { status });
      const recorded = { type: 'recorded', recordId: record.id, by: null } as const;
      d.state.uploads.move('job', recorded, d.clock.nowMs());
      d.made.move(sending, 'recording', { recordId: record.id });
      d.find('new', 'x');
      d.gone('old');
      d.made.followRecord(record.id, 'Available');
      const paid = d.lines().filter(({ what }) => what === 'notarized');
      expect(paid.map(({ files, credits }) => [files, credits])).toEqual([[1, 1]]);
    },
  );

  test('what comes an hour later, or on another day, is another line, and a growing one comes first', async () => {
    const d = lab();
    d.notarized('a', 'a');
    await d.clock.advance(30 * MINUTE_MS);
    d.find('b', 'a');
    await d.clock.advance(20 * MINUTE_MS);
    d.notarized('c', 'c');
    expect(d.told()).toEqual(['notarized 2', 'copied 1']);
    await d.clock.advance(2 * HOUR_MS);
    d.notarized('d', 'd');
    expect(d.told()).toEqual(['notarized 1', 'notarized 2', 'copied 1']);
  });

  test('a file to which the same happens twice is one file', () => {
    const d = lab();
    for (const state of ['missing', 'unreadable', 'missing'] as const) {
      d.state.files.move(addOnce(d), state);
    }
    expect(d.told()).toEqual(['missing 1', 'unreadable 1']);
  });

  test('changes of one kind that ended alike are one line', () => {
    const d = lab();
    for (const who of ['Bo', 'Ek']) {
      d.state.changes.add({ key: who, intent: invitation(who), createdAtMs: d.clock.nowMs() });
    }
    expect(d.told()).toEqual(['change 2']);
  });
});

function addOnce(d: ReturnType<typeof lab>) {
  const directory = d.state.files.directory(d.folderId, '');
  return d.state.files.named(directory, 'run.raw') ?? addFile(d.state, d.folderId);
}

describe('the list of lines', () => {
  test('is narrowed by the names in a line, by time, and by what it is about', async () => {
    const d = lab();
    d.notarized('run_1', 'x');
    await d.clock.advance(2 * HOUR_MS);
    const laterMs = d.clock.nowMs();
    d.gone('run_1');
    d.state.changes.add({ key: 'k', intent: invitation('Bo Ek'), createdAtMs: laterMs });
    const whats = (filter: LineFilter) => d.lines(filter).map(({ what }) => what);
    expect(whats({ text: 'run_1' })).toEqual(['missing', 'notarized']);
    expect(whats({ text: 'Bo' })).toEqual(['change']);
    expect(whats({ about: 'done' })).toEqual(['notarized']);
    expect(whats({ about: 'files' })).toEqual(['missing', 'notarized']);
    expect(whats({ about: 'changes' })).toEqual(['change']);
    expect(whats({ fromMs: laterMs })).toEqual(['change', 'missing']);
    expect(whats({ toMs: laterMs })).toEqual(['notarized']);
    const [, missing] = d.lines();
    expect(whats({ lineIds: [missing?.id ?? 0] })).toEqual(['missing']);
  });

  test('what happened before a move is told at the place where it happened', () => {
    const d = lab();
    const { eventLog, folders, files } = d.state;
    const places = (name: string) =>
      eventLog
        .range({ text: name }, 0, 9)
        .entries.filter(({ subject }) => subject.state === 'notarized')
        .map(({ subject }) => subject.kind === 'file' && subject.folderPath);
    const move = (from: string, to: string) => {
      folders.relocate(d.folderId, to);
      eventLog.tellFolderMoved(d.folderId, from, to);
    };
    d.notarized('one', 'x');
    move('/data', '/archive/plates');
    expect(places('one')).toEqual(['data']);
    d.notarized('two', 'y');
    expect(places('two')).toEqual(['plates']);
    move('/archive/plates', '/archive/all');
    eventLog.tellDirectoryMoved(d.folderId, files.directory(d.folderId, ''), 'old', '');
    expect(places('one')).toEqual(['all', 'data/old']);
    expect(places('two')).toEqual(['all', 'plates/old']);
    move('/archive/all', '/elsewhere/end');
    expect(places('two')).toEqual(['all', 'plates/old']);
  });

  test('a folder that was pointed to its new place is one line', () => {
    const d = lab();
    d.notarized('a', 'x');
    d.state.eventLog.tellFolderMoved(d.folderId, '/data', '/archive/data');
    expect(d.lines()[0]).toMatchObject({
      what: 'folder-moved',
      from: '/data',
      to: '/archive/data',
      files: 1,
      latest: null,
    });
  });
});

test('a history of before is told the same way', () => {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  const steps = readMigrations();
  const until = (version: number) => steps.filter((step) => step.version < version);
  migrate(db, until(500), () => undefined);
  const add = db.prepare(
    `INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, content_id)
     VALUES (?, 'file', ?, 1, 'n', ?, 1)`,
  );
  for (const fileId of [1, 2]) {
    for (const state of ['uploading', 'recording', 'notarized']) add.run(1_000, fileId, state);
  }
  add.run(2_000, 1, 'missing');
  add.run(3_000, 1, 'notarized');
  add.run(5 * HOUR_MS, 3, 'missing');
  migrate(db, steps, () => undefined);
  const lines = db.prepare(
    `SELECT what || ' ' || files || ' ' || (SELECT count(*) FROM event_log WHERE line_id = l.id)
     FROM event_line l ORDER BY last_id`,
  );
  const before = ['notarized 2 2', 'missing 1 1', 'restored 1 1', 'missing 1 1'];
  expect(lines.pluck().all()).toEqual(before);
  add.run(5 * HOUR_MS + 1, 4, 'missing');
  expect(lines.pluck().all()).toEqual([...before.slice(0, 3), 'missing 2 2']);
});

test('no list of lines reads the entries', () => {
  const { folder } = temporaryState();
  const db = new Database(`${folder}/labseal.db`, { readonly: true });
  onTestFinished(() => void db.close());
  const plan = db
    .prepare(
      'EXPLAIN QUERY PLAN SELECT id FROM event_line ORDER BY last_id DESC, id DESC LIMIT 100',
    )
    .all() as { detail: string }[];
  expect(plan.map(({ detail }) => detail).join()).not.toMatch(/TEMP B-TREE/);
});

test('an outage is one line from its begin to its end, and short ones within an hour are one', async () => {
  const d = lab();
  const { eventLog } = d.state;
  const outage = async (forMs: number) => {
    eventLog.tellAway();
    await d.clock.advance(forMs);
    eventLog.tellBack();
  };
  const spans = () =>
    d.lines().map(({ what, files, beganAtMs, atMs }) => [what, files, atMs - beganAtMs]);
  eventLog.tellBack(); // of no outage that is told
  expect(spans()).toEqual([]);
  await outage(2 * MINUTE_MS);
  expect(spans()).toEqual([['service-away', 1, 2 * MINUTE_MS]]);
  await d.clock.advance(MINUTE_MS);
  await outage(MINUTE_MS);
  expect(spans()).toEqual([['service-away', 2, 4 * MINUTE_MS]]);
  await d.clock.advance(HOUR_MS);
  await outage(MINUTE_MS);
  expect(spans()).toEqual([
    ['service-away', 1, MINUTE_MS],
    ['service-away', 2, 4 * MINUTE_MS],
  ]);
});
