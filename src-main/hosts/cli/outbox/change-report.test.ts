import { expect, test } from 'vitest';
import {
  type Change,
  type ChangeState,
  type Finding,
  type LastTry,
  READS,
} from '../../../../src-shared/model/changes/change.ts';
import { changeSentence, changeStateLabel } from '../../../../src-shared/model/words/en/changes.ts';
import { changeDocument, exitCodeOfChange, exitCodeOfChanges } from './change-report.ts';

function changeIn(state: ChangeState): Change {
  const intent = { kind: 'invite-member', projectId: 'p', userId: 'u', userName: 'Casey' } as const;
  return { id: 7, key: 'k', intent, state, baseline: null, attempts: 1, createdAtMs: 0 };
}

const done = changeIn({ state: 'delivered', atMs: 1, by: 'answer', projectId: null });
const lost = { lostAtMs: 1, lookedAtMs: null, finding: 'not-looked' } as const;
const denied = (fault: LastTry['fault'], finding: Finding = 'not-looked') => {
  const denial = { status: 400, fault, earlierLostAtMs: null };
  return changeIn({ state: 'unknown', ...lost, finding, denial });
};
const no = { cause: { kind: 'credits', needed: 10, balance: 0 }, earlierLostAtMs: null } as const;
const refused = changeIn({ state: 'refused', atMs: 1, ...no });
const putAway = changeIn({ state: 'refused', atMs: 1, ...no, putAwayAtMs: 2 });
const waiting = (fault: LastTry['fault'] | null) =>
  changeIn({
    state: 'waiting',
    lastTry: fault === null ? null : { atMs: 1, fault },
    earlierLostAtMs: null,
  });

test.each([
  [done, 0],
  [changeIn({ state: 'withdrawn', atMs: 1 }), 0],
  [changeIn({ state: 'unknown', ...lost }), 1],
  [changeIn({ state: 'left', ...lost }), 1],
  [denied({ kind: 'forbidden', serviceSays: null }), 1],
  [denied({ kind: 'throttled', retryAfterMs: null }), 4],
  [denied({ kind: 'throttled', retryAfterMs: null }, 'charged'), 1],
  [denied({ kind: 'not-signed-in', serviceSays: null }), 3],
  [refused, 1],
  [putAway, 0],
  [waiting(null), 1],
  [waiting({ kind: 'throttled', retryAfterMs: null }), 4],
  [waiting({ kind: 'not-signed-in', serviceSays: null }), 3],
])('%# ends with its code', (change, code) => {
  expect(exitCodeOfChange(change)).toBe(code);
});

test('of several, the first that is not done decides', () => {
  expect(exitCodeOfChanges([])).toBe(0);
  expect(exitCodeOfChanges([done, waiting({ kind: 'throttled', retryAfterMs: 1 }), done])).toBe(4);
});

test.each([
  [done, 10],
  [changeIn({ state: 'delivered', atMs: 1, by: 'already-there', projectId: null }), 0],
  [changeIn({ state: 'withdrawn', atMs: 1 }), 0],
  [refused, 10],
])('%# stands with the price that it has or had', (change, credits) => {
  expect(changeDocument(change)).toMatchObject({ credits });
});

test('the document never holds the key', () => {
  const document = changeDocument(changeIn({ state: 'unknown', ...lost }));
  expect(document).toMatchObject({ id: '7', state: 'unknown', finding: 'not-looked', credits: 10 });
  expect(Object.keys(document)).not.toContain('key');
});

test('a change that was put away says so, and still why it was refused', () => {
  expect([refused, putAway].map(({ state }) => changeStateLabel(state))).toEqual([
    'Refused',
    'Refused, dismissed',
  ]);
  expect(changeDocument(putAway)).toMatchObject({ state: 'refused', isPutAway: true });
  expect(changeSentence(putAway)).toBe(`${changeSentence(refused)} You dismissed it.`);
});

const fault = { kind: 'forbidden', serviceSays: 'not for you' } as const;

test('a change that was not sent because a read was refused says which one, and the words of the service', () => {
  const sentences = READS.map((what) =>
    changeSentence({
      ...refused,
      state: { ...refused.state, cause: { kind: 'unread', what, fault } } as ChangeState,
    }),
  );
  for (const sentence of sentences) {
    expect(sentence).toMatch(
      /^Refused on [^:]*:00 UTC: Nothing was sent: .* The service says: not for you\. /,
    );
  }
  expect(new Set(sentences).size).toBe(READS.length);
});

test.each(['forbidden', 'not-found'] as const)(
  'a change of a project that is not shown has the words of the service: %s',
  (kind) => {
    const cause = {
      kind: 'project-away',
      fault: { kind, serviceSays: 'Nobody of that id' },
    } as const;
    const state = { state: 'refused', atMs: 1, cause, earlierLostAtMs: null } as const;
    const sentence = changeSentence(changeIn(state));
    expect(sentence).toMatch(/show.* to your account\. The service says: Nobody of that id\./);
  },
);

test('an edit of a project that is not shown can be sent unseen, and says so', () => {
  const cause = { kind: 'project-away', fault } as const;
  const edit = { projectId: 'p', projectName: 'Tides', edit: { area: 'Sea' }, bases: {} };
  const state = { state: 'refused', atMs: 1, cause, earlierLostAtMs: null } as const;
  const sentence = changeSentence({
    ...changeIn(state),
    intent: { kind: 'edit-project', ...edit },
  });
  expect(sentence).toContain('send your values unseen with --keep-mine');
  expect(changeSentence(changeIn(state))).not.toContain('--keep-mine');
});
