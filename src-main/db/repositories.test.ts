import { describe, expect, test } from 'vitest';
import { Project } from '../../src-shared/service/projects.ts';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  fileOf,
  folderRules,
  newProject,
  temporaryState,
} from '../test-support/temporary-state.ts';
import { blake3Of } from '../test-support/digests.ts';

test('assignments come back as they were kept', () => {
  const { assignments } = temporaryState().state;
  const secondary = {
    fileType: 'secondary',
    procedureDescription: 'centrifuged',
    linkToProcedure: 'p-1,p-2',
    primaryData: 'f-1',
  } as const;
  for (const kept of [
    assignment(),
    assignment({ checkPolicy: 'never', visibility: 'public' }),
    assignment({ checkPolicy: 'approved' }),
    assignment(secondary),
  ]) {
    const id = assignments.add(kept);
    expect(assignments.get(id)).toEqual(kept);
    assignments.replace(id, assignment({ labels: 'x' }));
    expect(assignments.get(id)).toEqual(assignment({ labels: 'x' }));
  }
  expect(() => assignments.get(7)).toThrow('no assignment 7');
});

describe('folders', () => {
  const rules = folderRules({
    exclude: ['*.tmp', '~$*'],
    settleSeconds: 30,
    budgetCredits: 0,
    approveEach: true,
    watching: { mode: 'poll', pollSeconds: 20 },
  });

  test('a folder is what the database holds, whoever wrote it and whatever is taken back', () => {
    const { folders, transaction, assignments } = temporaryState().state;
    const id = folders.add('/data/lab', rules, 5);
    const trouble = () => folders.get(id)?.trouble;
    expect([folders.get(99), trouble()]).toEqual([null, null]);
    const takenBack = () =>
      transaction(() => {
        folders.setTrouble(id, 'absent');
        expect(trouble()).toBe('absent');
        throw new Error('taken back');
      });
    expect(takenBack).toThrow('taken back');
    expect(trouble()).toBeNull();
    transaction(() => {
      folders.setTrouble(id, 'unreadable');
      expect(trouble()).toBe('unreadable');
    });
    transaction(() => expect(trouble()).toBe('unreadable'));
    expect(trouble()).toBe('unreadable');
    assignments.adoptProject(rules.assignment.projectId, 'p-new');
    expect(folders.get(id)?.assignment.projectId).toBe('p-new');
    folders.remove(id, 6);
    expect(folders.get(id)).toBeNull();
    folders.open(id, 7);
    expect(folders.get(id)?.addedAtMs).toBe(7);
  });

  test('a folder keeps its rules, its root, its trouble and its last scan', () => {
    const { folders } = temporaryState().state;
    const path = '/data/lab';
    const id = folders.add(path, rules, 5);
    const fresh = {
      id,
      kind: 'watched',
      path,
      onlyNew: false,
      largeBatchUntilId: 0,
      ...rules,
      addedAtMs: 5,
    };
    const nothing = { root: null, trouble: null, lastScanAtMs: null };
    expect(folders.get(id)).toEqual({ ...fresh, ...nothing, isWatchLimited: false, pause: null });
    const root = { dev: '7', ino: '9' };
    folders.setRoot(id, root);
    folders.setTrouble(id, 'absent');
    folders.scanned(id, 99);
    folders.changeRules(id, folderRules());
    folders.setWatchLimited(id, true);
    const pause = { ms: 5_000, seenAtMs: 97 };
    folders.showedPause(id, pause);
    const isWatchLimited = true;
    const seen = { root, trouble: 'absent', lastScanAtMs: 99 };
    expect(folders.get(id)).toEqual({ ...fresh, ...folderRules(), ...seen, isWatchLimited, pause });
    folders.setTrouble(id, null);
    expect(folders.get(id)?.trouble).toBeNull();
    expect(() => folders.changeRules(99, rules)).toThrow('no folder 99');
  });

  test('a path is watched once; a removed folder is gone, its number is not used again', () => {
    const { state } = temporaryState();
    const { folders } = state;
    const id = folders.add('/data', rules, 0);
    expect(() => folders.add('/data', rules, 0)).toThrow('UNIQUE');
    const file = addFile(state, id);
    folders.remove(id, 1);
    expect([folders.get(id), folders.watched()]).toEqual([null, []]);
    expect(fileOf(state, file.id).folderId).toBe(id);
    expect(state.files.list({}, 0, 10)).toEqual([]);
    const next = folders.add('/data', rules, 2);
    expect(next).toBeGreaterThan(id);
    expect(folders.watched()).toMatchObject([{ id: next }]);
  });

  test('there is one folder of hand-picked files, and it is not watched', () => {
    const { folders } = temporaryState().state;
    expect(folders.picked()).toBeNull();
    const made = folders.addPicked(assignment(), 3);
    expect(made).toMatchObject({ kind: 'picked', path: '', addedAtMs: 3, settleSeconds: null });
    expect(folders.picked()).toEqual(made);
    expect(() => folders.addPicked(assignment(), 4)).toThrow('UNIQUE');
    expect(folders.watched()).toEqual([]);
  });
});

