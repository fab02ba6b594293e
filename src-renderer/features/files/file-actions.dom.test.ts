import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { THERE_BEFORE } from '../../../src-shared/model/folders/folder-rules.ts';
import type { Ask } from '../../data/use-action.ts';
import { writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { fileRow, folderView } from '../../test-support/builders.ts';
import { wordsOf } from '../../words/words-context.ts';
import { actionsOf, patternFor } from './file-actions.ts';
import { actionLabel } from './file-buttons.tsx';
import { ignore } from './file-commands.ts';
import { isFree } from './file-columns.tsx';
import { explanationText } from './file-explanation.tsx';
import {
  filterOf,
  NO_FILTERS,
  readFilters,
  readSort,
  SHOWN,
  shownOf,
  writeList,
} from './file-filters.ts';

const facts = { state: 'notarized', hold: null, note: null, fileId: 'f1' } as const;

const firstOf = (over: Partial<Parameters<typeof actionsOf>[0]>) =>
  actionsOf({ ...facts, ...over }, true)[0];

const isNext = (over: Parameters<typeof firstOf>[0]) =>
  actionsOf({ ...facts, fileId: null, ...over }, true).includes('send-next');

describe('what can be done', () => {
  test('a file that waits in the queue can be sent next, and no other', () => {
    expect(isNext({ state: 'ready', isApproved: true })).toBe(true);
    expect(isNext({ state: 'held', hold: 'paused' })).toBe(true);
    expect(isNext({ state: 'ready', isApproved: false })).toBe(false);
    expect(isNext({ state: 'held', hold: 'budget' })).toBe(false);
    expect(isNext({ state: 'uploading' })).toBe(false);
  });

  test('what was refused, left out or found there shows no price', () => {
    expect(isFree({ state: 'held', hold: 'refusal' })).toBe(true);
    expect(isFree({ state: 'held', hold: 'permission' })).toBe(true);
    expect(isFree({ state: 'ignored', hold: null })).toBe(true);
    expect(isFree({ state: 'held', hold: 'credits' })).toBe(false);
    expect(isFree({ state: 'ready', hold: null })).toBe(false);
  });

  test('an approval is taken back where the core says that it can be', () => {
    const approved = { ...facts, fileId: null, state: 'ready', isApproved: true } as const;
    expect(actionsOf({ ...approved, mayUndo: true }, true)).toContain('undo');
    expect(actionsOf(approved, true)).not.toContain('undo');
  });

  test('a notarized file, and one that changed since, is held against its record', () => {
    expect(actionsOf({ ...facts, state: 'notarized', fileId: 'r1' }, true)).toContain('verify');
    expect(actionsOf({ ...facts, state: 'changed', fileId: 'r1' }, true)).toEqual([
      'verify',
      'keep-version',
      'certificate',
    ]);
    expect(actionsOf({ ...facts, state: 'notarized', fileId: null }, true)).toEqual([]);
  });

  test('a record can be deleted without its file, and one whose deletion was not written to the chain is not uploaded again', () => {
    const deletion = { reason: 'Not levelled', askedAtMs: Date.UTC(2026, 10, 21, 9) };
    const failed = { ...facts, state: 'record_error' } as const;
    expect(actionsOf({ ...facts, state: 'missing' }, true)).toContain('delete');
    expect(actionsOf(failed, true)).toEqual(
      expect.arrayContaining(['check-record', 'upload-again', 'delete']),
    );
    expect(actionsOf({ ...failed, deletion }, true)).not.toContain('upload-again');
    const said = (state: 'deleted' | 'record_error') =>
      explanationText(fileRow({ state, deletion }), wordsOf('en'));
    expect(said('deleted')).toMatch(/history is kept.*You had it deleted on .*“Not levelled”/);
    expect(said('record_error')).toMatch(/could not record the deletion/);
  });

  test('a state offers first what it asks for', () => {
    expect(firstOf({ state: 'ready' })).toBe('upload');
    expect(firstOf({ state: 'changed', fileId: 'r1' })).toBe('verify');
    expect(firstOf({ state: 'confirming' })).toBeUndefined(); // evidence decides
    expect(firstOf({ state: 'confirming', hold: 'undecided' })).toBe('send-again');
    expect(firstOf({ state: 'uploading' })).toBe('stop');
    expect(firstOf({ state: 'settling' })).toBe('use-now');
    expect(firstOf({ state: 'held', hold: 'procedure' })).toBe('assign');
    expect(firstOf({ state: 'held', hold: 'size_confirm' })).toBe('approve');
    expect(firstOf({ state: 'held', hold: 'refusal' })).toBe('again');
    expect(firstOf({ state: 'held', hold: 'record_deleted' })).toBe('approve');
    const note = writeWaitNote({ waits: 'stopped' });
    expect(firstOf({ state: 'held', hold: 'review', note })).toBe('restart');
    expect(firstOf({ state: 'notarized' })).toBe('certificate');
  });

  test('nothing is offered that could not be done', () => {
    const states = SHOWN.map(({ state, hold }) => fileRow({ state, hold, fileId: 'f1' }));
    for (const file of states) {
      expect(actionsOf(file, false)).not.toContain('ignore');
      expect(actionsOf({ ...file, fileId: null }, true)).not.toContain('certificate');
      expect(actionsOf({ ...file, fileId: null }, true)).not.toContain('delete');
    }
    expect(actionsOf({ ...facts, state: 'recording' }, true)).toEqual([]);
  });

  test('what was there before is included again for its price, and says why it is left out', () => {
    const left = fileRow({ state: 'ignored', note: THERE_BEFORE, credits: 3 });
    expect(actionsOf(left, true)).toEqual(['include']);
    expect(actionsOf({ ...left, note: 'folder settings: *.bak' }, true)).toEqual([]);
    expect(actionLabel('include', left, wordsOf('en'))).toBe('Include again (3 credits)');
    expect(explanationText(left, wordsOf('en'))).toContain('there before');
  });

  test('what spends carries its price', () => {
    const words = wordsOf('en');
    expect(actionLabel('upload', { credits: 413 }, words)).toBe('Notarize (413 credits)');
  });

  test('why a file stands where it stands is said for every state, the service quoted', () => {
    const words = wordsOf('it');
    for (const { state, hold } of SHOWN) {
      expect(explanationText(fileRow({ state, hold }), words)).toMatch(/^\p{Lu}.*\.$/u);
    }
    const refused = {
      ...fileRow(),
      state: 'held',
      hold: 'refusal',
      note: 'label <b>x</b>',
    } as const;
    const ready = fileRow({ state: 'ready', isApproved: true });
    const away = explanationText(ready, wordsOf('en'), { isFolderAway: true });
    expect(away).toBe('Approved, waiting to be sent. It is sent once its folder is there again.');
    expect(explanationText(refused, wordsOf('en'))).toContain('“label <b>x</b>”');
    const unpaid = (note: string | null) =>
      explanationText({ ...refused, hold: 'credits', note }, wordsOf('en'));
    expect(unpaid(null)).toContain('Your balance is not enough.');
    expect(unpaid('')).toMatch(/^The service refused this file: not enough credits\./);
    expect(unpaid('pay')).toMatch(/^The service refused this file: not enough credits\..*“pay”/);
    const own = { ...refused, note: '{"why":"approve-each"}' };
    expect(explanationText(own, wordsOf('en'))).not.toContain('{');
    const refusedList = { waits: 'list-refused', status: 403, says: 'not yours' } as const;
    const noted = { ...refused, note: writeWaitNote(refusedList) };
    expect(explanationText(noted, words)).toContain('(ha risposto 403: “not yours”).');
    const used = { why: 'id-in-use', fileId: 'f-1', fileName: 'a.raw' } as const;
    const twice = { ...refused, hold: 'id_in_use', note: writeHoldNote(used) } as const;
    expect(explanationText(twice, words)).toContain('f-1, la registrazione di a.raw.');
    const limit = { why: 'budget', budget: 'reserve', limit: 400, left: 0 } as const;
    const over = { ...refused, hold: 'budget', note: writeHoldNote(limit) } as const;
    expect(explanationText(over, words)).toMatch(/riserva di 400/);
    // It may be approved already, and be held by a limit all the same.
    const further = 'Notarize it all the same, or change the limit.';
    expect(explanationText(over, wordsOf('en'))).toBe(
      `It would use your reserve of 400. ${further}`,
    );
    expect(explanationText({ ...over, note: null }, wordsOf('en'))).toContain(further);
    const atMs = Date.UTC(2026, 10, 21, 9);
    const deleted = {
      ...refused,
      hold: 'record_deleted',
      credits: 3,
      note: writeHoldNote({ why: 'record-deleted', atMs }),
    } as const;
    expect(explanationText(deleted, wordsOf('en'))).toMatch(
      /deleted on the service \(seen on .*2026.*\)\. Notarize it again\? It costs at most 3 credits\.$/,
    );
    expect(explanationText(deleted, words)).toMatch(
      /eliminata sul servizio.*Costa al massimo 3 crediti\.$/,
    );
    const unseen = { waits: 'record-unseen', status: 403, says: null } as const;
    const received = { ...refused, hold: null, note: writeWaitNote(unseen) } as const;
    expect(explanationText({ ...received, state: 'recording' }, words)).toContain('risposto 403.');
    const archiving = {
      ...received,
      note: writeWaitNote({ waits: 'unknown-status', status: 'Odd' }),
    };
    expect(explanationText({ ...archiving, state: 'recording' }, words)).toContain('“Odd”');
    const stuck = { ...refused, note: writeWaitNote({ waits: 'no-progress', tries: 8 }) };
    expect(explanationText(stuck, wordsOf('en'))).toContain('8 tries in a row');
    const doubt = {
      sinceMs: 0,
      received: { kind: 'answer', status: 502, content: 'html' },
      lookedAtMs: null,
      toldFromMs: 0,
      finding: { kind: 'looking' },
    } as const;
    const lost = { ...refused, state: 'confirming', hold: null, note: null, doubt } as const;
    expect(explanationText(lost, wordsOf('en'))).toMatch(/answered 502 .*is looking for it/);
  });
});

describe('leaving one file out', () => {
  test('the rule means exactly this file', () => {
    expect(patternFor('/data', '/data/run 1/a*b.raw')).toBe('/run\\ 1/a\\*b.raw');
    expect(patternFor('/data', '/database/x')).toBeNull();
    expect(patternFor('C:\\lab', 'C:\\lab\\run\\x.raw')).toBe('/run/x.raw');
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        const pattern = patternFor('/d', `/d/${name}`) ?? '';
        expect(pattern.replaceAll(/\\(.)/gs, '$1')).toBe(`/${name}`);
      }),
    );
  });

  test('the other rules of the folder stay as they are', async () => {
    const asked: unknown[] = [];
    const ask = (async (name: string, input: unknown) => {
      asked.push([name, input]);
      return name === 'folders.list' ? ok([folderView({ exclude: ['*.bak'] })]) : ok(null);
    }) as Ask;
    const done = await ignore(fileRow({ path: '/data/ms2/x.raw' }))(ask);
    expect(done.ok).toBe(true);
    expect(asked[1]).toMatchObject(['folders.edit', { rules: { exclude: ['*.bak', '/x.raw'] } }]);
    const elsewhere = await ignore(fileRow({ folderId: '9' }))(ask);
    expect(elsewhere).toEqual(fail({ kind: 'unknown-folder', folderId: '9' }));
  });
});

