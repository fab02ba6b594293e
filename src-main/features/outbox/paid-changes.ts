/**
 * Changes that cost credits, as a person requests them: a project, an invitation, a deletion; and a person's decisions
 * about any queued change. It reports the price and whether a change is needed at all, saves what was approved, and
 * lets unknown outcomes be decided. The outbox does the sending.
 */
import {
  changeCredits,
  changeNeedsPerson,
  type Change,
  type PaidIntent,
  type Prospect,
  isFree,
  isDismissed,
} from '../../../src-shared/model/changes/change.ts';
import type { CheckedChanges, ProjectWish } from '../../../src-shared/bridge/outbox-calls.ts';
import { mergeChange } from '../../../src-shared/model/changes/merge-change.ts';
import {
  creatorOf,
  emailToLookUp,
  localUserId,
} from '../../../src-shared/model/changes/local-id.ts';
import { reserveBreach, type ReserveBreach } from '../../../src-shared/model/money/spend-limits.ts';
import type { AskedPerson } from '../../../src-shared/model/people/person-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Outbox } from './outbox.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Files } from '../files/files.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import { isWorthALook, SIGNED_OUT } from './evaluate-change.ts';
import { type AfterChange, isOutage } from './outbox-runner.ts';
import type { Users } from '../mirror/account-mirror.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import {
  resolveConflicts,
  type Choice,
  type Fields,
} from '../../../src-shared/model/changes/record-edit.ts';
import type { State } from '../../db/state.ts';
import type { FreeChanges } from './free-changes.ts';

export interface DeletionThere {
  readonly projectId: string;
  /** The service's id. */
  readonly fileId: string;
  readonly reason: string;
}

export interface PaidChangeParts extends Pick<AccountPorts, 'state' | 'client' | 'userId'> {
  readonly outbox: Outbox;
  readonly files: Files;
  readonly platformFiles: Pick<PlatformFiles, 'lookUp'>;
  readonly users: Pick<Users, 'find'>;
  /** A change was queued, and is about to be tried. */
  readonly onLine: () => void;
  /** A person decided about a queued change. */
  readonly onDecided: () => void;
  readonly afterChange: AfterChange;
}

/** Besides the price, a person approves the time of sending. */
export interface Agreement {
  /** It is sent automatically as soon as the service is available; else it awaits approval. */
  readonly whenOnline: boolean;
  /** In credits, as it was on screen; null: it may pass none. */
  readonly passedReserve: number | null;
}

