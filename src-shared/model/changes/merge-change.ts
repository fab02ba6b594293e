/**
 * What a new wish does to the changes that are in line already: pairs that undo each other vanish, edits of one record
 * become one, and nothing stands in line twice. Pure. It touches nothing that was sent: what may have arrived is not
 * taken back by wanting something else.
 */
import {
  isPutAway,
  type Change,
  type ChangeIntent,
  type ChangeKind,
  type IntentOf,
} from './change.ts';
import { creatorOf } from './local-id.ts';
import { mergeEdits, type IsSame, type RecordEdit } from './record-edit.ts';
import { assertNever } from '../result.ts';
import type { ProjectChange } from '../../service/projects.ts';
import type { ProfileChange } from '../../service/users.ts';

export interface Fold {
  /** Waiting changes that are taken back. */
  readonly withdraw: readonly number[];
  /** Refused ones that are asked for anew, so they need nobody any more. */
  readonly putAway: readonly number[];
  /** A waiting change that says this from now on. */
  readonly replace: { readonly id: number; readonly intent: ChangeIntent } | null;
  /** What comes into line. */
  readonly add: ChangeIntent | null;
  /** It is in line already. */
  readonly same: number | null;
}

const NOTHING: Fold = { withdraw: [], putAway: [], replace: null, add: null, same: null };

/** `changes`: all of the account. `isSame`: of the fields of the record that is edited. */
export function foldChange(changes: readonly Change[], wish: ChangeIntent, isSame: IsSame): Fold {
  switch (wish.kind) {
    case 'create-project':
    case 'delete-file':
      return { ...NOTHING, add: wish };
    case 'invite-member': {
      const removal = unsent(changes, 'remove-member').find((each) => isAbout(each.intent, wish));
      if (removal !== undefined) return { ...NOTHING, withdraw: [removal.id] };
      return { ...NOTHING, add: wish };
    }
    case 'remove-member':
      return foldRemoval(changes, wish);
    case 'activate-member': {
      const removal = unsent(changes, 'remove-member').find((each) => isAbout(each.intent, wish));
      return { ...inLine(changes, wish), withdraw: removal === undefined ? [] : [removal.id] };
    }
    case 'create-tag':
      return inLine(changes, wish);
    case 'edit-project':
      return foldProjectEdit(changes, wish, isSame);
    case 'edit-profile':
      return foldProfileEdit(changes, wish, isSame);
    case 'set-avatar': {
      const [earlier] = unsent(changes, 'set-avatar');
      if (earlier !== undefined) return { ...NOTHING, replace: { id: earlier.id, intent: wish } };
      return { ...NOTHING, add: wish, putAway: refusedLike(changes, wish) };
    }
    default:
      return assertNever(wish);
  }
}

/** Taken back for nothing while the invitation was not sent; then the service never hears of it. */
function foldRemoval(changes: readonly Change[], wish: IntentOf<'remove-member'>): Fold {
  const invitation = unsent(changes, 'invite-member').find((each) => isAbout(each.intent, wish));
  if (invitation !== undefined) return { ...NOTHING, withdraw: [invitation.id] };
  const acceptance = unsent(changes, 'activate-member').find((each) => isAbout(each.intent, wish));
  return { ...inLine(changes, wish), withdraw: acceptance === undefined ? [] : [acceptance.id] };
}

function foldProjectEdit(
  changes: readonly Change[],
  wish: IntentOf<'edit-project'>,
  isSame: IsSame,
): Fold {
  const creator = creatorOf(wish.projectId);
  const creation = unsent(changes, 'create-project').find(({ id }) => id === creator);
  if (creation !== undefined) {
    const project = draftWith(creation.intent.project, wish.edit);
    return { ...NOTHING, replace: { id: creation.id, intent: { ...creation.intent, project } } };
  }
  const earlier = unsent(changes, 'edit-project').find(
    ({ intent }) => intent.projectId === wish.projectId,
  );
  const merged = mergeEdits(editOf(earlier?.intent), editOf(wish) as RecordEdit, isSame);
  const { mine, bases } = merged ?? {};
  const intent =
    mine === undefined || bases === undefined
      ? null
      : { ...wish, edit: mine as ProjectChange, bases };
  return replaceOrAdd(earlier?.id, intent);
}

