import { describe, expect, test } from 'vitest';
import { project } from '../../test-support/people.ts';
import { wordsOf } from '../../words/words-context.ts';
import {
  dayOf,
  draftOf,
  editOf,
  emptyDraft,
  validateDraft,
  momentOf,
  wishOf,
} from './project-draft.ts';

const words = wordsOf('en');
const before = draftOf(project());

describe('an edit', () => {
  test('sends nothing of what was left alone, and no scope that nobody set', () => {
    expect(editOf(before, before)).toEqual({});
    expect(editOf(before, { ...before, name: 'Waves ', tags: ['eeg', 'sea'] })).toEqual({
      name: 'Waves',
      tags: ['eeg', 'sea'],
    });
    expect(
      editOf(before, {
        ...before,
        maxNumberOfMembers: '12',
        endDate: '2028-02-29',
        leaderScope: 'Full Access',
      }),
    ).toEqual({
      maxNumberOfMembers: 12,
      endDate: '2028-02-29T00:00:00.000Z',
      leaderScope: 'Full Access',
    });
  });

  test('does not ask for what the service itself left empty', () => {
    const bare = draftOf(project({ startDate: 'soon', endDate: '', maxNumberOfMembers: null }));
    expect(bare).toMatchObject({ startDate: '', endDate: '', maxNumberOfMembers: '' });
    expect(validateDraft(bare, words, bare)).toEqual({});
    expect(editOf(bare, { ...bare, area: 'Land' })).toEqual({ area: 'Land' });
  });
});

describe('what is typed', () => {
  test.for([
    [{ name: ' ' }, ['name']],
    [{ maxNumberOfMembers: '0' }, ['maxNumberOfMembers']],
    [{ maxNumberOfMembers: '1.5' }, ['maxNumberOfMembers']],
    [{ maxNumberOfMembers: '' }, ['maxNumberOfMembers']],
    [{ startDate: '' }, ['startDate']],
    [{ endDate: '2026-11-20' }, ['endDate']],
    [{ endDate: '' }, ['endDate']],
    [{ name: '', maxNumberOfMembers: 'x', endDate: '' }, ['name', 'endDate', 'maxNumberOfMembers']],
    [{ endDate: '2026-11-21' }, []],
  ] as const)('%j is wrong in %j', ([over, wrong]) => {
    const errors = validateDraft({ ...before, ...over }, words);
    expect(Object.keys(errors)).toEqual(wrong);
    for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
  });

  test('a new project takes what is empty from the profile, and its days as days of UTC', () => {
    const draft = { ...emptyDraft('2028-02-29'), name: ' Tides ', location: ' ' };
    expect(draft).toMatchObject({ startDate: '2028-02-29', endDate: '2029-02-28' });
    expect(emptyDraft('2026-11-21').endDate).toBe('2027-11-21');
    expect(wishOf(draft, ['u2'])).toMatchObject({
      kind: 'create-project',
      project: {
        name: 'Tides',
        leader: null,
        organisation: null,
        location: null,
        maxNumberOfMembers: '10',
        startDate: '2028-02-29T00:00:00.000Z',
        members: [{ userId: 'u2' }],
      },
    });
  });

  test('a day is one that exists', () => {
    expect([dayOf('2026-11-21T23:30:00Z'), dayOf(''), dayOf('soon')]).toEqual([
      '2026-11-21',
      '',
      '',
    ]);
    expect([momentOf('2026-02-30'), momentOf('x'), momentOf('')]).toEqual([null, null, null]);
    expect(momentOf('2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
  });
});
