import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ABSENCE_WAIT_MS,
  type Change,
  type ChangeBaseline,
  type ChangeIntent,
} from '../../../src-shared/model/changes/change.ts';
import { DENIAL_WAIT_MS } from '../../pipeline/confirm/poll-schedule.ts';
import { evaluateChange, findingOf, mayConfirmDenial, planSending } from './evaluate-change.ts';
import type { ProjectsSnapshot, SeenProject } from './outbox-kinds.ts';
import { deletion, invitation, newProject } from '../../test-support/temporary-state.ts';

const ME = 'me';

function changeOf(intent: ChangeIntent, baseline: ChangeBaseline | null = null): Change {
  const state = { state: 'unknown', lostAtMs: 0, finding: 'not-looked', lookedAtMs: null } as const;
  return { id: 1, key: 'k', intent, baseline, state, attempts: 1, createdAtMs: 0 };
}

const creation = newProject('Draft');
const draft = creation.project;

const seen = (over: Partial<SeenProject> = {}): SeenProject => ({
  id: 'new',
  leaderId: ME,
  name: draft.name,
  startDate: draft.startDate,
  endDate: draft.endDate,
  ...over,
});
const before = (projectIds: string[], isComplete = true): ChangeBaseline => ({
  kind: 'create-project',
  projectIds,
  isComplete,
});
const list = (projects: readonly SeenProject[], isComplete = true): ProjectsSnapshot => ({
  projects,
  isComplete,
});

const evaluated = (baseline: ChangeBaseline, snapshot: ProjectsSnapshot) =>
  evaluateChange(changeOf(creation, baseline), snapshot, ME);

describe('a project', () => {
  test.each([
    ['it alone is new', before(['old']), list([seen(), seen({ id: 'old' })]), 'done'],
    [
      'written in another way',
      before([]),
      list([seen({ startDate: '2026-01-01T00:00:00Z' })]),
      'done',
    ],
    ['it was there before', before(['new']), list([seen()]), 'not-there'],
    ['somebody else leads it', before([]), list([seen({ leaderId: 'x' })]), 'not-there'],
    ['another name', before([]), list([seen({ name: 'draft' })]), 'not-there'],
    ['other days', before([]), list([seen({ endDate: '2027-01-02T00:00:00.000Z' })]), 'not-there'],
    ['a date that is none', before([]), list([seen({ endDate: 'soon' })]), 'not-there'],
    ['two are new', before([]), list([seen(), seen({ id: 'new 2' })]), 'several'],
    ['not seen in a cut list', before([]), list([], false), 'cannot-tell'],
    ['seen, but the list before was cut', before([], false), list([seen()]), 'cannot-tell'],
  ] as const)('%s: %#', (_name, baseline, snapshot, verdict) => {
    expect(evaluated(baseline, snapshot).kind).toBe(verdict);
  });

  test('whatever the lists are: never one of the baseline, never absent from a cut list', () => {
    const ids = fc.constantFrom<string[]>('a', 'b', 'c', 'd');
    const anyProject = fc.record({
      id: ids,
      name: fc.constantFrom('Draft', 'Other'),
      leaderId: fc.constantFrom(ME, 'x'),
      startDate: fc.constantFrom(draft.startDate, '2020-01-01T00:00:00.000Z'),
      endDate: fc.constant(draft.endDate),
    });
    const projects = fc.uniqueArray(anyProject, { selector: ({ id }) => id });
    const lists = [projects, fc.uniqueArray(ids), fc.boolean(), fc.boolean()] as const;
    const kinds = new Set<string>();
    fc.assert(
      fc.property(...lists, (all, known, isWhole, wasWhole) => {
        const verdict = evaluated(before(known, wasWhole), list(all, isWhole));
        kinds.add(verdict.kind);
        const id = verdict.kind === 'done' ? verdict.projectId : null;
        const found = all.find((one) => one.id === id);
        const isRight =
          wasWhole && !known.includes(id ?? '') && found?.leaderId === ME && found.name === 'Draft';
        return (verdict.kind !== 'done' || isRight) && (verdict.kind !== 'not-there' || isWhole);
      }),
      { numRuns: 1_000 },
    );
    expect([...kinds].toSorted()).toEqual(['cannot-tell', 'done', 'not-there', 'several']);
  });
});

describe('a person and a file', () => {
  test.each([
    [true, true, 'done'],
    [true, false, 'done'],
    [false, true, 'not-there'],
    [false, false, 'cannot-tell'],
  ] as const)('involved %s, lists complete %s: %s', (isInvolved, isComplete, verdict) => {
    const people = { isInvolved, isComplete, members: 1, most: null };
    expect(evaluateChange(changeOf(invitation('U')), people, ME).kind).toBe(verdict);
  });

  test.each([
    ['PendingDeletion', true, 'done'],
    ['Deleted', false, 'done'],
    ['Available', true, 'not-there'],
    ['NotarizationError', false, 'not-there'],
    [null, true, 'done'],
    [null, false, 'cannot-tell'],
  ] as const)('status %s, list complete %s, after sending: %s', (status, isComplete, verdict) => {
    const sent = changeOf(deletion('n'), { kind: 'delete-file', status: 'Available' });
    expect(evaluateChange(sent, { status, isComplete }, ME).kind).toBe(verdict);
  });

  test('a file that is not there before anything was sent is refused, not deleted', () => {
    const snapshot = { status: null, isComplete: true };
    const plan = planSending(changeOf(deletion('n')), snapshot, { userId: ME, atMs: 7 });
    expect(plan).toMatchObject({ do: 'end', event: { type: 'refused' } });
  });
});

test('absence counts only from a complete look that began ten minutes after the line broke', () => {
  const lostAtMs = 1_000;
  const at = (lookBeganMs: number) =>
    findingOf({ kind: 'not-there' }, { lostAtMs, lookBeganMs }, null);
  expect(at(lostAtMs + ABSENCE_WAIT_MS - 1)).toBe('too-early');
  expect(at(lostAtMs + ABSENCE_WAIT_MS)).toBe('absent');
  expect(at(0)).toBe('too-early');
  const late = { lostAtMs, lookBeganMs: lostAtMs + 2 * ABSENCE_WAIT_MS };
  expect(findingOf({ kind: 'cannot-tell' }, late, null)).toBe('cannot-tell');
});

describe('a denial', () => {
  const looks = [
    ['not-there', DENIAL_WAIT_MS],
    ['cannot-tell', ABSENCE_WAIT_MS],
    ['several', Infinity],
  ] as const;

  test.each(looks)('that finds %s may be confirmed after %i ms', (kind, waitMs) => {
    const verdict = kind === 'several' ? { kind, projectIds: [] } : { kind };
    const at = (lookBeganMs: number) => mayConfirmDenial(verdict, { lookBeganMs, lostAtMs: 0 });
    expect([at(waitMs - 1), at(Math.min(waitMs, 1e12))]).toEqual([false, kind !== 'several']);
  });

  test.each([
    ['not-there', 'not-told', 'absent'],
    ['not-there', 'unexplained', 'charged'],
    ['cannot-tell', 'not-told', 'cannot-tell'],
    ['cannot-tell', 'unexplained', 'charged'],
  ] as const)(
    '%s with a charge %s asks nobody for ten minutes, then it is %s',
    (kind, charge, finding) => {
      const at = (lookBeganMs: number) => findingOf({ kind }, { lookBeganMs, lostAtMs: 0 }, charge);
      expect([at(ABSENCE_WAIT_MS - 1), at(ABSENCE_WAIT_MS)]).toEqual(['too-early', finding]);
    },
  );
});
