/**
 * What people see of records while changes wait: the last copy of the service with the waiting changes on top, each row
 * with a mark that says so. Pure and derived anew each time, so that nothing has to be taken back when a change is. A
 * change that was delivered after the copy was read stays on top until a newer copy shows it.
 */
import {
  changeCredits,
  effectOf,
  isDismissed,
  isFree,
  personOf,
  projectOf,
  type Change,
  type ChangeKind,
  type RefusalCause,
} from './change.ts';
import { creatorOf, emailToLookUp, localProjectId } from './local-id.ts';
import type { MemberList, MemberView, UserView } from '../people/person-view.ts';
import type { Fields, FieldValue } from './record-edit.ts';
import { assertNever } from '../result.ts';
import { kindOf, type TagView } from '../projects/project-fields.ts';
import type { Project } from '../../service/projects.ts';

/** Somebody who is not in the project yet. */
export interface PendingMember {
  /** Of the service, or a local id. */
  readonly userId: string;
  readonly userName: string;
  /** Null when only the service knows it. */
  readonly email: string | null;
  /** The address is looked up when the service is there. */
  readonly willBeLookedUp: boolean;
  readonly mark: PendingMark;
}

export interface MembersView extends MemberList {
  /** Marks of members, by user id. */
  readonly marks: Readonly<Record<string, PendingMark>>;
  readonly added: readonly PendingMember[];
}

export interface ProjectsView {
  readonly projects: readonly Project[];
  /** Marks of projects, by id: of edits, and of projects that are not created yet. */
  readonly marks: Readonly<Record<string, readonly PendingMark[]>>;
}

/** The mark of a change; null when it asks for no mark: it is over. */
export function markOf(change: Change, changes: readonly Change[]): PendingMark | null {
  const { id: changeId, intent, state } = change;
  const credits = changeCredits(intent);
  const mark = { changeId, kind: intent.kind, credits, cause: null, fields: fieldsOf(change) };
  switch (state.state) {
    case 'waiting':
      return { ...mark, stage: 'waiting', waitsFor: waitsFor(change, changes) };
    case 'sending':
      return { ...mark, stage: 'sending', waitsFor: null };
    case 'unknown':
      return { ...mark, stage: 'unknown', waitsFor: null };
    case 'refused':
      if (isDismissed(state)) return null;
      return { ...mark, stage: 'refused', waitsFor: null, cause: state.cause };
    case 'left':
    case 'delivered':
    case 'withdrawn':
      return null;
    default:
      return assertNever(state);
  }
}

/** The nearest change that goes before it: the creation of its project, or one of the same project that waits. */
export function waitsFor(change: Change, changes: readonly Change[]): number | null {
  const { id, intent } = change;
  const projectId = projectOf(intent);
  if (projectId === null) return null;
  const creator = creatorOf(projectId);
  const before = changes.findLast(
    (each) =>
      each.id < id &&
      projectOf(each.intent) === projectId &&
      each.state.state === 'waiting' &&
      !passes(change, each),
  );
  return before?.id ?? creator;
}

/** What is free waits for no price that awaits a person's approval, unless both are about one person. */
function passes({ intent }: Change, earlier: Change): boolean {
  const isApproved = isFree(earlier.intent) || earlier.agreed !== undefined;
  const person = personOf(intent);
  return isFree(intent) && !isApproved && (person === null || person !== personOf(earlier.intent));
}

/** It holds in what people see: it was asked for and not refused, or done after the copy was read. */
function holds({ state }: Change, fetchedAtMs: number): boolean {
  if (state.state === 'delivered') return state.atMs >= fetchedAtMs && state.by !== 'already-there';
  return state.state === 'waiting' || state.state === 'sending' || state.state === 'unknown';
}

function fieldsOf({ intent }: Change): PendingMark['fields'] {
  if (!('bases' in intent)) return [];
  return Object.entries(intent.edit as Fields).map(([field, now]) => {
    return { field, was: intent.bases[field]?.[0] ?? null, now };
  });
}

/** `fetchedAtMs`: when the reading of the copies began. */
export function viewProjects(
  copies: readonly Project[],
  changes: readonly Change[],
  fetchedAtMs: number,
): ProjectsView {
  const marks: Record<string, PendingMark[]> = {};
  const noted = (projectId: string, change: Change) => {
    const mark = markOf(change, changes);
    if (mark !== null) (marks[projectId] ??= []).push(mark);
  };
  const created: Project[] = [];
  for (const change of changes) {
    const { id, intent, state } = change;
    const effect = effectOf(intent);
    if (effect.on === 'new-project') {
      const projectId =
        (state.state === 'delivered' ? state.projectId : null) ?? localProjectId(id);
      const isListed = copies.some((copy) => copy.id === projectId);
      if (isListed || (!holds(change, fetchedAtMs) && markOf(change, changes) === null)) continue;
      created.push(effect.project(projectId));
      noted(projectId, change);
    } else if (effect.on === 'project') {
      noted(effect.projectId, change);
    }
  }
  const projects = [...copies, ...created].map((copy) => viewProject(copy, changes, fetchedAtMs));
  return { projects, marks };
}