export function makePaidChanges(parts: PaidChangeParts) {
  const { state, outbox, client, files, platformFiles, users, userId, onLine, afterChange } = parts;

  function find(asked: string): Result<Change, CoreFault> {
    const change = /^\d{1,15}$/.test(asked) ? outbox.get(Number(asked)) : null;
    return change === null ? fail({ kind: 'unknown-change', asked }) : ok(change);
  }

  /** The user's own name and city: from the service, or from the last project they led when it is unavailable. */
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

  /** Each person once. */
  async function idsOf(
    people: readonly AskedPerson[],
    signal: AbortSignal,
  ): Promise<Result<string[], CoreFault>> {
    const ids = new Set<string>();
    for (const person of people) {
      const found = 'userId' in person ? ok(person) : await users.find(person, signal);
      if (!found.ok) return found;
      ids.add(found.value.userId);
    }
    return ok([...ids]);
  }

  /** The waiting change that this one would undo; null when there is none. */
  function undoneBy(intent: PaidIntent): number | null {
    const { withdraw, add } = mergeChange(outbox.list(), intent, isSameValueOfAny);
    return add === null ? (withdraw[0] ?? null) : null;
  }

  /** As far as is known without the service. */
  function waits(fault: ServiceFault | null): Prospect {
    const latest = state.balances.get('latest');
    const balance = latest?.credits ?? null;
    return { kind: 'would-wait', fault, balance, balanceAtMs: latest?.readAtMs ?? null };
  }

  /** Tries a saved change once; see the outbox. */
  async function deliver(id: number, signal: AbortSignal): Promise<Change> {
    const change = await outbox.deliver(id, signal);
    await afterChange(change, signal);
    return change;
  }

  async function check(change: Change, signal: AbortSignal) {
    const looked = await outbox.check(change.id, signal);
    if (looked.change.state.state !== change.state.state) await afterChange(looked.change, signal);
    return looked;
  }

  return {
    list: outbox.list,
    find,
    waitingCredits: outbox.waitingCredits,

    async newProject(
      requested: ProjectWish,
      isAnother: boolean,
      signal: AbortSignal,
    ): Promise<Result<PaidIntent, CoreFault>> {
      const { leader, organisation, location } = requested;
      const isWhole = leader !== null && organisation !== null && location !== null;
      const own = isWhole ? ok({ leader, organisation, location }) : await profile(signal);
      if (!own.ok) return own;
      const members = await idsOf(requested.members, signal);
      if (!members.ok) return members;
      const project = {
        ...requested,
        members: members.value,
        leader: leader ?? own.value.leader,
        organisation: organisation ?? own.value.organisation,
        location: location ?? own.value.location,
      };
      return ok({ kind: 'create-project', project, isAnother });
    },

    /**
     * What cannot be verified now is verified before sending: an id is accepted as it is, also where the service shows
     * nobody's record.
     */
    async invitation(
      projectId: string,
      person: AskedPerson,
      signal: AbortSignal,
    ): Promise<Result<PaidIntent, CoreFault>> {
      const asked = 'email' in person ? person.email : person.userId;
      const named = state.projects.named(projectId);
      const found = await users.find(person, signal);
      if (found.ok) {
        const { userId: id, name, lastName } = found.value;
        const userName = `${name} ${lastName}`.trim() || asked;
        return ok({ kind: 'invite-member', ...named, userId: id, userName });
      }
      const isEnough = 'userId' in person && found.fault.kind === 'forbidden';
      if (!mayWait(found.fault) && !isEnough) return found;
      const id = 'email' in person ? localUserId(person.email) : asked;
      return ok({ kind: 'invite-member', ...named, userId: id, userName: asked });
    },

    /** `asked`: row number, path, or the service's id of a file this account notarized. */
    deletion(asked: string, reason: string): Result<PaidIntent, CoreFault> {
      const own = userId();
      if (own === null) return fail(SIGNED_OUT);
      const byId = state.records.withFileId(asked);
      const view = byId === null ? files.find(asked) : null;
      if (byId === null && view === null) return fail({ kind: 'unknown-file', asked });
      // A copy shows the record of another file; deleting that through it would be a surprise.
      const shown = view === null || view.state === 'duplicate' ? null : view.fileId;
      const record = byId ?? (shown === null ? null : state.records.withFileId(shown));
      if (record === null) return fail({ kind: 'not-on-platform', asked, wish: 'delete' });
      const { projectId, visibility, fileId, name: fileName } = record;
      const file = { projectId, visibility, fileId, fileName };
      return ok({ kind: 'delete-file', ...file, userId: own, reason });
    },

    /** The same for any file that the service lists in a project; the service decides whether this account may. */
    async deletionThere(
      { projectId, fileId, reason }: DeletionThere,
      signal: AbortSignal,
    ): Promise<Result<PaidIntent, CoreFault>> {
      const own = userId();
      if (own === null) return fail(SIGNED_OUT);
      const found = await platformFiles.lookUp(projectId, fileId, signal);
      if (!found.ok) return found;
      const { visibility, name: fileName } = found.value;
      const file = { projectId, visibility, fileId, fileName };
      return ok({ kind: 'delete-file', ...file, userId: own, reason });
    },

    /** What would happen to it now. `change-open`: the same was requested before. */
    async preview(intent: PaidIntent, signal: AbortSignal): Promise<Result<Prospect, CoreFault>> {
      const undone = undoneBy(intent);
      if (undone !== null) return ok({ kind: 'would-cancel', changeId: undone });
      const open = outbox.openLike(intent);
      if (open !== null) return fail({ kind: 'change-open', changeId: open.id });
      if (isAboutUnknown(intent)) return ok(waits(null));
      const asked = await outbox.preview(intent, signal);
      if (asked.ok || !mayWait(asked.fault)) return asked;
      return ok(waits(asked.fault));
    },

    /** The effect of this price on the user's reserve, by the last balance that was read. */
    breachOf(credits: number): ReserveBreach | null {
      const balance = state.balances.get('latest')?.credits ?? null;
      return reserveBreach(state.spendLimits.get(), balance, credits);
    },

    /** What it costs: nothing, when it only undoes what waits. */
    priceOf: (intent: PaidIntent): number =>
      undoneBy(intent) === null ? changeCredits(intent) : 0,

    /**
     * Saves what a person approved to pay for, or withdraws what it undoes; nothing is sent. An equal change that is open
     * counts for it: whoever approved that one meanwhile approved the same.
     */
    keep(intent: PaidIntent, { whenOnline, passedReserve }: Agreement): Change {
      const undone = undoneBy(intent);
      const kept =
        undone === null
          ? (outbox.openLike(intent) ??
            outbox.add(intent, whenOnline ? { passedReserve } : undefined))
          : outbox.withdraw(undone);
      onLine();
      return kept;
    },

    deliver,

    /**
     * Tries waiting changes once, in their order, and resolves to those that were tried. A destination that fails holds
     * up its own changes alone; once the service is away, the others wait too.
     */
    async deliverAll(ids: readonly number[], signal: AbortSignal): Promise<readonly Change[]> {
      const tried: Change[] = [];
      let failures: readonly ServiceFault[] = [];
      for (const id of ids) {
        const before = outbox.get(id);
        if (before?.state.state !== 'waiting' || !state.changes.isNext(before)) continue;
        const change = await deliver(id, signal);
        tried.push(change);
        const fault = change.state.state === 'waiting' ? change.state.lastTry?.fault : undefined;
        failures = fault === undefined ? [] : [...failures, fault];
        if (isOutage(failures)) break;
      }
      return tried;
    },

    /**
     * How long until the denial of this change can be confirmed, in ms; null: there is none to confirm, or nothing can be
     * asked before somebody signs in.
     */
    denialWaitMs: (change: Change): number | null =>
      isSessionOver(change) ? null : outbox.denialWaitMs(change),
    /** Waits until then. Rejects with the signal's reason when aborted, which leaves it for later. */
    awaitDenial: (id: number, signal: AbortSignal) => outbox.awaitDenial(id, signal),

    /** Checks an unknown outcome once; other changes are returned unchanged. */
    async check(change: Change, signal: AbortSignal): Promise<Result<Change, CoreFault>> {
      const looked = await check(change, signal);
      return looked.fault === null ? ok(looked.change) : fail(looked.fault);
    },

    /** The same for every change that is open. */
    async checkAll(signal: AbortSignal): Promise<CheckedChanges> {
      const changes: Change[] = [];
      let failures: readonly ServiceFault[] = [];
      let firstFault: ServiceFault | null = null;
      for (const change of outbox.list()) {
        const isOpen = isWorthALook(change) && !isOutage(failures);
        const looked = isOpen ? await check(change, signal) : { change, fault: null };
        const { state: now } = looked.change.state;
        const isTold = now === 'unknown' || now !== change.state.state;
        if (isTold || changeNeedsPerson(looked.change)) changes.push(looked.change);
        if (!isOpen) continue;
        failures = looked.fault === null ? [] : [...failures, looked.fault];
        firstFault ??= looked.fault;
      }
      return { changes, fault: firstFault };
    },

    ...makeDecisions({ state, outbox, onDecided: parts.onDecided }),
  };
}
export type PaidChanges = ReturnType<typeof makePaidChanges>;

