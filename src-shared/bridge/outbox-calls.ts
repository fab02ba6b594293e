/**
 * Changes other than uploads. Those that cost credits are priced first, saved when approved, and sent once. Free ones
 * are queued by the calls that make them, and are sent automatically.
 */
import * as z from 'zod/mini';
import { PaidIntent, type Change, type Prospect } from '../model/changes/change.ts';
import type { ServiceFault } from '../model/status/service-fault.ts';
import type { ReserveBreach } from '../model/money/spend-limits.ts';
import { NewProject } from '../service/projects.ts';
import {
  changes,
  Count,
  FileName,
  listOf,
  Name,
  nothing,
  reads,
  RowId,
  VisibleText,
} from './call.ts';
import { Asked } from './people-calls.ts';

export interface OutboxView {
  readonly changes: readonly Change[];
  /** What all waiting ones cost together, and what that would do to the person's reserve. */
  readonly waitingCredits: number;
  readonly breach: ReserveBreach | null;
  /** The last balance that was read, and what would be left of it; null: none was. */
  readonly balance: {
    readonly credits: number;
    readonly atMs: number;
    readonly after: number;
  } | null;
  /** By number of the change: the change that has to be done first. */
  readonly waitsFor: Readonly<Record<string, number>>;
  /** A person works offline: nothing is asked or sent. */
  readonly isOffline: boolean;
  /** The result of the last automatic round; null: none since the start. */
  readonly lastSent: {
    readonly atMs: number;
    readonly sent: number;
    readonly needYou: number;
  } | null;
}

/** What would become of a change, and what it costs. */
export interface ChangeOffer {
  readonly intent: PaidIntent;
  readonly credits: number;
  readonly prospect: Prospect;
  /** The effect on the user's reserve; it needs an approval of its own, beside that of the price. */
  readonly breach: ReserveBreach | null;
}

/** What sending changes would cost, and do to the reserve by the balance that the service shows now. */
export type SendingOffer = Pick<ChangeOffer, 'credits' | 'breach'>;

/** What a look at every open change came to. */
export interface CheckedChanges {
  /** Those that moved, and those whose end is still open. */
  readonly changes: readonly Change[];
  /** The first that kept one from being looked at; null: none did. */
  readonly fault: ServiceFault | null;
}

/** A project as a person describes it; what is null comes from their profile. */
const ProjectWish = z.extend(NewProject, {
  leader: z.nullable(z.string()),
  organisation: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** Invited with it. The price depends on how many there are, so an address is looked up now. */
  members: z.array(Asked),
});
export type ProjectWish = z.output<typeof ProjectWish>;

const Wish = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('create-project'),
    project: ProjectWish,
    /** The person wants it although an equal one exists. */
    isAnother: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('invite-member'), projectId: Name, person: Asked }),
  /** With its project, `asked` is the id of a file that the service lists there, whoever uploaded it. */
  z.strictObject({
    kind: z.literal('delete-file'),
    asked: FileName,
    projectId: z.optional(Name),
    reason: VisibleText,
  }),
]);

/** What a person agreed to pay, and the reserve that it may pass, as it was on screen (null: none). More, or another reserve by now: refused. */
const Agreement = z.strictObject({ credits: Count, passedReserve: z.nullable(Count) });

/** Most changes that one call is about. */
export const MOST_CHANGES = 10_000;
const ids = listOf(RowId, MOST_CHANGES);

const Choice = z.enum(['mine', 'theirs']);

export const DECISIONS = [
  'look',
  'leave',
  'send-again',
  'undo',
  'retry',
  'keep-mine',
  'keep-theirs',
  'use-existing',
  'raise-limit',
] as const;

export const outboxCalls = {
  'outbox.list': reads<OutboxView>()(() => nothing),
  'outbox.price': reads<ChangeOffer>()(() => Wish),
  /**
   * Keeps what was priced and agreed to, and tries once to send it; or takes back what it undoes. When an equal change was
   * kept meanwhile, by another face, that one is tried and returned: one deed, one charge.
   */
  'outbox.keep': changes<Change>()(() =>
    z.extend(Agreement, {
      intent: PaidIntent,
      /**
       * It is sent automatically, for this price, when the service is available again; else it waits for `outbox.send`.
       */
      whenOnline: z.optional(z.boolean()),
    }),
  ),
  'outbox.offer': reads<SendingOffer>()(() => z.strictObject({ ids })),
  /** Tries those that wait once, in this order; returns all of them as they are then. */
  'outbox.send': changes<readonly Change[]>()(() => z.extend(Agreement, { ids })),
  /** Looks at the service for every change whose answer was lost or denied it. */
  'outbox.check': changes<CheckedChanges>()(() => nothing),
  /** How long until the denial of a change can be confirmed, in ms; null: none can be, or not before a sign-in. */
  'outbox.denialWait': reads<{ readonly waitMs: number | null }>()(() =>
    z.strictObject({ id: RowId }),
  ),
  /** Waits until then, and looks. */
  'outbox.settle': changes<Change>()(() => z.strictObject({ id: RowId })),
  /**
   * For a change whose answer was lost, that waits, or that was refused: `undo` withdraws one that was never sent, and
   * dismisses a refused one; `retry` queues a refused one again; `keep-mine` and `keep-theirs` choose for all fields in
   * conflict; `use-existing` uses an equal project instead of creating one; `raise-limit` raises the member limit of a
   * full project and repeats the invitation. `agreed`: what waits after it is tried at once,
   * unless that is more than was agreed to.
   */
  'outbox.resolve': changes<Change>()(() =>
    z.strictObject({ id: RowId, decision: z.enum(DECISIONS), agreed: z.optional(Agreement) }),
  ),
  /** For each field that somebody else changed too. `otherwise`: for those that are not named. */
  'outbox.choose': changes<Change>()(() =>
    z.strictObject({
      id: RowId,
      choices: z.record(Name, Choice),
      otherwise: z._default(z.nullable(Choice), null),
    }),
  ),
  /** Another address for somebody whom the service does not know under the first. */
  'outbox.fixEmail': changes<Change>()(() => z.strictObject({ id: RowId, email: Name })),
  /** Nothing is asked and nothing is sent until it is switched back. It is kept over restarts. */
  'outbox.workOffline': changes<null>()(() => z.strictObject({ isOffline: z.boolean() })),
} as const;
