/** Each sentence of the status bar, the overview and the tray, held against the state that it is said of. */
import { expect, test } from 'vitest';
import { FILE_STATES, HOLD_REASONS, mayCarry, stateTraits } from '../files/file-state.ts';
import { doingWords as english } from '../words/en/desktop.ts';
import { doingWords as italian } from '../words/it/desktop.ts';
import type { AccountStatus } from './account-status.ts';
import type { HealthItem } from './health.ts';
import { doingText, type DoingFacts, whatIsDone } from './current-activity.ts';

type Count = AccountStatus['counts'][number];

const of = (state: Count['state'], more: Partial<Count> = {}): Count => ({
  state,
  hold: null,
  files: 2,
  bytes: 1,
  ...more,
});
const approved = of('ready', { isApproved: true });
const awaiting = of('ready', { isApproved: false });

type More = Partial<DoingFacts> & Partial<Pick<AccountStatus, 'changes' | 'away'>>;
const offline: HealthItem = { code: 'offline', why: null, files: 4, untilMs: null };
const signedOut: HealthItem = { code: 'signed-out', files: 172 };

const said = (
  counts: readonly Count[],
  { changes = { waiting: 0, needYou: 0 }, away = [], ...rest }: More = {},
) =>
  doingText(
    whatIsDone({ account: { counts, changes, away }, waits: [], health: [], ...rest }),
    english,
  );

test.each<[string, readonly Count[], More]>([
  ['Sending 2 files', [of('uploading'), of('recording'), of('hashing'), approved, awaiting], {}],
  // Ten minutes of checking are no sending.
  ['Checking 2 files', [of('recording'), of('hashing'), approved], {}],
  ['Checking 2 files', [of('confirming')], {}],
  ['Preparing 2 files', [of('hashing'), approved, awaiting], {}],
  ['Preparing 2 files', [of('hashing'), of('settling', { files: 3 })], {}],
  ['Waiting until 2 files are saved', [of('settling'), awaiting], {}],
  ['Waiting until 1 file is saved', [of('settling', { files: 1 })], {}],
  ['2 files approved', [approved, awaiting], {}],
  ['2 files wait for your approval', [awaiting], {}],
  ['4 files wait for your approval', [awaiting, of('held', { hold: 'review' })], {}],
  ['2 files wait', [of('held', { hold: 'offline' })], {}],
  ['Nothing is being sent', [of('held', { hold: 'procedure' })], {}],
  ['Nothing is being sent', [of('confirming', { hold: 'undecided' })], {}],
  ['4 changes wait in the outbox', [of('notarized')], { changes: { waiting: 3, needYou: 1 } }],
  ['Nothing is waiting', [of('notarized'), of('missing'), of('ignored')], {}],
  // What was on its way waits for the service, whatever it had reached.
  ['4 files wait for the service', [of('uploading'), approved], { health: [offline] }],
  ['3 files wait for the service', [of('checking', { files: 3 })], { health: [offline] }],
  // Without a session nothing moves, and the number is that of the warning.
  ['172 files wait for you to sign in', [of('recording'), approved], { health: [signedOut] }],
  ['Preparing 2 files', [of('hashing'), of('recording')], { health: [signedOut] }],
  [
    'Nothing is sent until you sign in',
    [of('recording')],
    { health: [{ ...signedOut, files: 0 }] },
  ],
  // Nothing of a folder that is away goes on before it is back.
  [
    '4 files wait for their folder',
    [of('settling'), approved],
    { away: [of('settling'), approved] },
  ],
  [
    '1 file waits for its folder',
    [of('settling', { files: 1 })],
    { away: [of('settling', { files: 1 })] },
  ],
  ['2 files wait for their folder', [awaiting], { away: [awaiting] }],
  ['2 files approved', [{ ...approved, files: 5 }], { away: [{ ...approved, files: 3 }] }],
  ['Sending 2 files', [of('uploading')], { away: [of('uploading')] }],
  ['Uploads are paused, 3 files wait', [approved], { waits: [{ cause: 'paused', files: 3 }] }],
  ['Sending 2 files', [of('uploading')], { waits: [{ cause: 'paused', files: 3 }] }],
])('%s', (sentence, counts, more) => {
  expect(said(counts, more)).toBe(sentence);
});

test('nothing is said to be waiting of no state that waits for anything', () => {
  for (const state of FILE_STATES) {
    for (const hold of [null, ...HOLD_REASONS]) {
      if (hold === null ? state === 'held' : !mayCarry(state, hold)) continue;
      const isOver = ['done', 'gone', 'ignored'].includes(stateTraits(state, hold).group);
      const sentence = said([of(state, { hold })]);
      expect([state, hold, sentence === 'Nothing is waiting']).toEqual([state, hold, isOver]);
      expect([state, sentence.startsWith('Sending')]).toEqual([state, state === 'uploading']);
    }
  }
});

test('every language has a sentence for each', () => {
  for (const kind of Object.keys(english) as (keyof typeof english)[]) {
    const [text, other] = [english[kind], italian[kind]].map((each) =>
      typeof each === 'string' ? each : each(2),
    );
    expect(text).not.toBe('');
    expect(other).not.toBe(text);
  }
});
