import { expect, test } from 'vitest';
import { assignmentOf, draftOf, draftProblems, newDraft } from './assignment-draft.ts';

const typed = { ...newDraft('p1'), labels: 'MS2' };

test('instructions survive being written down and read back', () => {
  const secondary = {
    ...typed,
    fileType: 'secondary',
    procedureDescription: 'merged',
    linkToProcedure: 'f1',
    primaryData: 'f2, f3',
    check: 'first',
  } as const;
  const assignment = assignmentOf(secondary);
  expect(assignment.checkPolicy).toBe('first');
  expect(draftOf(assignment)).toEqual(secondary);
});

test('a primary file cites nothing, whatever was typed before', () => {
  expect(assignmentOf({ ...typed, primaryData: 'f2', procedureDescription: 'x' })).toMatchObject({
    primaryData: null,
    procedureDescription: null,
  });
});

test('everything that is missing is named at once, in the order of the form', () => {
  expect(draftProblems(newDraft(''))).toEqual(['project', 'labels']);
  const secondary = { ...typed, fileType: 'secondary', primaryData: 'f1' } as const;
  expect(draftProblems(secondary)).toEqual(['procedureDescription', 'linkToProcedure']);
  expect(draftProblems(typed)).toEqual([]);
});