function isSessionOver({ state }: Change): boolean {
  return state.state === 'unknown' && state.denial?.fault.kind === 'not-signed-in';
}

/** For edits only, which are free. */
const isSameValueOfAny = () => false;

/** The service cannot be asked about what it does not know yet. */
function isAboutUnknown(intent: PaidIntent): boolean {
  if (intent.kind !== 'invite-member') return false;
  return creatorOf(intent.projectId) !== null || emailToLookUp(intent.userId) !== null;
}

/** Whether a fault does not concern the change itself, so that it can wait for a retry. */
export function mayWait(fault: { readonly kind: CoreFault['kind'] }): fault is ServiceFault {
  return ['unavailable', 'throttled', 'not-the-service', 'not-signed-in'].includes(fault.kind);
}

/** How an unknown outcome is decided. */
type Decision = 'send-again' | 'leave';

interface DecisionParts {
  readonly state: Pick<State, 'changes'>;
  readonly outbox: Outbox;
  /** The queue may continue. */
  readonly onDecided: () => void;
}

/**
 * A person's decisions about a queued change: about a lost answer, a refusal or a conflict. Nothing is sent from here.
 * A decision that does not fit the state of the change is refused and changes nothing.
 */
export function makeDecisions({ state, outbox, onDecided }: DecisionParts) {
  function reported(change: Change): Result<Change, CoreFault> {
    onDecided();
    return ok(change);
  }

  return {
    /** Only an unknown outcome can be decided. */
    decide(change: Change, decision: Decision): Result<Change, CoreFault> {
      const { state: now } = change.state;
      if (now !== 'unknown' && !(now === 'left' && decision === 'send-again')) {
        return misplaced(change);
      }
      return reported(decision === 'leave' ? outbox.leave(change.id) : outbox.sendAgain(change.id));
    },

    /** Withdraws a waiting change, or dismisses a refused one. */
    undo(change: Change): Result<Change, CoreFault> {
      const { state: now } = change.state;
      if (now === 'waiting') return reported(outbox.withdraw(change.id));
      return now === 'refused' ? reported(outbox.dismiss(change.id)) : misplaced(change);
    },

    /** Queues a refused change again as it is. One that costs credits awaits approval of its price. */
    retry(change: Change): Result<Change, CoreFault> {
      const { state: now, intent } = change;
      if (now.state !== 'refused' || isDismissed(now) || now.cause.kind === 'changed-there') {
        return misplaced(change);
      }
      if (!isFree(intent)) state.changes.revoke(change.id);
      return reported(outbox.amend(change.id, intent));
    },

    /**
     * Mine or theirs for each field that someone else changed too. `otherwise`: for fields without a choice. An edit of
     * a project that the service does not show is sent unseen as a whole, or put away.
     */
    choose(
      change: Change,
      choices: Readonly<Record<string, Choice>>,
      otherwise: Choice | null,
    ): Result<Change, CoreFault> {
      const { id, intent, state: now } = change;
      if (!('edit' in intent) || now.state !== 'refused' || isDismissed(now))
        return misplaced(change);
      if (now.cause.kind === 'project-away' && intent.kind === 'edit-project') {
        if (otherwise === null) return misplaced(change);
        if (otherwise === 'theirs') return reported(outbox.dismiss(id));
        return reported(outbox.amend(id, { ...intent, isUnseen: true }));
      }
      if (now.cause.kind !== 'changed-there') return misplaced(change);
      const { fields } = now.cause;
      const open = fields.filter(({ field }) => choices[field] === undefined);
      if (open.length > 0 && otherwise === null) return misplaced(change);
      const rest = open.map(({ field }) => [field, otherwise ?? 'theirs'] as const);
      const all = { ...choices, ...Object.fromEntries(rest) };
      const left = resolveConflicts(
        { mine: intent.edit as Fields, bases: intent.bases },
        fields,
        all,
      );
      if (left === null) return reported(outbox.dismiss(id));
      return reported(outbox.amend(id, { ...intent, edit: left.mine, bases: left.bases }));
    },

    /** Another address for a person whom the service does not know under the first. */
    fixEmail(change: Change, email: string): Result<Change, CoreFault> {
      const { id, intent, state: now } = change;
      const isFixable = intent.kind === 'invite-member' && emailToLookUp(intent.userId) !== null;
      const isAsked = now.state === 'waiting' || (now.state === 'refused' && !isDismissed(now));
      if (!isFixable || !isAsked) return misplaced(change);
      const person = { userId: localUserId(email), userName: email.trim() };
      return reported(outbox.amend(id, { ...intent, ...person }));
    },

    /** Raises the member limit of a full project by one, and queues the invitation again after that. */
    async raiseLimit(
      change: Change,
      freeChanges: Pick<FreeChanges, 'editProject'>,
      signal: AbortSignal,
    ): Promise<Result<Change, CoreFault>> {
      const { id, intent, state: now, agreed } = change;
      if (intent.kind !== 'invite-member' || now.state !== 'refused' || isDismissed(now)) {
        return misplaced(change);
      }
      if (now.cause.kind !== 'full') return misplaced(change);
      const open = outbox.openLike(intent);
      if (open !== null) return fail({ kind: 'change-open', changeId: open.id });
      const maxNumberOfMembers = Math.max(now.cause.most, now.cause.members) + 1;
      // The copy may be older than the check that found the project full.
      const seen = { maxNumberOfMembers: now.cause.most };
      const raised = await freeChanges.editProject(
        intent.projectId,
        { maxNumberOfMembers },
        seen,
        signal,
      );
      if (!raised.ok) return raised;
      outbox.dismiss(id);
      return reported(outbox.add(intent, agreed));
    },

    /** Uses an equal existing project instead of the one to be created: changes that wait for it are redirected. */
    useExisting(change: Change): Result<Change, CoreFault> {
      const { intent, state: now } = change;
      if (intent.kind !== 'create-project' || now.state !== 'refused') return misplaced(change);
      if (now.cause.kind !== 'exists' || isDismissed(now)) return misplaced(change);
      return reported(outbox.useExisting(change.id, now.cause.projectId));
    },
  };
}

function misplaced({ id, state: { state: now } }: Change) {
  return fail({ kind: 'change-elsewhere', changeId: id, state: now } as const);
}