function foldProfileEdit(
  changes: readonly Change[],
  wish: IntentOf<'edit-profile'>,
  isSame: IsSame,
): Fold {
  const [earlier] = unsent(changes, 'edit-profile');
  const merged = mergeEdits(editOf(earlier?.intent), editOf(wish) as RecordEdit, isSame);
  const { mine, bases } = merged ?? {};
  const intent =
    mine === undefined || bases === undefined
      ? null
      : { ...wish, edit: mine as Partial<ProfileChange>, bases };
  return replaceOrAdd(earlier?.id, intent);
}

function editOf(
  intent: IntentOf<'edit-project'> | IntentOf<'edit-profile'> | undefined,
): RecordEdit | null {
  if (intent === undefined) return null;
  // Every value of either edit is one of a field: text, number or list.
  return { mine: intent.edit as RecordEdit['mine'], bases: intent.bases };
}

/** An edit that came to nothing takes the one it was merged with along. */
function replaceOrAdd(earlier: number | undefined, intent: ChangeIntent | null): Fold {
  if (earlier === undefined) return { ...NOTHING, add: intent };
  if (intent === null) return { ...NOTHING, withdraw: [earlier] };
  return { ...NOTHING, replace: { id: earlier, intent } };
}

/** A project that was never sent is simply described anew. */
function draftWith(
  draft: IntentOf<'create-project'>['project'],
  { maxNumberOfMembers, ...edit }: ProjectChange,
): IntentOf<'create-project'>['project'] {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  return {
    ...draft,
    ...Object.fromEntries(given),
    ...(maxNumberOfMembers === undefined ? {} : { maxNumberOfMembers: String(maxNumberOfMembers) }),
  };
}

/** Wanted once: whatever waits, is sent or is looked for stands for it. */
function inLine(changes: readonly Change[], wish: ChangeIntent): Fold {
  const open = changes.find(
    ({ intent, state }) =>
      ['waiting', 'sending', 'unknown'].includes(state.state) && isEqual(intent, wish),
  );
  if (open !== undefined) return { ...NOTHING, same: open.id };
  return { ...NOTHING, add: wish, putAway: refusedLike(changes, wish) };
}

function refusedLike(changes: readonly Change[], wish: ChangeIntent): readonly number[] {
  return changes
    .filter(
      ({ intent, state }) =>
        state.state === 'refused' && !isPutAway(state) && isEqual(intent, wish),
    )
    .map(({ id }) => id);
}

function isEqual(one: ChangeIntent, other: ChangeIntent): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'create-tag' && other.kind === 'create-tag') {
    return one.name.trim().toLowerCase() === other.name.trim().toLowerCase();
  }
  return isAbout(one, other);
}

/** The same person in the same project; of what has neither, the same record of one's own. */
function isAbout(one: ChangeIntent, other: ChangeIntent): boolean {
  const [first, second] = [personOf(one), personOf(other)];
  return first.projectId === second.projectId && first.userId === second.userId;
}

function personOf(intent: ChangeIntent) {
  const projectId = 'projectId' in intent ? intent.projectId : null;
  return { projectId, userId: 'userId' in intent ? intent.userId : null };
}

type ChangeOf<Kind extends ChangeKind> = Change & { readonly intent: IntentOf<Kind> };

/** Waiting, and nothing of it ever left this computer. */
function unsent<Kind extends ChangeKind>(
  changes: readonly Change[],
  kind: Kind,
): readonly ChangeOf<Kind>[] {
  return changes.filter(
    (change): change is ChangeOf<Kind> =>
      change.intent.kind === kind &&
      change.state.state === 'waiting' &&
      change.state.earlierLostAtMs === null,
  );
}
