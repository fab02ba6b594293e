import { expect, test } from 'vitest';
import { assignmentOf, draftOf, draftProblem, newDraft } from './assignment-draft.ts';

const typed = { ...newDraft('p1'), labels: 'MS2' };

test('instructions survive being written down and read back', () => {
  const secondary = {
    ...typed,
    fileType: 'secondary',
    procedureDescription: 'merged',
    linkToProcedure: 'f1',
    primaryData: 'f2, f3',
    check: 'up-to',
    upToMb: '12.5',
  } as const;
  const assignment = assignmentOf(secondary);
  expect(assignment.checkPolicy).toEqual({ upToBytes: 12_500_000 });
  expect(draftOf(assignment)).toEqual(secondary);
});

test('a primary file cites nothing, whatever was typed before', () => {
  expect(assignmentOf({ ...typed, primaryData: 'f2', procedureDescription: 'x' })).toMatchObject({
    primaryData: null,
    procedureDescription: null,
  });
});

test('what is missing is named, the first thing first', () => {
  expect(draftProblem(newDraft(''))).toBe('project');
  expect(draftProblem({ ...typed, check: 'up-to', upToMb: 'many' })).toBe('size');
  expect(draftProblem({ ...typed, check: 'up-to', upToMb: '0' })).toBe('size');
  expect(draftProblem(newDraft('p1'))).toBe('labels');
  expect(draftProblem({ ...typed, fileType: 'secondary', primaryData: 'f1' })).toBe('procedure');
  expect(draftProblem(typed)).toBeNull();
});
