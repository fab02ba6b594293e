import { describe, expect, test } from 'vitest';
import { Project } from '../../src-shared/service/projects.ts';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  fileOf,
  folderRules,
  temporaryState,
} from '../test-support/temporary-state.ts';

describe('assignments', () => {
  test.each([
    assignment(),
    assignment({ checkPolicy: 'never', visibility: 'public' }),
    assignment({ checkPolicy: { upToBytes: 2_500_000_000 } }),
    assignment({
      fileType: 'secondary',
      procedureDescription: 'centrifuged',
      linkToProcedure: 'p-1,p-2',
      primaryData: 'f-1',
    }),
  ])('come back as they were kept: %j', (kept) => {
    const { assignments } = temporaryState().state;
    const id = assignments.add(kept);
    expect(assignments.get(id)).toEqual(kept);
    assignments.replace(id, assignment({ labels: 'x' }));
    expect(assignments.get(id)).toEqual(assignment({ labels: 'x' }));
  });

  test('that do not exist are a bug', () => {
    expect(() => temporaryState().state.assignments.get(7)).toThrow('no assignment 7');
  });
});

describe('folders', () => {
  const rules = folderRules({ exclude: ['*.tmp', '~$*'], settleSeconds: 30, budgetCredits: 0 });

  test('is what the database holds, whoever wrote it and whatever is taken back', () => {
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
    const id = folders.add('/data/lab', rules, 5);
    const fresh = {
      id,
      kind: 'watched',
      path: '/data/lab',
      onlyNew: false,
      ...rules,
      addedAtMs: 5,
    };
    const nothing = { root: null, trouble: null, lastScanAtMs: null };
    expect(folders.get(id)).toEqual({ ...fresh, ...nothing });
    folders.setRoot(id, { dev: '7', ino: '9' });
    folders.setTrouble(id, 'absent');
    folders.scanned(id, 99);
    folders.changeRules(id, folderRules());
    expect(folders.get(id)).toEqual({
      ...fresh,
      ...folderRules(),
      root: { dev: '7', ino: '9' },
      trouble: 'absent',
      lastScanAtMs: 99,
    });
    folders.setTrouble(id, null);
    expect(folders.get(id)?.trouble).toBeNull();
    expect(() => folders.changeRules(99, rules)).toThrow('no folder 99');
  });

  test('a path is watched once; a removed folder is gone, its number is not used again', () => {
    const { state } = temporaryState();
    const id = state.folders.add('/data', rules, 0);
    expect(() => state.folders.add('/data', rules, 0)).toThrow('UNIQUE');
    const file = addFile(state, id);
    state.folders.remove(id, 1);
    expect([state.folders.get(id), state.folders.watched()]).toEqual([null, []]);
    expect(fileOf(state, file.id).folderId).toBe(id);
    expect(state.files.list({}, 0, 10)).toEqual([]);
    const next = state.folders.add('/data', rules, 2);
    expect(next).toBeGreaterThan(id);
    expect(state.folders.watched().map((folder) => folder.id)).toEqual([next]);
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

describe('contents', () => {
  test('a content is one, whatever its names', () => {
    const { state } = temporaryState();
    const first = addContent(state, 'a');
    expect(first).toEqual(state.contents.get(first.id));
    expect(addContent(state, 'a')).toEqual(first);
    expect(addContent(state, 'b').id).not.toBe(first.id);
    expect(state.contents.withSha256('sha256-a')).toEqual(first);
    expect(state.contents.withSha256('sha256-z')).toBeNull();
    expect(() => state.contents.get(99)).toThrow('no content 99');
  });

  test('a new content is returned exactly as it can be read again', () => {
    const { contents } = temporaryState().state;
    const print = { kind: 'done', blake3: 'b', sha256: 's', sizeBytes: 1, identity: {} } as const;
    const kept = contents.keep(print);
    expect(kept).toEqual(contents.get(kept.id));
  });

  test('the platform’s answer is kept, and a later one replaces it', () => {
    const { state } = temporaryState();
    const { id } = addContent(state, 'a');
    const no = { exists: false, fileName: '', project: '', askedAtMs: 5 };
    const yes = { exists: true, fileName: 'x', project: 'Y', askedAtMs: 6 };
    state.contents.keepPlatformAnswer(id, no);
    expect(state.contents.get(id).platform).toEqual(no);
    state.contents.keepPlatformAnswer(id, yes);
    expect(state.contents.get(id).platform).toEqual(yes);
    state.contents.forgetNegativeAnswers();
    expect(state.contents.get(id).platform).toEqual(yes);
  });
});

describe('records', () => {
  test('a record is kept once under the service’s number, and follows its status and certificate', () => {
    const { state } = temporaryState();
    const { records } = state;
    const content = addContent(state, 'a');
    const record = addRecord(state, content.id, { fileId: 'f', status: 'Pending' });
    expect(record).toMatchObject({
      settledAtMs: null,
      certificatePdf: null,
      certificateJson: null,
    });
    expect(addRecord(state, content.id, { fileId: 'f', status: 'Available' })).toEqual(record);
    expect([records.get(record.id), records.withFileId('f')]).toEqual([record, record]);
    expect(records.withContent(content.id)).toEqual([record]);
    expect(records.unsettledIn(record.projectId, record.visibility)).toEqual([record]);
    expect(records.unsettledPlaces()).toMatchObject([{ projectId: record.projectId, count: 1 }]);
    expect(records.newestUnsettledId()).toBe(record.id);
    expect(records.lackingCertificate(9)).toEqual([]);
    records.setStatus(record.id, 'Available', 5);
    expect(records.unsettledIn(record.projectId, record.visibility)).toEqual([]);
    expect(records.unsettledPlaces()).toEqual([]);
    expect(records.newestUnsettledId()).toBeNull();
    expect(records.lackingCertificate(9)).toEqual([records.get(record.id)]);
    records.setCertificate(record.id, 'a.pdf', 'a.json');
    expect(records.get(record.id)).toMatchObject({
      status: 'Available',
      settledAtMs: 5,
      certificatePdf: 'a.pdf',
      certificateJson: 'a.json',
    });
    expect(records.lackingCertificate(9)).toEqual([]);
    records.dropCertificate(record.id);
    expect(records.lackingCertificate(9)).toHaveLength(1);
    expect(records.withFileId('unknown')).toBeNull();
    expect(() => records.get(99)).toThrow('no record 99');
  });

  test('the same number in another project or visibility is another file', () => {
    const { state } = temporaryState();
    const { id } = addContent(state, 'a');
    const ids = [
      addRecord(state, id, { fileId: 'f' }),
      addRecord(state, id, { fileId: 'f', visibility: 'public' }),
      addRecord(state, id, { fileId: 'f', projectId: 'project-2' }),
    ].map((record) => record.id);
    expect(new Set(ids).size).toBe(3);
  });

  test('a record needs its content: references are checked', () => {
    const { state } = temporaryState();
    expect(() => addRecord(state, 99)).toThrow('FOREIGN KEY');
  });
});

test('the last seen copy of each project comes back as it was', () => {
  const { projects } = temporaryState().state;
  const project = Project.parse({
    id: 'p-1',
    name: 'Cells',
    area: 'biology',
    organisation: 'Institute',
    location: 'Berlin',
    tags: ['raw'],
    leaderId: 'u-1',
    leaderFirstName: 'Ada',
    leaderLastName: 'L',
    maxNumberOfMembers: 5,
    organisationScope: 0,
    leaderScope: 1,
    startDate: '2026-01-01T00:00:00.000Z',
    endDate: '2027-01-01T00:00:00.000Z',
    members: { records: [], start: 0, limit: 50, totalRecords: 0 },
  });
  projects.keep(project, 5);
  projects.keep({ ...project, name: 'Cells II' }, 6);
  expect(projects.get('p-1')).toEqual({
    project: { ...project, name: 'Cells II' },
    fetchedAtMs: 6,
  });
  expect(projects.all()).toHaveLength(1);
  expect(projects.get('p-2')).toBeNull();
});
