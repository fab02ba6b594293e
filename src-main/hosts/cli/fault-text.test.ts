import { NOT_A_CERTIFICATE } from '../../../src-shared/model/proofs/not-a-certificate.ts';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import {
  FILE_STATES,
  HOLD_REASONS,
  needsPerson,
} from '../../../src-shared/model/files/file-state.ts';
import {
  DOUBTS,
  type FileView,
  type UploadFinding,
} from '../../../src-shared/model/files/file-view.ts';
import { type WaitNote, writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { fileSentence } from '../../../src-shared/model/words/en/files.ts';
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import { ignoredSentence } from '../../../src-shared/model/words/en/paths.ts';
import { unreadableSentence } from '../../../src-shared/model/words/en/unreadable.ts';
import { stateLabel } from '../../../src-shared/model/words/en/states.ts';
import { UNAVAILABLE_CAUSES } from '../../../src-shared/model/status/service-fault.ts';
import type { ChangeState } from '../../../src-shared/model/changes/change.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { exitCodeOf, type ExitCode } from './exit-code.ts';
import { coreFaultSentence } from './fault-text.ts';
import { wholeProgram } from './test-support/whole-program.ts';
import { fileView } from './test-support/file-view.ts';

const path = '/data/run.csv';
/** Every kind of fault with the exit code that the interface gives it. */
const FAULTS: readonly (readonly [ExitCode, CoreFault])[] = [
  [3, { kind: 'no-account' }],
  [3, { kind: 'not-signed-in', serviceSays: null }],
  [3, { kind: 'wrong-credentials', email: 'a@lab.test' }],
  [3, { kind: 'superseded' }],
  [3, { kind: 'sign-in-not-saved', errno: 'ENOSPC' }],
  [3, { kind: 'sign-in-not-saved', errno: 'EIO' }],
  [1, { kind: 'dearer-than-agreed', credits: 12, agreedCredits: 10 }],
  [1, { kind: 'below-reserve', reserve: 200, left: 190 }],
  [1, { kind: 'no-look-up', email: 'a@lab.test', serviceSays: 'Not yours' }],
  ...UNAVAILABLE_CAUSES.map(
    (why) => [4, { kind: 'unavailable', why, status: null, retryAfterMs: null }] as const,
  ),
  [4, { kind: 'unavailable', why: 'server-error', status: 503, retryAfterMs: 1 }],
  [4, { kind: 'throttled', retryAfterMs: null }],
  [4, { kind: 'not-the-service', what: 'html' }],
  [4, { kind: 'not-the-service', what: 'redirect' }],
  [4, { kind: 'not-the-service', what: 'unreadable' }],
  [4, { kind: 'not-the-service', what: 'unreadable', field: 'creditBalance' }],
  [4, { kind: 'unavailable', why: 'not-http', status: null, retryAfterMs: null }],
  [4, { kind: 'unknown-outcome', why: 'timed-out' }],
  [5, { kind: 'engine-running', dataFolder: '/data' }],
  [2, { kind: 'no-server' }],
  ...(
    [
      'not-an-address',
      'not-http',
      'not-encrypted',
      'has-credentials',
      'has-query-or-fragment',
    ] as const
  ).map((kind) => [2, { kind: 'bad-address', address: 'x', fault: { kind } }] as const),
  [2, { kind: 'bad-authorities', path }],
  [2, { kind: 'bad-proxy', variable: 'https_proxy' }],
  [2, { kind: 'bad-proxy', variable: null }],
  [2, { kind: 'not-a-token' }],
  [2, { kind: 'no-such-folder', path }],
  [2, { kind: 'not-a-folder', path }],
  [2, { kind: 'unreadable-folder', path, errno: 'EACCES' }],
  [2, { kind: 'already-watched', path, other: path, folderId: 1 }],
  [2, { kind: 'inside-watched', path, other: '/data' }],
  [2, { kind: 'contains-watched', path, other: '/data' }],
  [2, { kind: 'holds-own-data', path }],
  ...(['too-long', 'too-many-patterns', 'too-many-double-stars', 'too-costly'] as const).map(
    (why) => [2, { kind: 'bad-rule', problem: { line: 1, pattern: '**', why } }] as const,
  ),
  [2, { kind: 'no-label' }],
  [2, { kind: 'cannot-approve', path, state: 'held', hold: 'labels' }],
  [2, { kind: 'bad-label', label: 'two\nlines' }],
  [2, { kind: 'unknown-project', projectId: 'p' }],
  [2, { kind: 'unknown-folder', folderId: '7' }],
  [2, { kind: 'unknown-file', asked: 'x' }],
  [2, { kind: 'not-an-image' }],
  [2, { kind: 'image-too-large', sizeBytes: 800_000, mostBytes: 750_000 }],
  [2, { kind: 'no-subtract-word' }],
  [1, { kind: 'balance-moved', seenCredits: 1_284, credits: 1_184 }],
  [1, { kind: 'no-download', asked: 'x' }],
  [1, { kind: 'bad-link' }],
  [1, { kind: 'changed-meanwhile', path }],
  [1, { kind: 'sent-already', asked: 'x' }],
  [1, { kind: 'not-in-line', asked: 'x', state: 'ignored' }],
  ...(['absent', 'directory', 'symlink', 'special', 'unreadable'] as const).map(
    (why) => [2, { kind: 'cannot-pick', pick: { path, why } }] as const,
  ),
  [1, { kind: 'refused', status: 400, serviceSays: 'label not known' }],
  [1, { kind: 'refused', status: 400, serviceSays: null }],
  [1, { kind: 'forbidden', serviceSays: null }],
  [1, { kind: 'not-found', serviceSays: 'no such file!' }],
  [1, { kind: 'too-large', serviceSays: '' }],
  ...['ENOSPC', 'EACCES', 'EIO'].map(
    (errno) => [1, { kind: 'data-folder', dataFolder: '/data', errno }] as const,
  ),
  ...(
    [
      'newer',
      'unreleased',
      'damaged',
      'disk',
      'busy',
      'open-files',
      'network-drive',
      'open-drive',
    ] as const
  ).map((trouble) => [1, { kind: 'database', trouble, path }] as const),
  ...FILE_STATES.map((state) => [1, { kind: 'no-certificate-yet', state }] as const),
  ...NOT_A_CERTIFICATE.map((what) => [1, { kind: 'not-a-certificate', what }] as const),
];

/** Text fit for users: complete sentences, and nothing that only a programmer can read. */
function expectSentence(text: string | null): void {
  expect(text).toMatch(/^[^\n]+[.!?]$/);
  expect(text).not.toMatch(/undefined|null|NaN|\[object|<\/?[a-z]+>|Error:|\s{2}/);
  expect(text).not.toMatch(/[ :]\.($|\s)|\(code \)/); // a gap where a word should be
  expect(text).not.toMatch(/\b(hash|IPFS|CID|JWT|payload|retry queue)\b/i);
}

describe('faults of the core', () => {
  test.for(FAULTS)('exit code %i and a whole sentence for %j', ([code, fault]) => {
    expect(exitCodeOf(fault)).toBe(code);
    expectSentence(coreFaultSentence(fault));
  });

  test("the service's own words are shown, and end like a sentence", () => {
    const fault = { kind: 'refused', status: 400 } as const;
    const said = ['label not known', 'no!'].map((serviceSays) =>
      coreFaultSentence({ ...fault, serviceSays }),
    );
    expect(said).toEqual(['The service says: label not known.', 'The service says: no!']);
  });
});

/** A held file that nobody has read yet. */
const heldFile = (over: Partial<FileView>): FileView =>
  fileView({
    state: 'held',
    blake3: null,
    sha256: null,
    fileId: null,
    certificatePdf: null,
    certificateJson: null,
    ...over,
  });

describe('files', () => {
  const notes = [null, '', 'only the leader may', 'not-found', 'too-large', 'EACCES', 'symlink'];

  test.for(FILE_STATES.filter((state) => state !== 'held'))(
    '%s has a label, and a whole sentence or none, whatever was noted',
    (state) => {
      expect(stateLabel(state, null, undefined)).not.toBe('');
      for (const note of notes) {
        const sentence = fileSentence(heldFile({ state, note }));
        if (sentence !== null) expectSentence(sentence);
      }
    },
  );

  test.for([null, ...HOLD_REASONS])('held for %s has a label and says what to do', (hold) => {
    expect(stateLabel('held', hold, undefined)).not.toBe('');
    for (const note of notes) expectSentence(fileSentence(heldFile({ hold, note })));
  });

  test.for<UploadFinding>([
    { kind: 'looking' },
    { kind: 'absent', charge: 'none' },
    { kind: 'several', fileIds: ['a', 'b'] },
    ...DOUBTS.map((why) => ({ kind: 'cannot-tell', why }) as const),
  ])('a lost answer of which we found %j is told in whole sentences', (finding) => {
    const doubt = { sinceMs: 0, received: null, lookedAtMs: 1, toldFromMs: 2, finding };
    expectSentence(fileSentence(heldFile({ state: 'confirming', doubt })));
  });

  test('why a path is left out or cannot be read is a whole sentence', () => {
    for (const errno of [
      'EACCES',
      'EIO',
      'EIGNORE',
      'EENCODING:Latin-1',
      'EENCODING:binary',
      'EMANYRULES',
      'ELABSEAL',
      'ESLOWRULES:raw/.labsealignore',
      'ELOOP',
      'ENXIO',
      'unusable-name',
      'unknown',
    ]) {
      expectSentence(unreadableSentence(errno));
    }
    for (const rule of ['built-in: ~$*', 'symlink', 'special', LABSEAL_DATA]) {
      expectSentence(ignoredSentence(rule));
    }
  });
});

type Lost = Exclude<Extract<CoreFault, { kind: 'unknown-outcome' }>, { why: 'denied' }>;
const said = (why: Lost['why']) => coreFaultSentence({ kind: 'unknown-outcome', why });

test('what came in place of the answer is said, and a connection is called lost only when it was', () => {
  for (const why of ['unreadable-answer', 'not-http'] as const) {
    expect(said(why)).toMatch(/^Something unreadable came instead of the answer\./);
  }
  expect(said('timed-out')).toMatch(/^The service did not answer in time\./);
  expect(said('server-error')).toMatch(/^The service was not working\./);
  expect(said('broken-connection')).toMatch(/^The connection was lost before the answer came\./);
});

/** Promised by a command that has ended, these would come true only while another program runs. */
const EMPTY_PROMISE = /(?<!not sent again )by itself(?! while "labseal serve" works)|\bgoes on\b/;

test('nothing that waits is said to go on by itself: what continues it is named', () => {
  const waits: readonly WaitNote[] = [
    { waits: 'until', atMs: 0 },
    { waits: 'no-progress', tries: 3 },
    { waits: 'record-unseen', status: null, says: null },
    { waits: 'record-unseen', status: 403, says: null },
    { waits: 'unknown-status', status: 'Archiving' },
  ];
  const waiting = [
    ...HOLD_REASONS.map((hold) => heldFile({ hold })),
    ...waits.map((note) => heldFile({ note: writeWaitNote(note) })),
    heldFile({ state: 'confirming', doubt: null }),
  ];
  const sentences = [
    ...waiting.map(fileSentence),
    coreFaultSentence({ kind: 'throttled', retryAfterMs: 60_000 }),
    coreFaultSentence({ kind: 'unknown-outcome', why: 'timed-out' }),
  ];
  expect(sentences.filter((sentence) => EMPTY_PROMISE.test(sentence ?? ''))).toEqual([]);
  const quiet = HOLD_REASONS.filter((hold) => !needsPerson('held', hold));
  for (const hold of quiet) expect(fileSentence(heldFile({ hold }))).toContain('"labseal ');
});

test('no help text of a command promises it either', async () => {
  const texts: string[] = [];
  const collect = (command: Command) => {
    texts.push(command.helpInformation());
    for (const child of command.commands) collect(child);
  };
  collect(await wholeProgram());
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => /by itself/.test(text))).toEqual([]);
});

