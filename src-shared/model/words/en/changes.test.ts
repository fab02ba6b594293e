import { describe, expect, test } from 'vitest';
import { FINDINGS, type ChangeIntent, type ChangeState } from '../../changes/change.ts';
import { creation, madeChange, membership } from '../../changes/test-support/sample-changes.ts';
import {
  changePriceSentence,
  changeSentence,
  changesLine,
  changeStateLabels,
  changeTitle,
  chargeTitle,
} from './changes.ts';

const place = { projectId: 'p', visibility: 'public', fileId: 'f', fileName: 'run.csv' } as const;
const invitation = membership('invite-member', 'u');
const INTENTS: readonly ChangeIntent[] = [
  creation('Tides'),
  invitation,
  { kind: 'delete-file', ...place, userId: 'u', reason: 'r' },
];

const lost = { lostAtMs: 1, lookedAtMs: 2 };
const forbidden = { kind: 'service', fault: { kind: 'forbidden', serviceSays: 'No' } } as const;
const poor = { kind: 'credits', needed: 50, balance: 1 } as const;
const fault = { kind: 'forbidden', serviceSays: 'not for you' } as const;
const denial = { status: 403, fault, earlierLostAtMs: null };
const STATES: readonly ChangeState[] = [
  { state: 'waiting', lastTry: null, earlierLostAtMs: null },
  {
    state: 'waiting',
    lastTry: { atMs: 1, fault: { kind: 'throttled', retryAfterMs: null } },
    earlierLostAtMs: 1,
  },
  { state: 'sending', sinceMs: 1, earlierLostAtMs: null },
  ...FINDINGS.map(
    (finding) => ({ state: 'unknown', finding, lostAtMs: 1, lookedAtMs: 2 }) as const,
  ),
  ...FINDINGS.map(
    (finding) => ({ state: 'unknown', finding, lostAtMs: 1, lookedAtMs: 2, denial }) as const,
  ),
  { state: 'left', finding: 'absent', ...lost },
  { state: 'left', finding: 'charged', ...lost, denial },
  ...(['answer', 'evidence', 'already-there'] as const).flatMap((by) =>
    [null, 'p9'].map((projectId) => ({ state: 'delivered', atMs: 1, by, projectId }) as const),
  ),
  { state: 'refused', atMs: 1, cause: forbidden, earlierLostAtMs: null },
  { state: 'refused', atMs: 1, cause: { kind: 'exists', projectId: 'p9' }, earlierLostAtMs: 1 },
  { state: 'refused', atMs: 1, cause: poor, earlierLostAtMs: null },
  { state: 'withdrawn', atMs: 1 },
];

describe.each(INTENTS)('$kind', (intent) => {
  test('has a title and a price', () => {
    expect(changeTitle(intent)).toMatch(/^[A-Z].*[^.]$/);
    expect(changePriceSentence(intent, 1)).toMatch(/: \d+ credits?; your balance is 1 credit\.$/);
    expect(changePriceSentence(intent, null)).toContain('your balance is not known');
  });

  test.each(STATES)('says how it stands: %j', (state) => {
    const sentence = changeSentence(madeChange(7, intent, state));
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toMatch(/undefined|null|\[object/);
    expect(changeStateLabels[state.state]).toMatch(/^[A-Z]/);
  });
});

test('a change that costs nothing says what is done by now, not that something is', () => {
  const done = { state: 'delivered', atMs: 1, by: 'answer', projectId: null } as const;
  const said = (intent: ChangeIntent) => changeSentence(madeChange(7, intent, done));
  expect(said({ kind: 'create-tag', name: 'flow' })).toBe('Tag "flow" created.');
  expect(said(membership('remove-member', 'u'))).toMatch(/ removed from the project\.$/);
  const before = { ...done, by: 'already-there' } as const;
  expect(changeSentence(madeChange(7, { kind: 'create-tag', name: 'flow' }, before))).toBe(
    'It was so already. Nothing was sent.',
  );
});

test('one that was found by reading is not said to be without an answer: a denial may have come', () => {
  const found = { state: 'delivered', atMs: 1, by: 'evidence', projectId: null } as const;
  const sentence = changeSentence(madeChange(7, invitation, found));
  expect(sentence).toContain(
    'The service did not confirm it, but shows it; it was not sent again.',
  );
  expect(sentence).not.toContain('lost');
});

test('what waits says whether a person has to agree again, what it costs then, and that it takes going online', () => {
  const offline = { kind: 'unavailable', why: 'working-offline', status: null, retryAfterMs: null };
  const lastTry = { atMs: 1, fault: offline } as Extract<
    ChangeState,
    { state: 'waiting' }
  >['lastTry'];
  const change = madeChange(7, invitation, { state: 'waiting', lastTry, earlierLostAtMs: null });
  expect(changeSentence(change)).toMatch(
    /Nothing was done or charged\. It is sent, and costs 10 credits, when you agree to that in "labseal outbox send" once you are online\.$/,
  );
  const agreed = { ...change, agreed: { passedReserve: null } };
  expect(changeSentence(agreed)).toContain(
    'It is sent for the 10 credits that you agreed to once you are online: with the next',
  );
});

test('an open outcome names the decision, the number and the second charge', () => {
  const unknown = { state: 'unknown', finding: 'absent', ...lost } as const;
  const sentence = changeSentence(madeChange(7, invitation, unknown));
  expect(sentence).toContain('labseal outbox resolve 7 --check');
  expect(sentence).toContain('may charge 10 credits a second time');
});

test('a denial is said as it came, and until it was checked nobody decides and nothing is called uncharged', () => {
  const sentences = FINDINGS.map((finding) =>
    changeSentence(madeChange(7, invitation, { state: 'unknown', finding, ...lost, denial })),
  );
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^The service answered 403 \(“not for you”\) on .* UTC\. It may have/);
    expect(sentence).not.toMatch(/lost|nothing was/i);
  }
  const asking = FINDINGS.filter((_, at) => sentences[at]?.includes('--send-again'));
  expect(asking).toEqual(['absent', 'several', 'cannot-tell', 'charged']);
});

test('every charge of a change is named in words', () => {
  const parts = ['project', 'member', 'invitation', 'deletion'] as const;
  expect(parts.map((part) => chargeTitle({ id: 1, part, name: 'N' }))).toEqual([
    'Project N',
    'First member of project N',
    'Invitation of N',
    'Deletion of N',
  ]);
});

test.each([
  [0, 0, null],
  [1, 0, '1 change waits to be sent: see "labseal outbox list".'],
  [2, 1, '2 changes wait to be sent · 1 change needs attention: see "labseal outbox list".'],
])('%i waiting and %i for a person are said in a line', (waiting, needYou, line) => {
  expect(changesLine({ waiting, needYou })).toBe(line);
});
