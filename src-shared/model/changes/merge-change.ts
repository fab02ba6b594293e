/**
 * What a requested change does to the changes that wait: pairs that undo each other vanish, edits of one record become
 * one, and nothing waits twice. Pure. It touches nothing that was sent: what may have arrived is not withdrawn by
 * wanting something else.
 */
import {
  isDismissed,
  kindOf,
  personOf,
  projectOf,
  subjectOf,
  type Change,
  type ChangeIntent,
  type ChangeKind,
  type EditIntent,
} from './change.ts';
import { creatorOf } from './local-id.ts';
import { mergeEdits, type IsSame, type RecordEdit } from './record-edit.ts';
import { assertNever } from '../result.ts';

export interface MergePlan {
  /** Waiting changes that are withdrawn. */
  readonly withdraw: readonly number[];
  /** Refused ones that are asked for anew, so they need nobody any more. */
  readonly dismiss: readonly number[];
  /** A waiting change that says this from now on. */
  readonly replace: { readonly id: number; readonly intent: ChangeIntent } | null;
  /** What is added to the outbox. */
  readonly add: ChangeIntent | null;
  /** It is in the outbox already. */
  readonly same: number | null;
}

const NOTHING: MergePlan = { withdraw: [], dismiss: [], replace: null, add: null, same: null };

/** `changes`: all of the account. `isSame`: of the fields of the record that is edited. */
export function mergeChange(
  changes: readonly Change[],
  request: ChangeIntent,
  isSame: IsSame,
): MergePlan {
  const { cancels, supersedes } = kindOf(request).merge;
  const contrary = cancels === undefined ? undefined : unsentAbout(changes, cancels, request);
  if (contrary !== undefined) return { ...NOTHING, withdraw: [contrary.id] };
  const plan = repeated(changes, request, isSame);
  const other = supersedes === undefined ? undefined : unsentAbout(changes, supersedes, request);
  return other === undefined ? plan : { ...plan, withdraw: [...plan.withdraw, other.id] };
}

/** Beside equal changes that are there already. */
function repeated(changes: readonly Change[], request: ChangeIntent, isSame: IsSame): MergePlan {
  const { repeat } = kindOf(request).merge;
  switch (repeat) {
    case 'add':
      return { ...NOTHING, add: request };
    case 'once':
      return once(changes, request);
    case 'replace': {
      const earlier = unsentLike(changes, request);
      if (earlier !== undefined) {
        return { ...NOTHING, replace: { id: earlier.id, intent: request } };
      }
      return { ...NOTHING, add: request, dismiss: refusedLike(changes, request) };
    }
    case 'edit':
      return mergeEdit(changes, request as EditIntent, isSame);
    default:
      return assertNever(repeat);
  }
}

/** Needed only once: an equal change that waits, is being sent or is being checked counts for it. */
function once(changes: readonly Change[], request: ChangeIntent): MergePlan {
  const open = changes.find(
    ({ intent, state }) =>
      ['waiting', 'sending', 'unknown'].includes(state.state) && isEqual(intent, request),
  );
  if (open !== undefined) return { ...NOTHING, same: open.id };
  return { ...NOTHING, add: request, dismiss: refusedLike(changes, request) };
}

/** An edit of a project that was never sent describes that project anew. */
function mergeEdit(changes: readonly Change[], request: EditIntent, isSame: IsSame): MergePlan {
  const creator = 'projectId' in request ? creatorOf(request.projectId) : null;
  const creation = changes.find((change) => change.id === creator && isUnsent(change));
  const amended = creation && kindOf(creation.intent).amend?.(creation.intent, request.edit);
  if (creation !== undefined && amended !== undefined) {
    return { ...NOTHING, replace: { id: creation.id, intent: amended } };
  }
  const earlier = unsentLike(changes, request);
  const first = earlier === undefined ? null : editOf(earlier.intent as EditIntent);
  const merged = mergeEdits(first, editOf(request), isSame);
  const intent = merged && ({ ...request, edit: merged.mine, bases: merged.bases } as ChangeIntent);
  if (earlier === undefined) return { ...NOTHING, add: intent };
  // An edit that came to nothing takes the one it was merged with along.
  if (intent === null) return { ...NOTHING, withdraw: [earlier.id] };
  return { ...NOTHING, replace: { id: earlier.id, intent } };
}

/** Every value of an edit is one of a field: text, number or list. */
function editOf({ edit, bases }: EditIntent): RecordEdit {
  return { mine: edit as RecordEdit['mine'], bases };
}

function refusedLike(changes: readonly Change[], request: ChangeIntent): readonly number[] {
  return changes
    .filter(
      ({ intent, state }) =>
        state.state === 'refused' && !isDismissed(state) && isEqual(intent, request),
    )
    .map(({ id }) => id);
}

function isEqual(one: ChangeIntent, other: ChangeIntent): boolean {
  return subjectOf(one) === subjectOf(other);
}

function unsentLike(changes: readonly Change[], request: ChangeIntent): Change | undefined {
  return changes.find((change) => isUnsent(change) && isEqual(change.intent, request));
}

/** One of this kind about the same person in the same project. */
function unsentAbout(
  changes: readonly Change[],
  kind: ChangeKind,
  request: ChangeIntent,
): Change | undefined {
  const person = personOf(request);
  return changes.find((change) => {
    if (change.intent.kind !== kind || !isUnsent(change)) return false;
    return projectOf(change.intent) === projectOf(request) && personOf(change.intent) === person;
  });
}

/** Waiting, and nothing of it ever left this computer. */
function isUnsent({ state }: Change): boolean {
  return state.state === 'waiting' && state.earlierLostAtMs === null;
}
