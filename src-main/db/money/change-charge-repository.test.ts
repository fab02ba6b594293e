import { expect, test } from 'vitest';
import type { ChangeBaseline } from '../../../src-shared/model/changes/change.ts';
import {
  deliverChange,
  invitation,
  newProject,
  sentChange,
  temporaryState,
} from '../../test-support/temporary-state.ts';

test('evidence makes the one try certain that lost its answer, but none of several', () => {
  const { state } = temporaryState();
  const id = sentChange(state, invitation('Kim'), 'lost', [1, 2]);
  const certain = () => state.changeCharges.tries(0, 99).map(({ isCertain }) => isCertain);
  expect(certain()).toEqual([false]);
  deliverChange(state, id, 'evidence', 50);
  expect(certain()).toEqual([true]);
  expect([0, 1].map((after) => state.changeCharges.explained(after, 1))).toEqual([10, 0]);

  const intent = newProject('Tides');
  const twice = sentChange(state, intent, 'lost', [3, 4]);
  const sending = { state: 'sending', sinceMs: 5, earlierLostAtMs: 4 } as const;
  const baseline: ChangeBaseline = { kind: 'create-project', projectIds: [], isComplete: true };
  state.changes.beginAttempt({ id: twice, intent }, sending, baseline);
  const found = { finding: 'not-looked', lookedAtMs: null, lostAtMs: 6 } as const;
  state.changes.setState(twice, { state: 'unknown', ...found });
  deliverChange(state, twice, 'evidence', 51);
  expect(certain()).toEqual([true, false, false]);
  expect(state.changeCharges.explained(0, 99)).toBe(10);
});

test('it is doubtful while a change is sent, and after a lost answer until the moment asked about', () => {
  const { state } = temporaryState();
  const doubtful = (sinceMs: number) => state.changeCharges.isDoubtful(sinceMs);
  expect(doubtful(0)).toBe(false);
  const id = sentChange(state, invitation('Kim'), 'lost', [1, 20]);
  expect([doubtful(19), doubtful(20)]).toEqual([true, false]);
  deliverChange(state, id, 'evidence', 30);
  expect(doubtful(19)).toBe(false);
  sentChange(state, invitation('Sam'), 'sending', [40, 41]);
  expect(doubtful(99)).toBe(true);
});

test('what came after a place among all tries is told apart by what is certain', () => {
  const { state } = temporaryState();
  const { changeCharges, balances, changes } = state;
  sentChange(state, invitation('Before'), 'answered', [1, 2]);
  balances.keep('quiet', { credits: 100, askedAtMs: 3, readAtMs: 4 });
  sentChange(state, newProject('Tides'), 'answered', [5, 6]);
  const doubted = sentChange(state, invitation('Kim'), 'lost', [1, 2]); // by a clock that went back
  const denied = sentChange(state, invitation('Sam'), 'lost', [7, 8]);
  const places = { uploadAttempts: 0, changeAttempts: 1 };
  expect(changeCharges.baseline(denied)).toEqual({ credits: 100, ...places });
  const after = (besides: number | null) => changeCharges.chargedAfter(1, besides);
  expect(after(null)).toEqual({ credits: 50, unknownCredits: 20 });
  expect(after(denied)).toEqual({ credits: 50, unknownCredits: 10 });
  changes.denyAttempt(denied);
  expect(after(null)).toEqual({ credits: 50, unknownCredits: 10 });
  expect(changeCharges.isDoubtful(2)).toBe(false);
  deliverChange(state, doubted, 'evidence', 9);
  expect(after(null)).toEqual({ credits: 60, unknownCredits: 0 });
});

test('a try before any quiet balance has nothing to be compared with', () => {
  const { state } = temporaryState();
  const id = sentChange(state, invitation('Kim'), 'lost', [1, 2]);
  expect(state.changeCharges.baseline(id)).toBeNull();
});
