/**
 * A person's decisions about a queued change: about a lost answer, a refusal or a conflict. Nothing is sent from here.
 * A decision that does not fit the state of the change is refused and changes nothing.
 */
import { isFree, isDismissed, type Change } from '../../../src-shared/model/changes/change.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { emailToLookUp, localUserId } from '../../../src-shared/model/changes/local-id.ts';
import {
  resolveConflicts,
  type Choice,
  type Fields,
} from '../../../src-shared/model/changes/record-edit.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Outbox } from './outbox.ts';
import type { State } from '../../db/state.ts';
import type { FreeChanges } from './free-changes.ts';

/** How an unknown outcome is decided. */
export type Decision = 'send-again' | 'leave';

export interface DecisionParts {
  readonly state: Pick<State, 'changes'>;
  readonly outbox: Outbox;
  /** The queue may continue. */
  readonly onDecided: () => void;
}

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