test('a change is called decided only once it is', () => {
  const states = ['waiting', 'sending', 'unknown', 'left', 'refused', 'delivered', 'withdrawn'];
  const decided = states.filter((state) =>
    coreFaultSentence({
      kind: 'change-elsewhere',
      changeId: 3,
      state: state as ChangeState['state'],
    }).includes('nothing left to decide'),
  );
  expect(decided).toEqual(['delivered', 'withdrawn']);
  const unknown = coreFaultSentence({ kind: 'change-elsewhere', changeId: 3, state: 'unknown' });
  expect(unknown).toContain('"labseal outbox resolve 3 --check"');
});

test('a denial that was believed says what was seen, because a charge may come to light later', () => {
  for (const file of [
    heldFile({ hold: 'refusal', note: 'No' }),
    heldFile({ state: 'failed', note: 'No' }),
  ]) {
    expect(fileSentence(file)).toMatch(/^The service .*says: No\. No charge was seen\./);
  }
});

const unpaid = (note: string | null) => fileSentence(heldFile({ hold: 'credits', note }));

test('a refusal for lack of credits is the service’s, whatever the balance is', () => {
  expect(unpaid(null)).toContain('more than your balance allows');
  expect(unpaid('not enough')).toMatch(
    /^The service says: not enough\. It refused the upload, .* for lack of credits\./,
  );
  expect(unpaid('')).toMatch(/^The service refused the upload, .* for lack of credits\./);
  for (const note of ['', 'no']) expect(unpaid(note)).not.toContain('balance');
});

test('how working offline is ended is said', () => {
  const why = 'working-offline';
  const fault = { kind: 'unavailable', why, status: null, retryAfterMs: null } as const;
  expect(coreFaultSentence(fault)).toContain('"labseal online"');
});

test.each(['delete', 'download'] as const)('without a record there is nothing to %s', (wish) => {
  const sentence = coreFaultSentence({ kind: 'not-on-platform', asked: path, wish });
  expect(sentence).toContain(`so there is nothing to ${wish}.`);
});

test('a record that the service could not write is not said to have a certificate later', () => {
  const failed = coreFaultSentence({ kind: 'no-certificate-yet', state: 'record_error' });
  expect(failed).toMatch(/^There is no certificate: the service could not write the record/);
  expect(failed).not.toContain('sync');
});
