/**
 * Changes other than uploads. Those that cost credits are priced first, saved when approved, and sent once. Free ones
 * are queued by the calls that make them, and are sent automatically.
 */
import * as z from 'zod/mini';
import { PaidIntent, type Change, type Prospect } from '../model/changes/change.ts';
import type { FloorBreach } from '../model/money/spend-limits.ts';
import { NewProject } from '../service/projects.ts';
import { changes, Count, Name, nothing, reads, RowId } from './call.ts';

export interface OutboxView {
  readonly changes: readonly Change[];
  /** What all waiting ones cost together, and what that would do to the person's floor. */
  readonly waitingCredits: number;
  readonly breach: FloorBreach | null;
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
  /** The effect on the user's floor; it needs an approval of its own, beside that of the price. */
  readonly breach: FloorBreach | null;
}

/** A project as a person describes it; what is null comes from their profile. */
const ProjectWish = z.extend(NewProject, {
  leader: z.nullable(z.string()),
  organisation: z.nullable(z.string()),
  location: z.nullable(z.string()),
});

const Wish = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('create-project'),
    project: ProjectWish,
    /** The person wants it although an equal one exists. */
    isAnother: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('invite-member'), projectId: Name, email: Name }),
  /** With its project, `asked` is the id of a file that the service lists there, whoever uploaded it. */
  z.strictObject({
    kind: z.literal('delete-file'),
    asked: Name,
    projectId: z.optional(Name),
    reason: Name,
  }),
]);

/** Whether the person agreed to going below their floor too. */
const BelowFloor = z.boolean();

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
  'outbox.list': reads<OutboxView>()(nothing),
  'outbox.price': reads<ChangeOffer>()(Wish),
  /** Keeps what was priced and agreed to, and tries once to send it; or takes back what it undoes. */
  'outbox.keep': changes<Change>()(
    z.strictObject({
      intent: PaidIntent,
      credits: Count,
      belowFloor: BelowFloor,
      /**
       * It is sent automatically, for this price, when the service is available again; else it waits for `outbox.send`.
       */
      whenOnline: z.optional(z.boolean()),
    }),
  ),
  /** Tries a waiting change once; null: all that wait, in their order. */
  'outbox.send': changes<readonly Change[]>()(
    z.strictObject({ id: z.nullable(RowId), belowFloor: BelowFloor }),
  ),
  /**
   * For a change whose answer was lost, that waits, or that was refused: `undo` withdraws one that was never sent, and
   * dismisses a refused one; `retry` queues a refused one again; `keep-mine` and `keep-theirs` choose for all fields in
   * conflict; `use-existing` uses an equal project instead of creating one; `raise-limit` raises the member limit of a
   * full project and repeats the invitation, for its price.
   */
  'outbox.resolve': changes<Change>()(z.strictObject({ id: RowId, decision: z.enum(DECISIONS) })),
  /** For each field that somebody else changed too. */
  'outbox.choose': changes<Change>()(
    z.strictObject({ id: RowId, choices: z.record(Name, z.enum(['mine', 'theirs'])) }),
  ),
  /** Another address for somebody whom the service does not know under the first. */
  'outbox.fixEmail': changes<Change>()(z.strictObject({ id: RowId, email: Name })),
  /** Nothing is asked and nothing is sent until it is switched back. It is kept over restarts. */
  'outbox.workOffline': changes<null>()(z.strictObject({ isOffline: z.boolean() })),
} as const;
