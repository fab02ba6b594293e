/**
 * Free changes that a person requests. Each is queued, tried at once, and sent automatically later if the service is
 * unavailable. One that is refused while the person waits is reported and dismissed. One that needs a choice stays.
 */
import { evaluateAvatar } from '../../../src-shared/model/people/avatar-image.ts';
import {
  subjectOf,
  type Change,
  type EditIntent,
  type FreeIntent,
} from '../../../src-shared/model/changes/change.ts';
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import type { AskedPerson } from '../../../src-shared/model/people/person-view.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { mergeChange } from '../../../src-shared/model/changes/merge-change.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import {
  isSameValue,
  projectFields,
  sameProjectField,
} from '../../../src-shared/model/projects/project-fields.ts';
import type { Fields, IsSame } from '../../../src-shared/model/changes/record-edit.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ProjectChange } from '../../../src-shared/service/projects.ts';
import { profileOf, type ProfileField } from '../../../src-shared/service/users.ts';
import type { Outbox } from './outbox.ts';
import type { State } from '../../db/state.ts';
import type { AfterChange } from './outbox-runner.ts';
import type { Profile } from '../people/administration.ts';
import type { Members, Projects, ScopeCodeStore } from '../projects/projects.ts';

export interface FreeChangeParts {
  readonly state: Pick<State, 'changes' | 'changeBlobs' | 'projects'>;
  readonly outbox: Pick<Outbox, 'merge' | 'deliver' | 'dismiss'>;
  readonly projects: Projects;
  readonly members: Members;
  readonly profile: Profile;
  readonly scopes: ScopeCodeStore;
  readonly userId: () => string | null;
  /** The queue changed. */
  readonly onLine: () => void;
  /** A change ended. */
  readonly afterChange: AfterChange;
}

/** Of the fields of their own record that a user can change, those that are named. */
type ProfileEdit = { readonly [Field in ProfileField]?: string | undefined };

/** Null: nothing remains, because what it would have undone was withdrawn. */
export type FreeChangeResult = Result<Change | null, CoreFault>;

const SIGNED_OUT = { kind: 'not-signed-in', serviceSays: null } as const;
const PLAIN: IsSame = (_field, one, other) => isSameValue(one, other);

