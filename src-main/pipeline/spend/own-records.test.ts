/** What this account paid for elsewhere is found before a batch is paid for: from lists, hashes, and what no list tells. */
import { describe, expect, test } from 'vitest';
import {
  addRecord,
  assignment,
  folderRules,
  newProject,
  sentChange,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { blake3Of, digestsOf, sha256Of } from '../../test-support/digests.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { readPaidTwice } from '../../../src-shared/model/status/log-entry.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { ContentDigests } from '../common/ports.ts';
import {
  playCharges,
  playChecker,
  playQuirks,
  playRemote,
  playUploader,
  remoteFile,
  throttled,
  unavailable,
} from '../common/test-support/fake-ports.ts';
import { throughPartialOutages } from '../common/partial-outage.ts';
import { never, pipeline } from '../common/test-support/pipeline.ts';
import { noteHashes } from '../common/list-project-files.ts';
import { makeUploadStage } from '../upload/upload-stage.ts';
import { makeOwnRecords, makeOwnRecordsStage } from './own-records.ts';

const UNCHECKED = folderRules({ assignment: assignment({ checkPolicy: 'never' }) });
const CODE_500 = { ...unavailable('server-error'), status: 500 };
const PLACE = { projectId: 'project-1', visibility: 'private' } as const;
const EMPTY = { exists: false, fileName: '', project: '', askedAtMs: 0 };

/** Files of a folder without a duplicate check, each with its name as content, about to be paid for. */
function batch(...names: readonly string[]) {
  const p = pipeline(UNCHECKED);
  const put = (name: string, seed = name, to: FileState = 'ready') => {
    const { id } = p.state.contents.keep({ blake3: blake3Of(seed), sizeBytes: 100 });
    return p.state.files.move(p.put(name, name, to), to, { contentId: id });
  };
  const files = names.map((name) => put(name));
  const { remote, play } = playRemote(p.clock);
  const { quirks, known } = playQuirks();
  known.hashMethod = { algorithm: 'sha256', encoding: 'hex' };
  const charges = playCharges();
  const trouble = { hashesMs: 0, unreadable: '' };
  const slowly: typeof remote = {
    ...remote,
    async fileHash(place, fileId, signal) {
      await p.clock.sleep(trouble.hashesMs, signal);
      return remote.fileHash(place, fileId, signal);
    },
  };
  const read: string[] = [];
  const digests: ContentDigests = {
    async of({ name }, algorithms) {
      read.push(`${name} ${algorithms.join(' ')}`);
      return name === trouble.unreadable ? null : digestsOf(name, algorithms);
    },
  };
  const make = () => {
    const heard = { remote: noteHashes(slowly, p.state), charges: charges.charges };
    const { checker } = playChecker(p.clock, () => ({ kind: 'source-changed' }));
    const through = throughPartialOutages({ ...p, ...heard, checker });
    return makeOwnRecords({ ...p, ...through, quirks, digests });
  };
  let own = make();
  /** Files on the service, the content of which is their name. */
  const list = (...shown: readonly (string | Parameters<typeof remoteFile>[0])[]) => {
    play.files = shown.map((each) => {
      const over = typeof each === 'string' ? { name: each } : each;
      const file = remoteFile({ fileId: `id of ${over?.name}`, status: 'Available', ...over });
      play.hashes.set(file.fileId, sha256Of(file.name));
      return file;
    });
  };
  const asked = () => ({ lists: play.listed.length, hashes: play.hashed.length, read });
  const state = ({ id }: FileRow) => {
    const row = p.row({ id });
    const isToAsk = row.state === 'ready' && p.transitions.asksFirst(row);
    return isToAsk ? 'to ask' : (row.hold ?? row.state);
  };
  return {
    ...p,
    p,
    play,
    trouble,
    known,
    charges: charges.play,
    files,
    put,
    list,
    asked,
    states: () => files.map(state),
    /** A new process on the same database. */
    restart: () => void (own = make()),
    own: () => own,
    takenIn: () => own.takenIn(),
    takeIn: (file: FileRow) => own.takeIn(file),
    catchUp: (these: readonly FileRow[] = files, isApproved = true) =>
      p.clock.play(own.catchUp(() => these.map(({ id }) => p.row({ id })), isApproved, never)),
  };
}

test('while it is not known how the service hashes, a content is read once for as long as the hashes are the same', async () => {
  const b = batch('a', 'b');
  b.known.hashMethod = null;
  b.trouble.unreadable = 'b';
  b.list('of no file here');
  await b.catchUp();
  const first = b.asked().read.length;
  expect(first).toBe(2);
  await b.catchUp();
  expect(
    b
      .asked()
      .read.slice(first)
      .map((line) => line.split(' ')[0]),
  ).toEqual(['b']);
  b.list('of no file here', 'a');
  await b.p.clock.advance(DAY_MS);
  expect(await b.catchUp()).toBe('news');
  expect(b.states()).toEqual(['notarized', 'to ask']);
});

describe('a file of this account that the ledger does not know', () => {
  test('is taken in by its content, and the file shows it: one list for a batch, one request for each such file for ever (P9)', async () => {
    const b = batch('a', 'b', 'c');
    b.list('a', 'c', 'of no file here', { name: 'theirs', ownerId: 'you' });
    expect(await b.catchUp()).toBe('news');
    expect(b.states()).toEqual(['notarized', 'ready', 'notarized']);
    const record = b.p.state.records.withFileId('id of a');
    expect(record).toMatchObject({ ...PLACE, name: 'a', status: 'Available' });
    expect(record?.settledAtMs).not.toBeNull();
    expect(b.takenIn()).toBe(2);
    expect(b.asked()).toEqual({ lists: 1, hashes: 3, read: ['a sha256', 'b sha256', 'c sha256'] });

    expect(await b.catchUp()).toBe('same');
    await b.clock.advance(2 * SECOND_MS);
    b.restart();
    expect(await b.catchUp()).toBe('same');
    expect(b.asked()).toMatchObject({ lists: 2, hashes: 3 });
  });

  test('is none where nothing is unknown: no file is read, and no hash asked for', async () => {
    const b = batch('a');
    b.list({ name: 'known' }, { name: 'a', ownerId: 'you' });
    const { id } = b.p.state.contents.keep({ blake3: blake3Of('known'), sizeBytes: 1 });
    addRecord(b.p.state, id, { fileId: 'id of known' });
    expect(await b.catchUp()).toBe('same');
    expect(b.asked()).toEqual({ lists: 1, hashes: 0, read: [] });
  });

  test('is recognised under another name, and by a method that was not understood before', async () => {
    const b = batch('a');
    b.known.hashMethod = null;
    b.list({ name: 'renamed since' });
    b.play.hashes.set('id of renamed since', digestsOf('a', ['sha3-256'])['sha3-256'] ?? '');
    expect(await b.catchUp()).toBe('news');
    expect(b.states()).toEqual(['notarized']);
    expect(b.known.hashMethod).toEqual({ algorithm: 'sha3-256', encoding: 'hex' });
  });

  test('and was deleted is asked about; one that the chain did not take is shown so', async () => {
    const b = batch('a', 'b');
    b.list({ name: 'a', status: 'Deleted' }, { name: 'b', status: 'NotarizationError' });
    await b.catchUp();
    expect(b.states()).toEqual(['record_deleted', 'record_error']);
  });

  test('whose owner the service does not name is nobody’s record, but its content is known', async () => {
    const b = batch('a');
    b.list({ name: 'a', ownerId: '' });
    await b.catchUp();
    expect(b.states()).toEqual(['duplicate']);
    expect(b.p.row({ id: b.files[0]?.id ?? 0 }).recordId).toBeNull();
  });

  test('is left to the upload whose answer is to come, and ends one that was never sent from here', async () => {
    const b = batch('sending', 'lost', 'left');
    b.list('sending', 'lost', 'left');
    for (const [index, { id: fileId, contentId, name }] of b.files.entries()) {
      const uploadedIso = `2026-11-21T09:00:00.00${index}Z`;
      b.p.state.uploads.add(
        uploadJob({ id: name, fileId, contentId: contentId ?? 0, name, uploadedIso }),
      );
    }
    b.transitions.move(b.p.row({ id: b.files[0]?.id ?? 0 }), 'uploading');
    b.p.state.uploads.move('lost', { type: 'answer-lost' }, b.clock.nowMs());
    await b.catchUp();
    expect(b.states()).toEqual(['uploading', 'ready', 'notarized']);
    const outcomes = ['sending', 'lost', 'left'].map((id) => b.p.state.uploads.get(id)?.outcome);
    expect(outcomes).toEqual(['open', 'unknown', 'recorded']);
  });

  test('is found by the duplicate check, at once or with the next list (P9)', async () => {
    const b = batch();
    const [first, second] = [b.put('a', 'a', 'checking'), b.put('b', 'b', 'checking')];
    b.list('a', 'b');
    for (const { contentId, name } of [first, second]) {
      b.p.state.contents.keepSha256({ blake3: blake3Of(name), sha256: sha256Of(name) });
      b.p.state.contents.keepPlatformAnswer(contentId ?? 0, { ...EMPTY, exists: true });
    }
    b.takeIn(first);
    expect(b.transitions.decide(first).state).toBe('duplicate');
    expect(await b.catchUp([])).toBe('news');
    expect(b.p.row(first).state).toBe('notarized');
    expect(b.asked()).toEqual({ lists: 1, hashes: 1, read: [] }); // of the name that was asked about
    b.p.state.unaccountedFiles.keepHash(
      { ...PLACE, fileId: 'id of b' },
      sha256Of('b'),
      sha256Of('b'),
    );
    b.takeIn(second);
    expect(b.p.row(second).state).toBe('notarized');
  });
});

describe('a form that was denied, sent again, and recorded later after all', () => {
  test.each([
    ['is named as charged once more than expected', '2026-11-21T09:00:04.000Z', 'both', 'here', 14],
    ['is so before a late list shows the other', '2026-11-21T09:00:04.000Z', 'never', 'here', 14],
    [
      'is that of another computer, and spent there',
      '2026-11-21T09:00:05.000Z',
      'both',
      'elsewhere',
      7,
    ],
    [
      'is not named, where the record has another id now',
      '2026-11-21T09:00:04.000Z',
      'before',
      null,
      7,
    ],
    ['is not named, where the record has no time', '', 'both', null, 7],
  ])('%s', async (_, uploadedIso, listed, by, spent) => {
    const b = batch('a', 'b');
    const [a, other] = b.files;
    const facts = { fileId: a!.id, contentId: a!.contentId!, name: 'a', estimatedCredits: 7 };
    b.p.state.uploads.add(uploadJob({ ...facts, uploadedIso: '2026-11-21T09:00:04.456Z' }));
    const { id: recordId } = addRecord(b.p.state, a!.contentId!, { fileId: 'the second' });
    b.p.state.uploads.move('job-1', { type: 'recorded', recordId, by: null }, b.clock.nowMs());
    b.p.state.contents.keepSha256({ blake3: blake3Of('a'), sha256: sha256Of('a') });
    if (listed === 'before') b.p.state.listedFiles.noteListed(PLACE, ['the second']);
    const second = { name: 'a', fileId: 'the second' };
    b.list({ name: 'a', uploadedIso }, ...(listed === 'both' ? [second] : []));
    const sinceMs = b.clock.nowMs();
    await b.catchUp([other!]);
    expect(b.takenIn()).toBe(1);
    const { charges } = b.p.state;
    const named = { name: 'a', chargedCredits: 14, isElsewhere: by === 'elsewhere' ? 1 : 0 };
    expect(charges.secondCharges(sinceMs)).toMatchObject(by === null ? [] : [named]);
    expect(charges.secondCharges(b.clock.nowMs() + 1)).toEqual([]);
    const told = by === null ? null : { files: 1, credits: 7, name: 'a' };
    expect(charges.sumOfSecondCharges(sinceMs)).toEqual(told);
    expect(charges.sumOfSecondCharges(b.clock.nowMs() + 1)).toBeNull();
    expect(charges.spentSince(0)).toBe(spent);
    const { entries } = b.p.state.eventLog.range({ fileId: a!.id }, 0, 9);
    const notes = entries.flatMap(({ note }) => readPaidTwice(note) ?? []);
    expect(notes).toEqual(by === null ? [] : [by]);
    expect(b.p.state.eventLog.done([0, b.clock.nowMs() + 1])).toMatchObject([{ files: 1 }]);
  });
});

test.each([
  ['is another computer’s', '2026-11-21T09:00:05.000Z', true],
  ['may be the upload itself', '2026-11-21T09:00:04.000Z', false],
])(
  'a listed file with the name of an upload on its way %s by its time',
  (_, uploadedIso, isShared) => {
    const b = batch('a');
    const [a] = b.files;
    const facts = { fileId: a!.id, contentId: a!.contentId!, name: 'a' };
    b.p.state.uploads.add(uploadJob({ ...facts, uploadedIso: '2026-11-21T09:00:04.456Z' }));
    const listed = { fileId: 'listed', name: 'a', status: 'Available', uploadedIso, isOwn: true };
    b.p.state.unaccountedFiles.noteListed(PLACE, [listed]);
    expect(b.p.state.comparedPlaces.isShared()).toBe(isShared);
  },
);

test('a file with the name of an upload of late is compared, though nothing is to be paid for; once for ever', async () => {
  const b = batch('a');
  const [a] = b.files;
  const facts = { fileId: a!.id, contentId: a!.contentId!, name: 'a' };
  b.p.state.uploads.add(uploadJob({ ...facts, uploadedIso: '2026-11-21T09:00:04.456Z' }));
  const { id: recordId } = addRecord(b.p.state, a!.contentId!, { fileId: 'ours' });
  b.p.state.uploads.move('job-1', { type: 'recorded', recordId, by: null }, b.clock.nowMs());
  b.p.state.contents.keepSha256({ blake3: blake3Of('a'), sha256: sha256Of('a') });
  expect(b.own().hasToCompare()).toBe(false);
  const theirs = { ...PLACE, fileId: 'id of a', status: 'Available', isOwn: true };
  const listed = { name: 'a', uploadedIso: '2026-11-21T09:00:05.000Z' };
  b.p.state.unaccountedFiles.noteListed(PLACE, [{ ...theirs, ...listed }]);
  b.list(listed);
  expect(b.own().hasToCompare()).toBe(true);
  await b.catchUp([]);
  expect(b.takenIn()).toBe(1);
  expect(b.p.state.charges.secondCharges(0)).toMatchObject([{ name: 'a', isElsewhere: 1 }]);
  expect(b.own().hasToCompare()).toBe(false);
});

test('a second record whose fingerprint was read while the own upload was on its way is named once that is recorded (P1)', async () => {
  const b = batch('a');
  const [a] = b.files;
  const facts = { fileId: a!.id, contentId: a!.contentId!, name: 'a' };
  b.p.state.uploads.add(uploadJob({ ...facts, uploadedIso: '2026-11-21T09:00:04.456Z' }));
  b.p.state.contents.keepSha256({ blake3: blake3Of('a'), sha256: sha256Of('a') });
  b.transitions.move(b.p.row(a!), 'uploading');
  const uploadedIso = '2026-11-21T09:00:05.000Z';
  const theirs = { fileId: 'id of a', name: 'a', status: 'Available', uploadedIso, isOwn: true };
  b.p.state.unaccountedFiles.noteListed(PLACE, [theirs]);
  b.p.state.unaccountedFiles.keepHash({ ...PLACE, ...theirs }, sha256Of('a'), sha256Of('a'));
  b.list({ name: 'a', uploadedIso });
  await b.catchUp();
  expect(b.takenIn()).toBe(0);
  const { id: recordId } = addRecord(b.p.state, a!.contentId!, { fileId: 'ours' });
  b.p.state.uploads.move('job-1', { type: 'recorded', recordId, by: null }, b.clock.nowMs());
  b.transitions.move(b.p.row(a!), 'recording', { recordId });
  expect(await b.catchUp([])).toBe('news');
  expect(b.p.state.charges.secondCharges(0)).toMatchObject([{ name: 'a', isElsewhere: 1 }]);
  expect(await b.catchUp([])).toBe('same');
  expect(b.asked().hashes).toBe(0);
});

describe('what no list can tell', () => {
  test('of a namesake without a hash is left to the duplicate check, once, whatever the folder says', async () => {
    const b = batch('a', 'b');
    b.list('a');
    b.play.hashes.clear();
    expect(await b.catchUp(b.files, false)).toBe('same'); // only what is approved may be uploaded for it
    expect(b.states()).toEqual(['ready', 'ready']);
    expect(await b.catchUp()).toBe('same');
    expect(b.states()).toEqual(['to ask', 'ready']);
    const contentId = b.files[0]?.contentId ?? 0;
    b.p.state.contents.keepPlatformAnswer(contentId, EMPTY);
    expect(await b.catchUp()).toBe('same');
    expect(await b.catchUp()).toBe('same');
    expect(b.states()).toEqual(['ready', 'ready']);
    expect(b.asked().hashes).toBe(3); // it may give it later
  });

  test('of a file that cannot be read again is left to it as well', async () => {
    const b = batch('a', 'b');
    b.list('x');
    b.trouble.unreadable = 'a';
    await b.catchUp();
    expect(b.states()).toEqual(['to ask', 'ready']);
  });

  test('is no doubt where the namesake is an upload on its way from here', async () => {
    const b = batch('a', 'b');
    const sending = b.put('other', 'other');
    b.p.state.uploads.add(
      uploadJob({ fileId: sending.id, contentId: sending.contentId ?? 0, name: 'a' }),
    );
    b.transitions.move(sending, 'uploading');
    b.list('a');
    b.play.hashes.clear();
    expect(await b.catchUp()).toBe('same');
    expect(b.asked().hashes).toBe(0);
  });

  test.each<[string, (b: ReturnType<typeof batch>) => void]>([
    ['is refused', (b) => void (b.play.fault = { kind: 'forbidden', serviceSays: null })],
    ['does not page', (b) => void (b.play.totalRecords = 9)],
    [
      'shows files without a hash',
      (b) => {
        b.list('someone');
        b.play.hashes.clear();
      },
    ],
  ])(
    'of a list that %s is asked for each content if the account pays elsewhere, and only then',
    async (_, spoil) => {
      const b = batch('a');
      spoil(b);
      await b.catchUp();
      expect(b.states()).toEqual(['ready']);
      b.p.state.comparedPlaces.suspect();
      b.restart();
      await b.catchUp();
      expect(b.states()).toEqual(['to ask']);
    },
  );

  test.each([
    ['taken in', 'a', ['notarized', 'to ask']],
    ['without a content here', 'sent elsewhere', ['to ask', 'to ask']],
  ])(
    'of a list that is not whole is asked for each content where it shows records from elsewhere: %s',
    async (_, name, states) => {
      const b = batch('a', 'b');
      b.list(name);
      b.play.totalRecords = 9;
      await b.catchUp();
      expect(b.states()).toEqual(states);
      b.restart();
      const later = b.put('later');
      await b.catchUp([later]);
      expect(b.transitions.asksFirst(b.p.row(later))).toBe(true);
    },
  );

  test('of a charge for which no list shows a record is asked for ten minutes, and once more after another', async () => {
    const b = batch('a', 'b', 'c', 'd');
    const { comparedPlaces } = b.p.state;
    const [a, second, third, fourth] = b.files;
    const pay = (credits: number, sinceMs: number) =>
      comparedPlaces.suspectCharge({ credits, sinceMs, atMs: b.clock.nowMs() });
    const later = (ms: number) => b.clock.advance(ms);
    comparedPlaces.noteExplained();
    pay(1, 1);
    await b.catchUp([a!]); // the list shows nothing yet
    expect(b.states()).toEqual(['to ask', 'ready', 'ready', 'ready']);
    await later(2 * SECOND_MS);
    b.list('sent elsewhere');
    await b.catchUp([second!]); // now it does
    expect(b.states()).toEqual(['to ask', 'ready', 'ready', 'ready']);

    pay(1, 2);
    await later(2 * SECOND_MS);
    await b.catchUp([second!]); // a record explains one charge
    expect(b.states()).toEqual(['to ask', 'to ask', 'ready', 'ready']);
    pay(3, 2); // more is missing from the same balance
    await later(2 * SECOND_MS);
    b.list('sent elsewhere', 'another', 'a third');
    await b.catchUp([third!]);
    await later(10 * MINUTE_MS);
    await b.catchUp([fourth!]); // it cannot have been for a record
    expect(b.states()).toEqual(['to ask', 'to ask', 'to ask', 'ready']);
  });

  test('does not matter once a complete list has shown that nothing is missing', async () => {
    const b = batch('a');
    b.p.state.comparedPlaces.suspect();
    expect(b.p.state.comparedPlaces.uncompared()).toEqual([PLACE]);
    expect(await b.catchUp([])).toBe('same');
    expect(b.p.state.comparedPlaces.uncompared()).toEqual([]);
    await b.clock.advance(2 * SECOND_MS);
    b.play.fault = { kind: 'forbidden', serviceSays: null };
    expect(await b.catchUp()).toBe('same');
    expect(b.asked().lists).toBe(2);
  });

  test.each<[string, (b: ReturnType<typeof batch>) => void, boolean]>([
    ['nothing was spent besides', (b) => void (b.charges.evidence = 'none'), false],
    ['something was', (b) => void (b.charges.evidence = 'unexplained'), true],
    ['it does not tell', (b) => void (b.charges.evidence = 'not-told'), true],
    [
      'it is refused',
      (b) => void (b.charges.fault = { kind: 'forbidden', serviceSays: null }),
      true,
    ],
  ])('the history tells where the balance rose: %s', async (_, play, isSuspected) => {
    const b = batch('a');
    play(b);
    b.play.fault = { kind: 'forbidden', serviceSays: null };
    b.p.state.comparedPlaces.noteUntold(7);
    await b.catchUp();
    await b.catchUp();
    expect(b.charges.read).toEqual([7]);
    expect(b.states()).toEqual([isSuspected ? 'to ask' : 'ready']);
  });

  test('a history that alone fails tells nothing, like one that is refused', async () => {
    const b = batch('a');
    b.charges.fault = CODE_500;
    b.play.fault = { kind: 'forbidden', serviceSays: null };
    b.p.state.comparedPlaces.noteUntold(7);
    expect([await b.catchUp(), await b.catchUp(), await b.catchUp()]).toEqual([
      'not-now',
      'not-now',
      'same',
    ]);
    expect(b.states()).toEqual(['to ask']);
  });
});

test.each([
  ['unexplained', 'to ask'],
  ['not-told', 'ready'],
] as const)(
  'a complete list is doubted where the history has a charge that is %s, as lists may be late',
  async (evidence, state) => {
    const b = batch('a');
    b.charges.evidence = evidence;
    b.p.state.comparedPlaces.noteUntold(7);
    await b.catchUp();
    expect(b.states()).toEqual([state]);
  },
);

describe('requests', () => {
  test.each([
    ['list', (b: ReturnType<typeof batch>) => void (b.play.fault = throttled(5_000))],
    [
      'hash',
      (b: ReturnType<typeof batch>) => void (b.play.hashFault = unavailable('no-connection')),
    ],
    [
      'history',
      (b: ReturnType<typeof batch>) => {
        b.p.state.comparedPlaces.noteUntold(7);
        b.charges.fault = throttled(5_000);
      },
    ],
  ])('a %s that cannot be asked for now lets nothing be paid for', async (_, spoil) => {
    const b = batch('a');
    b.list('x');
    spoil(b);
    expect(await b.catchUp()).toBe('not-now');
    expect(b.gate.isPassing()).toBe(false);
  });

  test('the contents of the batch’s names come first, and others do not hold it up for long', async () => {
    const b = batch('a');
    const many = Array.from({ length: 300 }, (_each, index) => `other ${index}`);
    b.list(...many, 'a');
    b.trouble.hashesMs = SECOND_MS;
    expect(await b.catchUp()).toBe('news');
    expect(b.play.hashed[0]).toBe('id of a');
    const { hashes } = b.asked();
    expect(hashes).toBeLessThan(130);
    await b.clock.advance(60 * SECOND_MS);
    await b.catchUp([b.put('b')]);
    expect(b.asked().hashes).toBeGreaterThan(hashes);
  });

  test('a project that waits to be created has no list', async () => {
    const b = batch('a');
    sentChange(b.p.state, newProject('Tides'), 'sending', [0, 0]);
    const awaited = b.p.state.assignments.add(assignment({ projectId: 'labseal:project:1' }));
    b.p.state.files.move(b.p.row({ id: b.files[0]?.id ?? 0 }), 'ready', { assignmentId: awaited });
    expect(await b.catchUp()).toBe('same');
    expect(b.asked().lists).toBe(0);
  });
});

test.each([
  ['Deleted', 'record_deleted'],
  ['NotarizationError', 'duplicate'],
])(
  'a record that was on the chain and is %s by now is shown so, and a copy of its content is %s',
  async (status, copied) => {
    const b = batch('a');
    const [file] = b.files;
    const record = addRecord(b.p.state, file?.contentId ?? 0, {
      fileId: 'id of a',
      status: 'Available',
    });
    b.p.state.records.setStatus(record.id, 'Available', { settledAtMs: 1, provenAtMs: 1 });
    const shown = b.p.state.files.move(file as FileRow, 'notarized', { recordId: record.id });
    const copy = b.put('copy', 'a');
    b.transitions.decide(copy);
    expect(b.p.row(copy).state).toBe('duplicate');
    b.list({ name: 'a', status });
    await b.catchUp([b.put('new')]);
    expect(b.p.state.records.get(record.id).status).toBe(status);
    expect(b.p.row(shown).state).toBe(status === 'Deleted' ? 'deleted' : 'record_error');
    const { state, hold } = b.p.row(copy);
    expect(hold ?? state).toBe(copied);
  },
);

test.each([false, true])(
  'a record that a list called deleted is shown again when a later list shows it, approved again or not: %j',
  async (isApproved) => {
    const b = batch('a');
    const copy = b.put('copy', 'of the record');
    const record = addRecord(b.p.state, copy.contentId ?? 0, {
      fileId: 'id of x',
      status: 'Deleted',
    });
    b.transitions.decide(copy);
    const { id: fileId, contentId } = copy;
    const what = isApproved ? 'record_deleted' : 'review';
    b.p.state.approvals.give({ fileId, what, contentId: contentId ?? 0, givenAtMs: 1 });
    b.transitions.decide(b.p.row(copy));
    expect(b.p.row(copy)).toMatchObject({ hold: isApproved ? null : 'record_deleted' });
    b.list('x');
    await b.catchUp();
    expect(b.p.row(copy)).toMatchObject({ state: 'notarized', recordId: record.id });
  },
);

/** Uploads of a minute or a little more, all of them approved at once. */
function sendSlowly(...names: readonly string[]) {
  const b = batch(...names);
  const { uploader, sent } = playUploader(b.p, (name) => ({
    kind: 'recorded',
    fileId: `at-${name}`,
  }));
  const send: typeof uploader.send = async (job, source, hooks, signal) => {
    await b.clock.sleep(job.name === 'h' ? 75 * SECOND_MS : MINUTE_MS, signal);
    return uploader.send(job, source, hooks, signal);
  };
  const { mayBegin } = b.own();
  const ports = { ...b.p, mayBegin, ownRecords: b.own() };
  const uploads = makeUploadStage({
    ...ports,
    uploader: { ...uploader, send },
    balance: () => 9,
  });
  const beside = makeOwnRecordsStage(ports);
  b.p.approved.approve(b.files.map(({ id }) => id));
  return { b, sent, run: () => b.p.run([uploads, beside]) };
}

describe('a batch that takes long', () => {
  test.each([
    ['at once', 0],
    ['after the batch has room for more', 40 * SECOND_MS],
  ])(
    'has its list read again meanwhile, and pays for nothing that another computer paid for by then: its contents come %s',
    async (_, hashesMs) => {
      const s = sendSlowly(...'abcdefghi'.split(''));
      await s.b.catchUp();
      s.b.trouble.hashesMs = hashesMs;
      s.b.p.after(10 * SECOND_MS, () => s.b.list('i'));
      expect(await s.run()).toBe('rest');
      expect(s.sent.toSorted().join('')).toBe('abcdefgh');
      expect(s.b.states()).toEqual([...Array<string>(8).fill('recording'), 'notarized']);
      expect(s.b.asked().lists).toBeLessThan(6);
    },
  );

  test('begins no upload on a list from before the computer slept', async () => {
    const s = sendSlowly('a', 'b');
    await s.b.catchUp();
    s.b.clock.suspend(8 * 60 * MINUTE_MS);
    s.b.list('b');
    expect(await s.run()).toBe('rest');
    expect([s.sent, s.b.states()]).toEqual([['a'], ['recording', 'notarized']]);
  });

  test('begins none while no list can be read, and all once one is refused for good (P9)', async () => {
    const s = sendSlowly('a');
    s.b.play.fault = throttled(5_000);
    s.b.p.after(4_000, () => {
      expect(s.sent).toEqual([]);
      s.b.play.fault = { kind: 'forbidden', serviceSays: null };
    });
    expect(await s.run()).toBe('rest');
    expect(s.sent).toEqual(['a']);
  });

  test('begins all where the list alone fails', async () => {
    const s = sendSlowly('a');
    s.b.play.fault = CODE_500;
    expect(await s.run()).toBe('rest');
    expect(s.sent).toEqual(['a']);
  });
});