describe('a filtered list', () => {
  test('what a list shows is in its address, and read back', () => {
    expect(shownOf('held.credits')).toMatchObject({ state: 'held', hold: 'credits' });
    expect([shownOf('held.nonsense'), shownOf(''), shownOf(null)]).toEqual([null, null, null]);
    expect(new Set(SHOWN.map(({ code }) => code)).size).toBe(SHOWN.length);
    expect(filterOf('p1', 'raw', { ...NO_FILTERS, shown: shownOf('held.credits') })).toEqual({
      projectId: 'p1',
      text: 'raw',
      states: ['held'],
      holds: ['credits'],
    });
    expect(filterOf(null, '', NO_FILTERS)).toEqual({});
  });

  test('every filter is written into the address and read back; what it does not know filters nothing', () => {
    const filters = {
      folder: { folderId: '3', subfolder: 'subject 07/plate & B' },
      shown: shownOf('held.labels'),
      group: 'waiting',
      visibility: 'public',
      fileType: 'secondary',
      label: 'MS2 & more',
    } as const;
    const bySize = { column: 'size', isDescending: true };
    const address = new URLSearchParams({ ...writeList(filters, 'run 7', bySize) }).toString();
    expect(readSort(new URLSearchParams(address))).toEqual(bySize);
    expect(readFilters(new URLSearchParams(address))).toEqual(filters);
    expect(filterOf(null, '', filters)).toEqual({
      folderId: '3',
      subfolder: 'subject 07/plate & B',
      group: 'waiting',
      states: ['held'],
      holds: ['labels'],
      visibility: 'public',
      fileType: 'secondary',
      label: 'MS2 & more',
    });
    const strange = new URLSearchParams('folder=x/y&visibility=secret&type=odd&label=&show=none');
    expect(readFilters(strange)).toEqual(NO_FILTERS);
  });
});
