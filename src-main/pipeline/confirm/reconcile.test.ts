import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertNever } from '../../../src-shared/model/result.ts';
import { isoFromMs } from '../../../src-shared/model/text/time.ts';
import type { RemoteFile } from '../common/ports.ts';
import { reconcile, worthHashing, type ListedFacts, type Reconciliation } from './search-upload.ts';
import type { HashVerdict } from '../decide/compare-hash.ts';
import type { UploadedQuirk } from '../common/service-quirks.ts';
import { remoteFile } from '../common/test-support/fake-ports.ts';

const SENT_MS = Date.UTC(2026, 10, 21, 9, 0, 0, 123);
const SECOND_LATER = isoFromMs(SENT_MS + 1_500);

const LABEL = 'raw,run-14';
const DATED = isoFromMs(SENT_MS);
const SENT = { name: 'run.raw', fileType: 'primary', label: LABEL, uploadedMs: SENT_MS };

const file = (over: Partial<RemoteFile> = {}) =>
  remoteFile({ fileId: 'new', name: 'run.raw', label: LABEL, uploadedIso: DATED, ...over });

/** Judged late, in a complete list of a service nothing was learned about. */
const evidence = (over: Partial<ListedFacts> = {}): ListedFacts => ({
  sent: SENT,
  ownerId: 'me',
  isKnown: () => false,
  files: [],
  isComplete: true,
  paging: 'honoured',
  isJudging: true,
  uploadedQuirk: null,
  hashOf: () => 'unknown',
  ...over,
});
const hashes = (verdicts: Readonly<Record<string, HashVerdict>>) => (fileId: string) =>
  verdicts[fileId] ?? 'unknown';
const kindOf = (over: Partial<ListedFacts>) => reconcile(evidence(over)).kind;

describe('an upload is found', () => {
  test('by the time we gave it, whatever was learned and however early the look', () => {
    const match = file({ status: 'NotarizationError' });
    for (const isJudging of [false, true]) {
      const end = reconcile(evidence({ files: [match], isJudging, isComplete: false }));
      expect(end).toEqual({ kind: 'found', file: match, by: 'uploaded' });
    }
  });

  test('by its content, when its time was replaced or cut', () => {
    const found = { kind: 'found', by: 'file-hash' };
    const hashOf = hashes({ new: 'same' });
    const replaced = file({ uploadedIso: SECOND_LATER });
    const cut = file({ uploadedIso: '2026-11-21T09:00:00Z' });
    expect(reconcile(evidence({ files: [replaced], hashOf }))).toMatchObject(found);
    expect(reconcile(evidence({ files: [cut], hashOf, uploadedQuirk: 'seconds' }))).toMatchObject(
      found,
    );
    expect(kindOf({ files: [replaced] })).toBe('cannot-tell');
  });

  test('although spaces in its labels and the form of its name were changed', () => {
    const sent = { ...SENT, name: 'e\u0301.raw' };
    expect(kindOf({ sent, files: [file({ name: '\u00e9.raw', label: ' run-14 , raw' })] })).toBe(
      'found',
    );
  });

  test('a whole second proves nothing until the service is known to keep times', () => {
    const sent = { ...SENT, uploadedMs: SENT_MS - 123 };
    const files = [file({ uploadedIso: isoFromMs(SENT_MS - 123) })];
    expect(kindOf({ sent, files })).toBe('cannot-tell');
    expect(kindOf({ sent, files, uploadedQuirk: 'exact' })).toBe('found');
  });

  test('two that answer the description are for a person; the one with our time is ours', () => {
    const two = [file(), file({ fileId: 'copy', uploadedIso: SECOND_LATER })];
    const hashOf = hashes({ new: 'same', copy: 'same' });
    expect(reconcile(evidence({ files: two, hashOf }))).toMatchObject({ file: { fileId: 'new' } });
    const undated = ['new', 'copy'].map((fileId) => file({ fileId, uploadedIso: SECOND_LATER }));
    expect(reconcile(evidence({ files: undated, hashOf }))).toMatchObject({
      kind: 'several',
      matches: [{ file: { fileId: 'new' } }, { file: { fileId: 'copy' } }],
    });
  });
});

