/** What asks something of a person, grouped by cause: one row and one way out for each. Pure. */
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { needsPerson } from '../../../src-shared/model/files/file-state.ts';

type Counts = AccountStatus['counts'];
export type Cause = Counts[number];

/** More are behind a link: the page begins with what to do first, not with a list. */
export const SHOWN_CAUSES = 5;

/** The most files first. */
export function causes(counts: Counts): readonly Cause[] {
  return counts
    .filter(({ state, hold, files }) => files > 0 && needsPerson(state, hold))
    .toSorted((a, b) => b.files - a.files);
}

/** The list of exactly these files. */
export function listOfCause({ state, hold }: Pick<Cause, 'state' | 'hold'>): string {
  return `/files?show=${hold === null ? state : `${state}.${hold}`}`;
}
