import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILE_STATUSES } from '../../service/files.ts';
import {
  isMoving,
  stateOfWord,
  viewPlatform,
  withText,
  type ListedFile,
  type ListSeen,
} from './platform-file.ts';
import type { ServiceFault } from '../status/service-fault.ts';
import { recorded } from '../lineage/test-support/lineage.ts';

const HIDDEN: ServiceFault = { kind: 'forbidden', serviceSays: 'no' };

const listed = (fileId: string, over: Partial<ListedFile> = {}): ListedFile =>
  recorded(fileId, { uploadedAtMs: 1_000, ...over });
const at = (fileId: string, uploadedAtMs: number | null) => listed(fileId, { uploadedAtMs });

const list = (files: readonly ListedFile[], over: Partial<ListSeen> = {}): ListSeen => ({
  files,
  asOfMs: null,
  isComplete: true,
  standing: 'there',
  isOutrun: false,
  ...over,
});
const ids = (records: readonly { readonly fileId: string }[]) =>
  records.map(({ fileId }) => fileId);

test('public and private files stand in one order, the latest first and without a time last', () => {
  const view = viewPlatform({
    public: list([at('b', 2), at('z', null), at('d', 9)]),
    private: list([at('c', 5), at('a', null)]),
  });
  expect(ids(view.records)).toEqual(['d', 'c', 'b', 'a', 'z']);
  expect(view.records[1]?.visibility).toBe('private');
  expect(view).toMatchObject({ isComplete: true, asOfMs: null, standing: 'there', unread: [] });
});

test('the order is the same in whatever order the service lists, so that windows fit together', () => {
  const files = fc.uniqueArray(
    fc.record({
      fileId: fc.string({ minLength: 1, maxLength: 3 }),
      uploadedAtMs: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
    { selector: ({ fileId }) => fileId },
  );
  fc.assert(
    fc.property(files, files, (open, closed) => {
      const made = (from: typeof open) =>
        list(from.map(({ fileId, uploadedAtMs }) => listed(fileId, { uploadedAtMs })));
      const view = (one: typeof open, other: typeof open) =>
        viewPlatform({ public: made(one), private: made(other) });
      const once = view(open, closed);
      expect(view(open.toReversed(), closed.toReversed())).toEqual(once);
      expect(once.records).toHaveLength(open.length + closed.length);
    }),
  );
});

test('the older age counts, one cut list makes the whole one cut, the worse standing is told', () => {
  const view = viewPlatform({
    public: list([listed('a')], { asOfMs: 70, standing: 'forbidden' }),
    private: list([], { asOfMs: 50, isComplete: false }),
  });
  expect(view).toMatchObject({ asOfMs: 50, isComplete: false, standing: 'forbidden' });
  const gone = list([], { standing: 'gone' });
  const hidden = list([], { standing: 'forbidden' });
  expect(viewPlatform({ public: gone, private: hidden }).standing).toBe('gone');
  expect(viewPlatform({ public: hidden, private: gone }).standing).toBe('gone');
});

test('a list that cannot be read leaves the other one there, and says why it is missing', () => {
  const view = viewPlatform({ public: list([listed('a')]), private: HIDDEN });
  expect(ids(view.records)).toEqual(['a']);
  const unread = [{ visibility: 'private', fault: HIDDEN }];
  expect(view).toMatchObject({ isComplete: false, unread });
});

test('each documented word has one of ours; another one is none of them', () => {
  const ours = FILE_STATUSES.map((word) => stateOfWord(word)).join(' ');
  expect(ours).toBe('notarized recording deleting record_error deleted');
  for (const word of ['', 'available', 'Frozen', 'toString']) expect(stateOfWord(word)).toBeNull();
});

test('only what the service is at work on is about to change by itself', () => {
  const moving = FILE_STATUSES.filter((status) => isMoving({ status }));
  expect(moving).toEqual(['Pending', 'PendingDeletion']);
  const pending = listed('a', { status: 'Pending' });
  expect(viewPlatform({ public: HIDDEN, private: list([pending]) }).isMoving).toBe(true);
  const still = list([listed('b')]);
  expect(viewPlatform({ public: still, private: list([]) }).isMoving).toBe(false);
  const outrun = list([], { isOutrun: true });
  expect(viewPlatform({ public: still, private: outrun }).isMoving).toBe(true);
});

test('a name is found by any part of it, whatever its case; blanks alone leave out nothing', () => {
  const files = [listed('a', { name: 'Plate-21.CSV' }), listed('b', { name: 'run.raw' })];
  expect(ids(withText(files, ' plate-2 '))).toEqual(['a']);
  expect(ids(withText(files, '  '))).toEqual(['a', 'b']);
  expect(withText(files, '.*')).toEqual([]);
});