describe('absence', () => {
  test('proves nothing in a list that was not read to its end, and says why', () => {
    const cut = evidence({ isComplete: false });
    expect(reconcile({ ...cut, paging: 'ignored' })).toMatchObject({ why: 'paging-ignored' });
    expect(reconcile(cut)).toEqual({ kind: 'cannot-tell', why: 'list-incomplete' });
  });

  const later = { uploadedIso: SECOND_LATER };
  const renamed = { ...later, name: 'b' };
  const exact = { uploadedQuirk: 'exact' } as const;
  const cut = { uploadedQuirk: 'seconds' } as const;

  test.each<
    [string, Partial<RemoteFile>, HashVerdict, Partial<ListedFacts>, Reconciliation['kind']]
  >([
    ['another owner', { ownerId: 'you' }, 'same', {}, 'absent'],
    ['no owner named', { ownerId: '' }, 'same', {}, 'cannot-tell'],
    ['an id that was known before', {}, 'same', { isKnown: () => true }, 'absent'],
    ['another name, another content', renamed, 'other', {}, 'absent'],
    ['another name, content unknown', renamed, 'unknown', {}, 'cannot-tell'],
    ['another name, our content', renamed, 'same', {}, 'cannot-tell'],
    ['another type at our time', { fileType: 'secondary' }, 'unknown', {}, 'cannot-tell'],
    ['our time, another content', {}, 'other', {}, 'cannot-tell'],
    ['another time where times are kept', later, 'unknown', exact, 'absent'],
    ['another second where times are cut', later, 'unknown', cut, 'absent'],
    ['our content at another kept time', later, 'same', exact, 'cannot-tell'],
    ['a time that cannot be read', { uploadedIso: 'soon' }, 'unknown', {}, 'cannot-tell'],
  ])('a new file with %s', (_what, over, hash, more, kind) => {
    expect(kindOf({ files: [file(over)], hashOf: () => hash, ...more })).toBe(kind);
  });
});

test('FileHash is asked for where it decides: look-alikes at any time, others only when absence is judged', () => {
  const alike = file({ fileId: 'alike', uploadedIso: SECOND_LATER });
  const other = file({ fileId: 'other', name: 'b', uploadedIso: SECOND_LATER });
  const foreign = file({ fileId: 'foreign', ownerId: 'you', uploadedIso: SECOND_LATER });
  const files = [other, foreign, alike];
  const asked = (over: Partial<ListedFacts>) =>
    worthHashing(evidence({ files, ...over })).map(({ fileId }) => fileId);
  expect(asked({ isJudging: false })).toEqual(['alike']);
  expect(asked({})).toEqual(['alike', 'other']);
  expect(asked({ uploadedQuirk: 'exact' })).toEqual(['alike']);
  expect(asked({ uploadedQuirk: 'exact', isJudging: false })).toEqual([]);
  expect(asked({ files: [file()] })).toEqual([]);
});

describe('whatever the service shows', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const fileId = fc.constantFrom(...ids);
  const alike = fc.record({ fileId, uploadedIso: fc.constantFrom(SECOND_LATER, DATED) });
  const anything = fc.record({
    fileId,
    name: fc.constantFrom('run.raw', 'b.raw'),
    ownerId: fc.constantFrom('me', 'you', ''),
    uploadedIso: fc.constantFrom(DATED, '2026-11-21T09:00:00Z', SECOND_LATER, 'soon'),
    status: fc.constantFrom('Pending', 'Available', 'NotarizationError', 'Odd'),
    fileType: fc.constantFrom('primary', 'secondary'),
    label: fc.constantFrom(LABEL, 'raw'),
  });
  const remoteFiles = fc.uniqueArray(fc.oneof(anything, alike).map(file), {
    selector: (each) => each.fileId,
  });
  const verdict = fc.constantFrom<HashVerdict[]>('same', 'other', 'unknown');
  const cases = fc
    .record({
      files: remoteFiles,
      known: fc.subarray(['a', 'b', 'c']),
      isComplete: fc.boolean(),
      paging: fc.constantFrom('honoured' as const, 'ignored' as const, null),
      isJudging: fc.boolean(),
      uploadedQuirk: fc.option(fc.constantFrom<UploadedQuirk[]>('exact', 'seconds', 'replaced')),
      verdicts: fc.dictionary(fileId, verdict),
    })
    .map(({ known, verdicts, ...over }) =>
      evidence({ ...over, isKnown: (id) => known.includes(id), hashOf: hashes(verdicts) }),
    );
  const meets = { found: 0, several: 0, absent: 0, 'cannot-tell': 0 };

  test('nothing foreign, known or different is called ours, and nothing absent that could be there (P7)', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const end = reconcile(given);
        meets[end.kind] += 1;
        const mine = given.files.filter(
          (each) => each.ownerId === 'me' && !given.isKnown(each.fileId),
        );
        return isLawful(end, mine, given);
      }),
      { numRuns: 1_500 },
    );
    for (const count of Object.values(meets)) expect(count).toBeGreaterThan(20);
  });
});

/** `mine`: files of this account that were not known before. */
function isLawful(end: Reconciliation, mine: readonly RemoteFile[], given: ListedFacts): boolean {
  switch (end.kind) {
    case 'found': {
      const { name, fileType, fileId } = end.file;
      const isAlike = name === 'run.raw' && fileType === 'primary';
      return mine.includes(end.file) && isAlike && given.hashOf(fileId) !== 'other';
    }
    case 'several':
      return end.matches.length > 1 && end.matches.every(({ file: each }) => mine.includes(each));
    case 'absent': {
      const couldBeIt = ({ fileId, uploadedIso }: RemoteFile) =>
        given.hashOf(fileId) === 'same' || uploadedIso === DATED;
      return given.isComplete && !mine.some(couldBeIt);
    }
    case 'cannot-tell':
      return true;
    default:
      return assertNever(end);
  }
}
