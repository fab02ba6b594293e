/** What a person lays down for a folder, while it is being written: text in every field. Pure. */
import type { FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import {
  draftOfWatching,
  watchingOf,
  type WatchingDraft,
} from '../../parts/assignment/watching-fields.tsx';
import {
  AUTO_WATCHING,
  isSettleText,
  type FolderRules,
  NO_FOLDER_DEFAULTS,
  type FolderDefaults,
} from '../../../src-shared/model/folders/folder-rules.ts';
import {
  assignmentOf,
  draftOf,
  draftProblems,
  newDraft,
  type AssignmentDraft,
  type DraftProblem,
} from '../../parts/assignment/assignment-draft.ts';

/** `ask`: nothing is paid without a yes. `each`: each file waits for a yes of its own. `budget`: up to that sum without asking. */
export type Spending = 'ask' | 'each' | 'budget';

export interface FolderDraft {
  readonly assignment: AssignmentDraft;
  /** One pattern a line. */
  readonly exclude: string;
  /** Empty: the quiet period grows with the file's size. */
  readonly settleSeconds: string;
  readonly watching: WatchingDraft;
  readonly spending: Spending;
  readonly budget: string;
}

/** What was chosen for the folder that was added last, of these; null: there is none. */
export function latestOf(folders: readonly FolderView[]): FolderView | null {
  return folders.toSorted((one, other) => other.addedAtMs - one.addedAtMs)[0] ?? null;
}

/**
 * `defaults`: what a person laid down for new folders; null while that is not known. `latest`: its project, visibility and
 * labels are meant again.
 */
export function newFolderDraft(
  projectId: string,
  defaults: FolderDefaults | null = null,
  latest: FolderView | null = null,
): FolderDraft {
  const { exclude, settleSeconds, watching } = defaults ?? NO_FOLDER_DEFAULTS;
  const { visibility, labels, ...before } = latest?.assignment ?? newDraft('');
  return {
    assignment: {
      ...newDraft(projectId === '' ? before.projectId : projectId),
      visibility,
      labels,
    },
    exclude: exclude.join('\n'),
    settleSeconds: settleSeconds === null ? '' : String(settleSeconds),
    watching: draftOfWatching(watching),
    spending: 'ask',
    budget: '',
  };
}

export function draftOfFolder(folder: FolderView): FolderDraft {
  const { assignment, exclude, settleSeconds, budgetCredits, approveEach, watching } = folder;
  return {
    assignment: draftOf(assignment),
    exclude: exclude.join('\n'),
    settleSeconds: settleSeconds === null ? '' : String(settleSeconds),
    watching: draftOfWatching(watching),
    spending: approveEach ? 'each' : budgetCredits === null ? 'ask' : 'budget',
    budget: budgetCredits === null ? '' : String(budgetCredits),
  };
}

export function patternsOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '');
}

/** A budget is the limit also of a folder whose files are approved one by one. */
export function rulesOf(draft: FolderDraft): FolderRules {
  const mayHaveBudget = draft.spending !== 'ask' && isCount(draft.budget);
  return {
    assignment: assignmentOf(draft.assignment),
    exclude: patternsOf(draft.exclude),
    settleSeconds: draft.settleSeconds.trim() === '' ? null : Number(draft.settleSeconds),
    budgetCredits: mayHaveBudget ? Number(draft.budget) : null,
    approveEach: draft.spending === 'each',
    watching: watchingOf(draft.watching) ?? AUTO_WATCHING,
  };
}

export type FolderProblem = DraftProblem | 'settle' | 'budget' | 'watching';

const isCount = (text: string) => /^\d{1,9}$/.test(text.trim());

/** Everything that keeps it from being followed, in the order of the form. */
export function folderProblems(draft: FolderDraft): readonly FolderProblem[] {
  const isPaid = draft.spending !== 'budget' || isCount(draft.budget);
  return [
    ...draftProblems(draft.assignment),
    ...(isSettleText(draft.settleSeconds) ? [] : (['settle'] as const)),
    ...(watchingOf(draft.watching) === null ? (['watching'] as const) : []),
    ...(isPaid ? [] : (['budget'] as const)),
  ];
}
