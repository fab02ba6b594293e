import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ChangeState,
  FINDINGS,
  changeCredits,
  changeNeedsPerson,
  laneOf,
  subjectOf,
} from './change.ts';
import { isOpenOutcome, nextChange, type ChangeEvent } from './next-change.ts';
import { creation, membership } from './test-support/sample-changes.ts';

const fault = { kind: 'throttled', retryAfterMs: null } as const;
const cause = { kind: 'service', fault: { kind: 'forbidden', serviceSays: 'No' } } as const;
const fresh: ChangeState = { state: 'waiting', lastTry: null, earlierLostAtMs: null };
const denial = { status: 429, fault };
const denied: ChangeState = {
  state: 'unknown',
  lostAtMs: 5,
  finding: 'not-looked',
  lookedAtMs: null,
  denial: { ...denial, earlierLostAtMs: null },
};
const lost: ChangeState = { state: 'unknown', lostAtMs: 5, finding: 'absent', lookedAtMs: 6 };

const SENT_BY_A_PERSON: ChangeEvent = { type: 'sent-again' };
const EVENTS: readonly ChangeEvent[] = [
  { type: 'already-there', projectId: null, atMs: 9 },
  { type: 'doubted', atMs: 9 },
  { type: 'not-sent', fault, atMs: 9 },
  { type: 'started', atMs: 9 },
  { type: 'answered', atMs: 9 },
  { type: 'refused', cause, atMs: 9 },
  { type: 'answer-lost', atMs: 9 },
  { type: 'denied', denial, atMs: 9 },
  { type: 'not-done', cause, atMs: 9 },
  { type: 'not-done', cause: null, atMs: 9 },
  { type: 'looked', finding: 'too-early', atMs: 9 },
  { type: 'found', projectId: 'p', atMs: 9 },
  { type: 'left-open' },
  { type: 'withdrawn', atMs: 9 },
  { type: 'dismissed', atMs: 9 },
  { type: 'clock-went-back', atMs: 4 },
];

/** All states on the way; events that do not fit change nothing. */
function walk(events: readonly ChangeEvent[], from = fresh): readonly ChangeState[] {
  const states = [from];
  for (const event of events)
    states.push(nextChange(states.at(-1) ?? from, event) ?? states.at(-1) ?? from);
  return states;
}

test('every state that can be reached is one that can be kept and read back', () => {
  const reached = new Map<string, ChangeState>([[JSON.stringify(fresh), fresh]]);
  for (const [text, state] of reached) {
    expect(ChangeState.parse(JSON.parse(text))).toEqual(state);
    for (const event of [...EVENTS, SENT_BY_A_PERSON]) {
      const next = nextChange(state, event) ?? state;
      reached.set(JSON.stringify(next), next);
    }
  }
  const states = new Set([...reached.values()].map(({ state }) => state));
  expect([...states].toSorted()).toEqual([
    'delivered',
    'left',
    'refused',
    'sending',
    'unknown',
    'waiting',
    'withdrawn',
  ]);
});

test('what was sent and not answered is sent again by a person only', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (events) => {
      const states = walk(events, lost).map(({ state }) => state);
      expect(states).not.toContain('waiting');
      expect(states).not.toContain('sending');
    }),
  );
  expect(nextChange(lost, SENT_BY_A_PERSON)?.state).toBe('waiting');
});

test('an open outcome stays open until evidence ends it, whatever became of later tries', () => {
  const later: readonly ChangeEvent[] = [
    { type: 'sent-again' },
    { type: 'not-sent', fault, atMs: 9 },
    { type: 'refused', cause, atMs: 9 },
    { type: 'withdrawn', atMs: 9 },
    { type: 'doubted', atMs: 9 },
    { type: 'left-open' },
    { type: 'dismissed', atMs: 9 },
    { type: 'looked', finding: 'absent', atMs: 9 },
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...later), { maxLength: 10 }), (events) => {
      const last = walk(events, lost).at(-1) ?? lost;
      const isRemembered =
        isOpenOutcome(last) || (last.state === 'waiting' && last.earlierLostAtMs !== null);
      expect(isRemembered).toBe(true);
    }),
  );
});

test('delivered and withdrawn are left by nothing; a project only gets its id, once', () => {
  const nameless: ChangeState = { state: 'delivered', atMs: 1, by: 'answer', projectId: null };
  const named = nextChange(nameless, { type: 'found', projectId: 'p', atMs: 9 });
  expect(named).toEqual({ ...nameless, projectId: 'p' });
  for (const end of [named ?? nameless, { state: 'withdrawn', atMs: 1 } as const]) {
    for (const event of [...EVENTS, SENT_BY_A_PERSON]) expect(nextChange(end, event)).toBeNull();
  }
});

