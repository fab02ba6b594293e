import { expect, test } from 'vitest';
import {
  deletion,
  invitation,
  sentChange,
  temporaryState,
} from '../test-support/temporary-state.ts';
import { statusOf } from './account-state.ts';

test('changes that wait are counted apart from those whose end a person has to look at', () => {
  const { state } = temporaryState();
  expect(statusOf(state).changes).toEqual({ waiting: 0, needYou: 0 });
  state.changes.add({ key: 'waits', intent: invitation('Kim'), createdAtMs: 0 });
  sentChange(state, invitation('Sam'), 'lost', [1, 2]);
  const left = sentChange(state, invitation('Lee'), 'lost', [3, 4]);
  const lost = { lostAtMs: 4, finding: 'not-looked', lookedAtMs: null } as const;
  state.changes.setState(left, { state: 'left', ...lost });
  sentChange(state, deletion('old.raw'), 'answered', [5, 6]);
  expect(statusOf(state).changes).toEqual({ waiting: 1, needYou: 1 });
  const refused = sentChange(state, deletion('new.raw'), 'sending', [7, 8]);
  const cause = { kind: 'credits', needed: 1, balance: 0 } as const;
  const no = { state: 'refused', atMs: 8, cause, earlierLostAtMs: null } as const;
  state.changes.setState(refused, no);
  expect(statusOf(state).changes.needYou).toBe(2);
  const charged = state.changeCharges.explained(0, 9);
  state.changes.setState(refused, { ...no, putAwayAtMs: 9 });
  expect(statusOf(state).changes.needYou).toBe(1);
  expect(state.changeCharges.explained(0, 9)).toBe(charged);
});