export function makeFreeChanges(parts: FreeChangeParts) {
  const { state, outbox, projects, members, profile, scopes, userId, onLine, afterChange } = parts;

  /** Queues it, and sends it at once if the service is available. */
  async function requested(
    intent: FreeIntent,
    isSame: IsSame,
    signal: AbortSignal,
  ): Promise<FreeChangeResult> {
    const standing = outbox.merge(mergeChange(state.changes.all(), intent, isSame), undefined);
    onLine();
    if (standing === null || standing.intent.kind === 'create-project') return ok(standing);
    return settle(await outbox.deliver(standing.id, signal), signal);
  }

  async function settle(change: Change, signal: AbortSignal): Promise<FreeChangeResult> {
    await afterChange(change, signal);
    const now = change.state;
    if (now.state === 'unknown') return fail({ kind: 'unknown-outcome', why: 'broken-connection' });
    if (now.state !== 'refused') return ok(change);
    const { cause } = now;
    // An edit of a project that is not shown stays: the person may want it sent unseen.
    const isChoice = cause.kind === 'project-away' && change.intent.kind === 'edit-project';
    if ((cause.kind === 'service' || cause.kind === 'project-away') && !isChoice) {
      outbox.dismiss(change.id);
      onLine();
      return fail(cause.fault);
    }
    return fail({ kind: 'change-refused', changeId: change.id, cause });
  }

  /** With the values it is based on: those seen, then the user's own that the copy does not show yet. */
  function withBases<Intent extends FreeIntent & EditIntent>(
    request: Intent,
    { seen, fetchedAtMs }: { readonly seen: Fields; readonly fetchedAtMs: number },
  ): Intent {
    const onTheirWay = state.changes.all().flatMap(({ intent, state: now }) => {
      const isDone = now.state === 'delivered' && now.atMs >= fetchedAtMs;
      if (now.state !== 'sending' && now.state !== 'unknown' && !isDone) return [];
      const isAboutIt = 'edit' in intent && subjectOf(intent) === subjectOf(request);
      return isAboutIt ? [intent.edit as Fields] : [];
    });
    const bases = Object.keys(request.edit).map((field) => {
      const earlier = onTheirWay.filter((edit) => field in edit).map((edit) => edit[field] ?? null);
      return [field, [seen[field] ?? null, ...earlier]] as const;
    });
    return { ...request, bases: Object.fromEntries(bases) };
  }

  async function ownName(signal: AbortSignal): Promise<string | null> {
    const own = await profile.read(signal, 'at-once');
    return own.ok ? `${own.value.user.name} ${own.value.user.lastName}`.trim() || null : null;
  }

  async function memberMeant(
    projectId: string,
    person: AskedPerson | null,
    signal: AbortSignal,
  ): Promise<Result<string, CoreFault>> {
    const own = userId();
    if (person === null) return own === null ? fail(SIGNED_OUT) : ok(own);
    if ('userId' in person) return ok(person.userId);
    const found = await members.find(projectId, person, signal);
    return found.ok ? ok(found.value.userId) : found;
  }

  /** What is known of them, for display. */
  async function nameOf(projectId: string, memberId: string, signal: AbortSignal): Promise<string> {
    const list = await members.list(projectId, signal, 'at-once');
    // Whoever is invited may not see the project, but knows their own name.
    if (!list.ok) return (memberId === userId() ? await ownName(signal) : null) ?? memberId;
    const { members: people, added } = list.value;
    const member = people.find((each) => each.userId === memberId);
    if (member !== undefined) return `${member.name} ${member.lastName}`.trim() || memberId;
    return added.find((each) => each.userId === memberId)?.userName ?? memberId;
  }

  return {
    /** Any change that needs no lookup. */
    request: (intent: FreeIntent, signal: AbortSignal): Promise<FreeChangeResult> =>
      requested(intent, PLAIN, signal),

    async removeMember(
      projectId: string,
      member: string,
      signal: AbortSignal,
    ): Promise<FreeChangeResult> {
      const userName = await nameOf(projectId, member, signal);
      return requested(
        { kind: 'remove-member', ...state.projects.named(projectId), userId: member, userName },
        PLAIN,
        signal,
      );
    },

    /** `person`: null for oneself. */
    async activateMember(
      projectId: string,
      person: AskedPerson | null,
      signal: AbortSignal,
    ): Promise<FreeChangeResult> {
      const meant = await memberMeant(projectId, person, signal);
      if (!meant.ok) return meant;
      const userName = await nameOf(projectId, meant.value, signal);
      return requested(
        {
          kind: 'activate-member',
          ...state.projects.named(projectId),
          userId: meant.value,
          userName,
        },
        PLAIN,
        signal,
      );
    },

    /** `seen`: values that the person saw where they differ from the copy; null: those of the copy. */
    async editProject(
      projectId: string,
      edit: ProjectChange,
      seen: Fields | null,
      signal: AbortSignal,
    ): Promise<FreeChangeResult> {
      const shown =
        creatorOf(projectId) === null
          ? await projects.read(projectId, 'at-once', signal)
          : await projects.show(projectId, signal);
      if (!shown.ok) return shown;
      const project = 'value' in shown.value ? shown.value.value : shown.value.project;
      const fetchedAtMs = 'value' in shown.value ? shown.value.fetchedAtMs : 0;
      const known = { ...projectFields(project), ...seen };
      const { name: projectName } = project;
      const asked = { projectId, projectName, edit: givenOf(edit), bases: {} };
      const intent = withBases({ kind: 'edit-project', ...asked }, { seen: known, fetchedAtMs });
      return requested(intent, sameProjectField(scopes.labelsOf(project)), signal);
    },

    /** Only values that differ from those seen are changed. `mode`: of the record that they were seen in. */
    async editProfile(
      change: ProfileEdit,
      mode: ReadMode,
      signal: AbortSignal,
    ): Promise<FreeChangeResult> {
      const own = userId();
      if (own === null) return fail(SIGNED_OUT);
      const shown = await profile.read(signal, mode);
      if (!shown.ok) return shown;
      const seen: Fields = profileOf(shown.value.user);
      const edit = Object.fromEntries(
        Object.entries(givenOf(change)).filter(([field, value]) => seen[field] !== value),
      );
      if (Object.keys(edit).length === 0) return ok(null);
      const { copy, fetchedAtMs } = shown.value;
      const request = { kind: 'edit-profile', userId: own, edit, bases: {} } as const;
      return requested(withBases(request, { seen: profileOf(copy), fetchedAtMs }), PLAIN, signal);
    },

    /** A file that is not a picture, or is too large, is not saved. */
    async setAvatar(bytes: Uint8Array, signal: AbortSignal): Promise<FreeChangeResult> {
      const own = userId();
      if (own === null) return fail(SIGNED_OUT);
      const judged = evaluateAvatar(bytes);
      if (!judged.ok) return judged;
      const blob = state.changeBlobs.keep(bytes);
      return requested(
        { kind: 'set-avatar', userId: own, blob, mediaType: judged.value },
        PLAIN,
        signal,
      );
    },
  };
}

function givenOf(edit: ProjectChange | ProfileEdit): Fields {
  return Object.fromEntries(
    Object.entries(edit).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
}

export type FreeChanges = ReturnType<typeof makeFreeChanges>;
