import { expect, test } from 'vitest';
import type { Change, ChangeState } from '../../../../src-shared/model/changes/change.ts';
import { changeSentence, changeStateLabel } from '../../../../src-shared/model/words/en/changes.ts';
import { changeDocument, exitCodeOfChange, exitCodeOfChanges } from './change-report.ts';

function changeIn(state: ChangeState): Change {
  const intent = { kind: 'invite-member', projectId: 'p', userId: 'u', userName: 'Casey' } as const;
  return { id: 7, key: 'k', intent, state, baseline: null, attempts: 1, createdAtMs: 0 };
}

const done = changeIn({ state: 'delivered', atMs: 1, by: 'answer', projectId: null });
const lost = { lostAtMs: 1, lookedAtMs: null, finding: 'not-looked' } as const;
const no = { cause: { kind: 'credits', needed: 10, balance: 0 }, earlierLostAtMs: null } as const;
const refused = changeIn({ state: 'refused', atMs: 1, ...no });
const putAway = changeIn({ state: 'refused', atMs: 1, ...no, putAwayAtMs: 2 });
const waiting = (trouble: Extract<ChangeState, { state: 'waiting' }>['trouble']) =>
  changeIn({ state: 'waiting', trouble, earlierLostAtMs: null });

test.each([
  [done, 0],
  [changeIn({ state: 'withdrawn', atMs: 1 }), 0],
  [changeIn({ state: 'unknown', ...lost }), 1],
  [changeIn({ state: 'left', ...lost }), 1],
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

test('the document never holds the key', () => {
  const document = changeDocument(changeIn({ state: 'unknown', ...lost }));
  expect(document).toMatchObject({ id: '7', state: 'unknown', finding: 'not-looked', credits: 10 });
  expect(Object.keys(document)).not.toContain('key');
});

test('a change that was put away says so, and still why it was refused', () => {
  expect([refused, putAway].map(({ state }) => changeStateLabel(state))).toEqual([
    'Refused',
    'Refused, put away',
  ]);
  expect(changeDocument(putAway)).toMatchObject({ state: 'refused', isPutAway: true });
  expect(changeSentence(putAway)).toBe(`${changeSentence(refused)} You put it away.`);
});