const print = (digit: string, index: number) =>
  [7 + index, Buffer.from(digit.repeat(64), 'hex'), 5] as const;

describe('of many contents', () => {
  test.for([
    { there: [] as readonly string[], kept: ['a', 'b', 'c'] },
    { there: ['b'], kept: ['a', 'b', 'c'] },
    { there: [], kept: ['a', 'b', 'a'] },
    { there: ['a', 'c'], kept: ['c', 'b', 'b', 'a'] },
    { there: '0123456789'.split(''), kept: ['a', 'b', 'c'] }, // some have those numbers
  ])('each of $kept is kept once, where $there were before', ({ there, kept }) => {
    const { contents } = temporaryState().state;
    for (const digit of there) contents.keep({ blake3: digit.repeat(64), sizeBytes: 5 });
    const ids = contents.keepAll(kept.map(print));
    expect(ids.map((id) => contents.get(id).blake3)).toEqual(kept.map((each) => each.repeat(64)));
    expect(new Set(ids).size).toBe(new Set(kept).size);
    expect(contents.keepAll([])).toEqual([]);
  });

  test('those are told of which the service may know', () => {
    const { state } = temporaryState();
    const [bare, asked, recorded] = ['a', 'b', 'c'].map((seed) => addContent(state, seed).id);
    if (bare === undefined || asked === undefined || recorded === undefined) throw new Error();
    const answer = { exists: false, fileName: '', project: '', askedAtMs: 5 };
    state.contents.keepPlatformAnswer(asked, answer);
    addRecord(state, recorded);
    expect(state.contents.knownAmong([bare, asked, recorded])).toEqual(new Set([asked, recorded]));
  });
});

test('a content is one, whatever its names; the latest answer of the service about it is kept', () => {
  const { state } = temporaryState();
  const { contents } = state;
  const first = addContent(state, 'a');
  expect(contents.get(first.id)).toEqual(first);
  expect(addContent(state, 'a')).toEqual(first);
  expect(addContent(state, 'b').id).not.toBe(first.id);
  expect(contents.withBlake3(blake3Of('a'))).toEqual(first);
  expect(contents.withBlake3(blake3Of('z'))).toBeNull();
  expect(() => contents.get(99)).toThrow('no content 99');
  const no = { exists: false, fileName: '', project: '', askedAtMs: 5 };
  const yes = { exists: true, fileName: 'x', project: 'Y', askedAtMs: 6 };
  const refused = { exists: null, says: 'not for you', askedAtMs: 7 } as const;
  for (const answer of [no, refused, yes]) {
    contents.keepPlatformAnswer(first.id, answer);
    expect(contents.get(first.id).platform).toEqual(answer);
  }
  contents.forgetNegativeAnswers();
  expect(contents.get(first.id).platform).toEqual(yes);
  const other = addContent(state, 'b');
  contents.keepPlatformAnswer(other.id, refused);
  expect(contents.knownAmong([other.id])).toEqual(new Set([other.id]));
  contents.forgetNegativeAnswers(); // it may say more to the next question
  expect(contents.get(other.id).platform).toBeNull();
});