/** One project with pending edits on top. A scope keeps the service's number: a word has none of its own. */
export function viewProject(
  copy: Project,
  changes: readonly Change[],
  fetchedAtMs: number,
): Project {
  const waiting = changes.flatMap((change) => {
    const effect = effectOf(change.intent);
    const isMeant = effect.on === 'project' && effect.projectId === copy.id;
    return isMeant && holds(change, fetchedAtMs) ? given(effect.edit) : [];
  });
  return { ...copy, ...Object.fromEntries(waiting.filter(([field]) => kindOf(field) !== 'scope')) };
}

/** What an edit names, field by field. */
function given(edit: object): readonly (readonly [string, unknown])[] {
  return Object.entries(edit).filter(([, value]) => value !== undefined);
}

export function viewMembers(
  list: MemberList,
  changes: readonly Change[],
  fetchedAtMs: number,
): MembersView {
  const marks: Record<string, PendingMark> = {};
  const added: PendingMember[] = [];
  let members: readonly MemberView[] = list.members;
  for (const change of changes) {
    const effect = effectOf(change.intent);
    if (effect.on !== 'member' || effect.projectId !== list.projectId) continue;
    const { userId, userName, becomes } = effect;
    const mark = markOf(change, changes);
    const isDone = change.state.state === 'delivered' && holds(change, fetchedAtMs);
    if (becomes !== 'on-hold') {
      if (isDone) members = withDone(members, userId, becomes);
      else if (mark !== null) marks[userId] = mark;
    } else if (!members.some((each) => each.userId === userId)) {
      const email = emailToLookUp(userId);
      if (mark !== null) {
        added.push({ userId, userName, email, willBeLookedUp: email !== null, mark });
      } else if (isDone) {
        const person = { userId, name: userName, lastName: '', email: '' };
        members = [...members, { ...person, standing: 'on-hold', status: 'On-hold' }];
      }
    }
  }
  return { ...list, members, marks, added };
}

function withDone(
  members: readonly MemberView[],
  userId: string,
  becomes: 'active' | 'gone',
): readonly MemberView[] {
  if (becomes === 'gone') return members.filter((member) => member.userId !== userId);
  return members.map((member) =>
    member.userId === userId ? { ...member, standing: 'active', status: 'Active' } : member,
  );
}

/** Tags that are not created yet have the id of nothing: they are known by their name. */
export function viewTags(
  tags: readonly TagView[],
  changes: readonly Change[],
  fetchedAtMs: number,
): { readonly tags: readonly TagView[]; readonly marks: Readonly<Record<string, PendingMark>> } {
  const marks: Record<string, PendingMark> = {};
  const created: TagView[] = [];
  for (const change of changes) {
    const effect = effectOf(change.intent);
    if (effect.on !== 'tag') continue;
    const { name } = effect;
    if (tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase())) continue;
    const mark = markOf(change, changes);
    if (mark === null && !holds(change, fetchedAtMs)) continue;
    const id = `labseal:tag:${change.id}`;
    created.push({ id, name });
    if (mark !== null) marks[id] = mark;
  }
  const all = [...tags, ...created];
  return { tags: all.toSorted((one, other) => one.name.localeCompare(other.name)), marks };
}

export function viewProfile(
  copy: UserView,
  changes: readonly Change[],
  fetchedAtMs: number,
): { readonly user: UserView; readonly mark: PendingMark | null } {
  const own = changes.filter(({ intent }) => {
    const effect = effectOf(intent);
    return effect.on === 'profile' && effect.userId === copy.userId;
  });
  const edited = own.flatMap((change) => {
    const { intent } = change;
    return 'edit' in intent && holds(change, fetchedAtMs) ? given(intent.edit) : [];
  });
  const mark = own.map((change) => markOf(change, changes)).findLast((each) => each !== null);
  return { user: { ...copy, ...Object.fromEntries(edited) }, mark: mark ?? null };
}

/** How a change that has not reached the service is shown where its effect is. */
export interface PendingMark {
  readonly changeId: number;
  readonly kind: ChangeKind;
  readonly stage: 'waiting' | 'sending' | 'unknown' | 'refused';
  readonly credits: number;
  /** The change that has to be done first; null when nothing holds it up. */
  readonly waitsFor: number | null;
  /** Of a refused one. */
  readonly cause: RefusalCause | null;
  /** Of an edit: what was there, and what is wanted. */
  readonly fields: readonly {
    readonly field: string;
    readonly was: FieldValue;
    readonly now: FieldValue;
  }[];
}
