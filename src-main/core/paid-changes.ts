/**
 * Paid changes as a person asks for them: a project, an invitation, a deletion. Says what one would cost and whether
 * it is needed at all, keeps what was agreed to, and lets open outcomes be decided. Sending is the outbox's.
 */
import type { Change, ChangeIntent, Prospect } from '../../src-shared/model/change.ts';
import { floorBreach, type FloorBreach } from '../../src-shared/model/spend-limits.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { NewProject } from '../../src-shared/service/projects.ts';
import { makeOutbox, type OutboxParts } from '../outbox/outbox.ts';
import type { State } from '../state/state.ts';
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import type { Files } from './files.ts';
import type { Projects } from './projects.ts';

/** A project as a person describes it; what is null comes from their profile. */
export type ProjectWish = Omit<NewProject, 'leader' | 'organisation' | 'location'> & {
  readonly leader: string | null;
  readonly organisation: string | null;
  readonly location: string | null;
};

export type Person = { readonly userId: string } | { readonly email: string };

export interface PaidChangeParts extends OutboxParts {
  readonly state: State;
  readonly files: Files;
  readonly projects: Pick<Projects, 'learnScopes'>;
}

/** How an open outcome is decided. */
export type Decision = 'send-again' | 'leave';

export function makePaidChanges(parts: PaidChangeParts) {
  const { state, files, projects, client, userId } = parts;
  const outbox = makeOutbox(parts);

  function find(asked: string): Result<Change, CoreFault> {
    const change = /^\d{1,15}$/.test(asked) ? outbox.get(Number(asked)) : null;
    return change === null ? fail({ kind: 'unknown-change', asked }) : ok(change);
  }

  /** The caller's own name and place: from the service, or from the last project they led when it is away. */
  async function profile(signal: AbortSignal) {
    const own = userId();
    if (own === null) return fail(SIGNED_OUT);
    const read = await client.call('getUser', { path: { userId: own } }, signal);
    if (read.ok) {
      const { name, lastName, organisation, location } = read.value;
      return ok({ leader: `${name} ${lastName}`.trim(), organisation, location });
    }
    const led = state.projects.all().find(({ project }) => project.leaderId === own)?.project;
    if (led === undefined) return read;
    const { leaderFirstName, leaderLastName, organisation, location } = led;
    return ok({ leader: `${leaderFirstName} ${leaderLastName}`.trim(), organisation, location });
  }

  /** A project that was just made says what the service answers for the scopes it was made with. */
  async function learnFrom({ intent, state: now }: Change, signal: AbortSignal): Promise<void> {
    if (intent.kind !== 'create-project' || now.state !== 'delivered') return;
    if (now.by === 'already-there' || now.projectId === null) return;
    await projects.learnScopes(now.projectId, intent.project, signal);
  }

  return {
    list: outbox.list,
    find,
    waitingCredits: outbox.waitingCredits,

    async newProject(
      wish: ProjectWish,
      isAnother: boolean,
      signal: AbortSignal,
    ): Promise<Result<ChangeIntent, CoreFault>> {
      const { leader, organisation, location } = wish;
      const isWhole = leader !== null && organisation !== null && location !== null;
      const own = isWhole ? ok({ leader, organisation, location }) : await profile(signal);
      if (!own.ok) return own;
      const project = {
        ...wish,
        leader: leader ?? own.value.leader,
        organisation: organisation ?? own.value.organisation,
        location: location ?? own.value.location,
      };
      return ok({ kind: 'create-project', project, isAnother });
    },

    /** An id is taken as it is when the service cannot be asked; an address must be looked up. */
    async invitation(
      projectId: string,
      person: Person,
      signal: AbortSignal,
    ): Promise<Result<ChangeIntent, CoreFault>> {
      const asked = 'email' in person ? person.email : person.userId;
      const read =
        'email' in person
          ? await client.call('getUserByEmail', { path: { email: person.email } }, signal)
          : await client.call('getUser', { path: { userId: person.userId } }, signal);
      if (read.ok) {
        const { id, name, lastName } = read.value;
        const userName = `${name} ${lastName}`.trim() || asked;
        return ok({ kind: 'invite-member', projectId, userId: id, userName });
      }
      if (read.fault.kind === 'not-found') return fail({ kind: 'unknown-user', asked });
      if ('email' in person || !mayWait(read.fault)) return read;
      return ok({ kind: 'invite-member', projectId, userId: asked, userName: asked });
    },

    /** `asked`: row number, path, or the service's id of a file this account notarized. */
    deletion(asked: string, reason: string): Result<ChangeIntent, CoreFault> {
      const own = userId();
      if (own === null) return fail(SIGNED_OUT);
      const byId = state.records.withFileId(asked);
      const view = byId === null ? files.find(asked) : null;
      if (byId === null && view === null) return fail({ kind: 'unknown-file', asked });
      // A copy shows the record of another file; deleting that through it would surprise.
      const shown = view === null || view.state === 'duplicate' ? null : view.fileId;
      const record = byId ?? (shown === null ? null : state.records.withFileId(shown));
      if (record === null) return fail({ kind: 'not-on-platform', asked });
      const { projectId, visibility, fileId, name: fileName } = record;
      const file = { projectId, visibility, fileId, fileName };
      return ok({ kind: 'delete-file', ...file, userId: own, reason });
    },

    /** What would become of it now. `change-open`: the same was asked for before. */
    async preview(intent: ChangeIntent, signal: AbortSignal): Promise<Result<Prospect, CoreFault>> {
      const open = outbox.openLike(intent);
      if (open !== null) return fail({ kind: 'change-open', changeId: open.id });
      return outbox.preview(intent, signal);
    },

    /** What this price does to the person's floor, by the balance that was read last. */
    breachOf(credits: number): FloorBreach | null {
      const balance = state.balances.get('latest')?.credits ?? null;
      return floorBreach(state.spendLimits.get(), balance, credits);
    },

    /** Keeps what a person agreed to pay for; nothing is sent. */
    keep(intent: ChangeIntent): Result<Change, CoreFault> {
      const open = outbox.openLike(intent);
      if (open !== null) return fail({ kind: 'change-open', changeId: open.id });
      return ok(outbox.add(intent));
    },

    /** Tries a kept change once; see the outbox. */
    async deliver(id: number, signal: AbortSignal): Promise<Change> {
      const change = await outbox.deliver(id, signal);
      await learnFrom(change, signal);
      return change;
    },

    /** One look at an open outcome; others come back as they are. */
    async check(change: Change, signal: AbortSignal): Promise<Result<Change, CoreFault>> {
      const looked = await outbox.check(change.id, signal);
      return looked.fault === null ? ok(looked.change) : fail(looked.fault);
    },

    /** Only an outcome that is open can be decided. */
    decide(change: Change, decision: Decision): Result<Change, CoreFault> {
      const { state: now } = change.state;
      if (now !== 'unknown' && !(now === 'left' && decision === 'send-again')) {
        return misplaced(change);
      }
      return ok(decision === 'leave' ? outbox.leave(change.id) : outbox.sendAgain(change.id));
    },

    /** Takes back a change that waits, or puts away one that was refused. */
    undo(change: Change): Result<Change, CoreFault> {
      const { state: now } = change.state;
      if (now === 'waiting') return ok(outbox.withdraw(change.id));
      return now === 'refused' ? ok(outbox.putAway(change.id)) : misplaced(change);
    },
  };
}
export type PaidChanges = ReturnType<typeof makePaidChanges>;

function misplaced({ id, state: { state: now } }: Change) {
  return fail({ kind: 'change-elsewhere', changeId: id, state: now } as const);
}

const SIGNED_OUT = { kind: 'not-signed-in', serviceSays: null } as const;

/** Whether a fault says nothing about the change itself, so that it can wait for a better moment. */
export function mayWait(fault: { readonly kind: CoreFault['kind'] }): fault is ServiceFault {
  return ['unavailable', 'throttled', 'not-the-service', 'not-signed-in'].includes(fault.kind);
}