test('evidence after a lost answer says so; found before the first try, nothing was sent', () => {
  const there: ChangeEvent = { type: 'already-there', projectId: null, atMs: 9 };
  const again: ChangeState = { ...fresh, earlierLostAtMs: 5 };
  expect(nextChange(fresh, there)).toMatchObject({ by: 'already-there' });
  expect(nextChange(again, there)).toMatchObject({ by: 'evidence' });
});

test('a refused change is put away once, or goes back in the queue, by a person; what it may have cost stays open', () => {
  const refused: ChangeState = { state: 'refused', atMs: 1, cause, earlierLostAtMs: 5 };
  const away: ChangeState = { ...refused, putAwayAtMs: 9 };
  expect(nextChange(refused, { type: 'dismissed', atMs: 9 })).toEqual(away);
  expect(nextChange(refused, { type: 'answered-for' })).toEqual({ ...fresh, earlierLostAtMs: 5 });
  const intent = membership('invite-member', 'u1');
  const both = [refused, away].map((state) => changeNeedsPerson({ intent, state }));
  expect(both).toEqual([true, false]);
  expect(isOpenOutcome(away)).toBe(true);
  for (const other of [away, fresh, lost]) {
    expect(nextChange(other, { type: 'dismissed', atMs: 10 })).toBeNull();
    expect(nextChange(other, { type: 'answered-for' })).toBeNull();
  }
});

test('an answer that was lost in a time that has not come was lost now', () => {
  const back: ChangeEvent = { type: 'clock-went-back', atMs: 4 };
  expect(nextChange(lost, back)).toEqual({ ...lost, lostAtMs: 4 });
  expect(nextChange(lost, { ...back, atMs: 5 })).toBeNull();
  expect(nextChange(fresh, back)).toBeNull();
});

test('a denial is kept, and believed only by evidence', () => {
  const sending: ChangeState = { state: 'sending', sinceMs: 1, earlierLostAtMs: 3 };
  const open = nextChange(sending, { type: 'denied', denial, atMs: 5 });
  expect(open).toEqual({ ...denied, denial: { ...denial, earlierLostAtMs: 3 } });
  expect(nextChange(denied, { type: 'refused', cause, atMs: 9 })).toBeNull();
  expect(nextChange(denied, { type: 'not-sent', fault, atMs: 9 })).toBeNull();
  const refused = { state: 'refused', atMs: 9, cause, earlierLostAtMs: null };
  expect(nextChange(denied, { type: 'not-done', cause, atMs: 9 })).toEqual(refused);
  const lastTry = { atMs: 5, fault };
  const again = nextChange(denied, { type: 'not-done', cause: null, atMs: 9 });
  expect(again).toEqual({ ...fresh, lastTry });
  expect(nextChange(lost, { type: 'not-done', cause: null, atMs: 9 })).toBeNull();
});

test('a denial asks for nobody while it is checked, and for a person when that told nothing', () => {
  const intent = membership('invite-member', 'u1');
  const asks = FINDINGS.filter((finding) =>
    changeNeedsPerson({ intent, state: { ...denied, finding } }),
  );
  expect(asks).toEqual(['absent', 'several', 'cannot-tell', 'charged']);
});

const invitation = membership('invite-member', 'u');
const made = creation('N');
const project = { ...made.project, members: ['a', 'b'] };

test('a project costs 50 and 10 for each first member, an invitation 10, a deletion 1', () => {
  const place = { projectId: 'p', visibility: 'public', fileId: 'f', fileName: 'n' } as const;
  const deletion = { kind: 'delete-file', userId: 'u', reason: 'r', ...place } as const;
  expect([{ ...made, project }, invitation, deletion].map(changeCredits)).toEqual([70, 10, 1]);
});

test('equal are the same person in a project, the same draft, the same file; wording aside', () => {
  expect(subjectOf({ ...invitation, userName: 'Uma' })).toBe(subjectOf(invitation));
  expect(subjectOf({ ...invitation, userId: 'v' })).not.toBe(subjectOf(invitation));
  expect(subjectOf({ ...made, isAnother: true })).toBe(subjectOf(made));
  const other = { ...made, project: { ...project, endDate: '2028-01-01T00:00:00.000Z' } };
  expect(laneOf(other)).not.toBe(laneOf(made));
  expect(laneOf({ ...invitation, userId: 'v' })).toBe(laneOf(invitation));
});

test('a lost answer asks for a person only when it may have cost something', () => {
  const kinds = ['invite-member', 'remove-member', 'activate-member'] as const;
  const asked = kinds.map((kind) =>
    changeNeedsPerson({ intent: membership(kind, 'u1'), state: lost }),
  );
  expect(asked).toEqual([true, false, false]);
});
