/** Changes for tests: each has what a test is about, and a plausible rest. */
import type { Change, ChangeIntent, ChangeState, IntentOf } from '../change.ts';
import type { Fields } from '../record-edit.ts';
import type { ProjectChange } from '../../../service/projects.ts';
import { NEW_PROJECT } from '../../../service/test-support/example-requests.ts';

export const WAITING: ChangeState = { state: 'waiting', lastTry: null, earlierLostAtMs: null };
export const SENDING: ChangeState = { state: 'sending', sinceMs: 5, earlierLostAtMs: null };
export const UNKNOWN: ChangeState = {
  state: 'unknown',
  lostAtMs: 5,
  finding: 'not-looked',
  lookedAtMs: null,
};

export function delivered(atMs: number): ChangeState {
  return { state: 'delivered', atMs, by: 'answer', projectId: null };
}

export function madeChange(id: number, intent: ChangeIntent, state = WAITING): Change {
  return { id, key: `key-${id}`, intent, state, baseline: null, attempts: 0, createdAtMs: id };
}

export function membership<Kind extends 'invite-member' | 'remove-member' | 'activate-member'>(
  kind: Kind,
  userId: string,
  projectId = 'p1',
): IntentOf<Kind> {
  return { kind, projectId, userId, userName: `Name of ${userId}` } as IntentOf<Kind>;
}

/** `seen`: what each field was. */
export function edit(
  mine: ProjectChange,
  seen: Fields,
  projectId = 'p1',
): IntentOf<'edit-project'> {
  const bases = Object.fromEntries(Object.entries(seen).map(([field, value]) => [field, [value]]));
  return { kind: 'edit-project', projectId, projectName: 'Tides', edit: mine, bases };
}

export function creation(name: string): IntentOf<'create-project'> {
  const project = {
    ...NEW_PROJECT,
    name,
    area: 'Sea',
    tags: [],
    maxNumberOfMembers: '4',
    startDate: '2026-11-21T00:00:00.000Z',
    endDate: '2027-11-21T00:00:00.000Z',
    members: [],
  };
  return { kind: 'create-project', project, isAnother: false };
}