describe('records', () => {
  test('a record is kept once under the service’s number, and follows its status and certificate', () => {
    const { state } = temporaryState();
    const { records } = state;
    const content = addContent(state, 'a');
    const record = addRecord(state, content.id, { fileId: 'f', status: 'Pending' });
    const { projectId, visibility } = record;
    const open = {
      settledAtMs: null,
      provenAtMs: null,
      certificatePdf: null,
      certificateJson: null,
    };
    expect(record).toMatchObject(open);
    expect(addRecord(state, content.id, { fileId: 'f', status: 'Available' })).toEqual(record);
    expect([records.get(record.id), records.withFileId('f')]).toEqual([record, record]);
    expect(records.withContent(content.id)).toEqual([record]);
    expect(records.unsettledIn(projectId, visibility)).toEqual([record]);
    expect(records.unsettledDestinations()).toMatchObject([{ projectId, count: 1 }]);
    expect(records.newestUnsettledId()).toBe(record.id);
    expect(records.lackingCertificate(9)).toEqual([]);
    records.setStatus(record.id, 'Available', { settledAtMs: 5, provenAtMs: 6 });
    expect(records.unsettledIn(projectId, visibility)).toEqual([]);
    expect([records.unsettledDestinations(), records.newestUnsettledId()]).toEqual([[], null]);
    expect(records.lackingCertificate(9)).toEqual([records.get(record.id)]);
    records.setCertificate(record.id, 'a.pdf', 'a.json');
    const saved = { certificatePdf: 'a.pdf', certificateJson: 'a.json' };
    const settled = { status: 'Available', settledAtMs: 5, provenAtMs: 6, ...saved };
    expect(records.get(record.id)).toMatchObject(settled);
    records.setStatus(record.id, 'PendingDeletion', null);
    const deleted = { settledAtMs: 9, provenAtMs: 9 };
    expect(records.get(record.id)).toMatchObject({ settledAtMs: null, provenAtMs: 6 });
    records.setStatus(record.id, 'Deleted', deleted);
    expect(records.get(record.id)).toMatchObject({ settledAtMs: 9, provenAtMs: 6 });
    expect(records.lackingCertificate(9)).toEqual([]);
    expect(records.withFileId('unknown')).toBeNull();
    expect(() => records.get(99)).toThrow('no record 99');
  });

  test('the same number in another project or visibility is another file; each needs its content', () => {
    const { state } = temporaryState();
    const { id } = addContent(state, 'a');
    const places = [{}, { visibility: 'public' }, { projectId: 'project-2' }] as const;
    const ids = places.map((place) => addRecord(state, id, { fileId: 'f', ...place }).id);
    expect(new Set(ids).size).toBe(3);
    expect(() => addRecord(state, 99)).toThrow('FOREIGN KEY');
  });
});

test('the last seen copy of each project comes back as it was', () => {
  const { projects, mirror } = temporaryState().state;
  const project = Project.parse({
    ...newProject('Cells').project,
    id: 'p-1',
    tags: ['raw'],
    leaderId: 'u-1',
    members: { records: [], start: 0, limit: 50, totalRecords: 0 },
  });
  const latest = { ...project, name: 'Cells II' };
  for (const [body, fetchedAtMs] of [
    [project, 5],
    [latest, 6],
  ] as const) {
    mirror.keep('project', 'p-1', { body, fetchedAtMs, isComplete: true });
  }
  expect(projects.all()).toHaveLength(1);
  expect(projects.get('p-1')).toEqual({ project: latest, fetchedAtMs: 6 });
  expect(projects.get('p-2')).toBeNull();
});

test('what a migration carried over is there until it was said, and is no switch of a person', () => {
  const { preferences } = temporaryState().state;
  const limits = { kind: 'limits', day: 5, month: 5, approvesEach: false, hadBatchLimits: false };
  preferences.set('carried-over:limits', JSON.stringify(limits));
  preferences.set('carried', 'another');
  expect(preferences.carriedOver()).toEqual([limits]);
  preferences.carriedOverSaid();
  expect([preferences.carriedOver(), preferences.get('carried')]).toEqual([[], 'another']);
});
