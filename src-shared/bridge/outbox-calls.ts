/** Changes that cost credits and are no uploads. They are priced first, kept when agreed to, and sent once. */
import * as z from 'zod/mini';
import { ChangeIntent, type Change, type Prospect } from '../model/change.ts';
import type { FloorBreach } from '../model/spend-limits.ts';
import { NewProject } from '../service/projects.ts';
import { changes, nothing, reads } from './call.ts';
import { Count, Name, RowId } from './inputs.ts';

export interface OutboxView {
  readonly changes: readonly Change[];
  /** What all waiting ones cost together, and what that would do to the person's floor. */
  readonly waitingCredits: number;
  readonly breach: FloorBreach | null;
}

/** What would become of a change, and what it costs. */
export interface ChangeOffer {
  readonly intent: ChangeIntent;
  readonly credits: number;
  readonly prospect: Prospect;
  /** What it would do to the person's floor; a yes to the price alone is none to this. */
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
  z.strictObject({ kind: z.literal('delete-file'), asked: Name, reason: Name }),
]);

/** Whether the person agreed to going below their floor too. */
const BelowFloor = z.boolean();

export const outboxCalls = {
  'outbox.list': reads<OutboxView>()(nothing),
  'outbox.price': reads<ChangeOffer>()(Wish),
  /** Keeps what was priced and agreed to, and tries once to send it; when that fails it waits for `outbox.send`. */
  'outbox.keep': changes<Change>()(
    z.strictObject({ intent: ChangeIntent, credits: Count, belowFloor: BelowFloor }),
  ),
  /** Tries a waiting change once; null: all that wait, in their order. */
  'outbox.send': changes<readonly Change[]>()(
    z.strictObject({ id: z.nullable(RowId), belowFloor: BelowFloor }),
  ),
  /**
   * About a change whose answer was lost, that waits, or that was refused: `undo` takes back what was never sent, and
   * puts away what was refused.
   */
  'outbox.resolve': changes<Change>()(
    z.strictObject({ id: RowId, decision: z.enum(['look', 'leave', 'send-again', 'undo']) }),
  ),
} as const;
