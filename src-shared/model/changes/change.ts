/**
 * Changes on the service that are no uploads: those that cost credits (creating a project, inviting a member, deleting a
 * file) and those that are free (`free-change.ts`). Plain data with schemas, because it is kept for years and read back;
 * what may follow what is in `next-change.ts`.
 */
import * as z from 'zod/mini';
import { CREDITS } from '../../service/limits.ts';
import { NewProject } from '../../service/projects.ts';
import { FREE_INTENTS, FREE_KINDS, type FreeKind } from './free-change.ts';
import { VISIBILITIES } from '../money/price.ts';
import { FieldConflict } from './record-edit.ts';
import { assertNever } from '../result.ts';
import type { ServiceFault } from '../status/service-fault.ts';
import { MINUTE_MS } from '../text/time.ts';

const filled = z.string().check(z.minLength(1));

const PAID_INTENTS = [
  z.strictObject({
    kind: z.literal('create-project'),
    project: NewProject,
    /** The person wants it although a project with this name, dates and leader exists. */
    isAnother: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('invite-member'),
    projectId: filled,
    userId: filled,
    /** How the person named them; shown, never sent. */
    userName: filled,
  }),
  z.strictObject({
    kind: z.literal('delete-file'),
    projectId: filled,
    visibility: z.enum(VISIBILITIES),
    fileId: filled,
    /** Shown, never sent. */
    fileName: z.string(),
    /** The caller's own id, as the service wants it. */
    userId: filled,
    reason: filled,
  }),
] as const;

export const PaidIntent = z.discriminatedUnion('kind', PAID_INTENTS);
export type PaidIntent = z.output<typeof PaidIntent>;

/** What a person wants done, exactly as it is sent each time it is tried. */
export const ChangeIntent = z.discriminatedUnion('kind', [...PAID_INTENTS, ...FREE_INTENTS]);
export type ChangeIntent = z.output<typeof ChangeIntent>;
export type ChangeKind = ChangeIntent['kind'];
export type IntentOf<Kind extends ChangeKind> = Extract<ChangeIntent, { kind: Kind }>;
export type FreeIntent = IntentOf<FreeKind>;

const FREE: ReadonlySet<string> = new Set(FREE_KINDS);

/** It costs nothing, so it goes by itself and may be sent again. */
export function isFree(intent: ChangeIntent): intent is FreeIntent {
  return FREE.has(intent.kind);
}

/** What the service held right before a change was sent: its effect is recognised by the difference. */
export const ChangeBaseline = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('create-project'),
    projectIds: z.array(z.string()),
    /** False when the list could not be read to its end: then nothing can be recognised as new. */
    isComplete: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('invite-member'),
    /** False when the lists were cut short: the person was not seen, which does not prove their absence. */
    isProvenAbsent: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('delete-file'), status: z.string() }),
  /** What is free is recognised by what it wanted, not by a difference. */
  z.strictObject({ kind: z.literal('free') }),
]);
export type ChangeBaseline = z.output<typeof ChangeBaseline>;

/**
 * What the last look after a lost answer came to. `too-early`: not there yet, and the service may still be at it.
 * `absent`: a complete look, long enough after. `several`: more than one thing could be it. `cannot-tell`: the look
 * proved nothing either way.
 */
export const FINDINGS = ['not-looked', 'too-early', 'absent', 'several', 'cannot-tell'] as const;
export type Finding = (typeof FINDINGS)[number];

const Fault = z.custom<ServiceFault>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value,
);

/** A service may still carry out a request long after its connection broke; nobody says how long. */
export const ABSENCE_WAIT_MS = 10 * MINUTE_MS;

/** Why the service, or Labseal before asking it, said no. */
export const RefusalCause = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('service'), fault: Fault }),
  z.strictObject({ kind: z.literal('credits'), needed: z.int(), balance: z.int() }),
  /** A project of this name, dates and leader is there already. */
  z.strictObject({ kind: z.literal('exists'), projectId: z.string() }),
  /** Somebody changed the same fields meanwhile, to something else. */
  z.strictObject({ kind: z.literal('changed-there'), fields: z.array(FieldConflict) }),
  z.strictObject({ kind: z.literal('full'), members: z.int(), most: z.int() }),
  /** The service shows the project no more, or not to this account: all its changes stand still together. */
  z.strictObject({ kind: z.literal('project-away'), fault: Fault }),
  /** Nobody on the service has this address. */
  z.strictObject({ kind: z.literal('no-account'), email: z.string() }),
  /** It would leave less than the person wants to keep, which they did not agree to. */
  z.strictObject({ kind: z.literal('floor'), floor: z.int(), left: z.int() }),
]);
export type RefusalCause = z.output<typeof RefusalCause>;

const Moment = z.int(); // ms since 1970
/** When an earlier try lost its answer; null when there was none. It stays open whatever becomes of a later one. */
const earlier = { earlierLostAtMs: z.nullable(Moment) };
const lost = {
  /** When the exchange without an answer ended. */
  lostAtMs: Moment,
  finding: z.enum(FINDINGS),
  lookedAtMs: z.nullable(Moment),
};

export const ChangeState = z.discriminatedUnion('state', [
  /** Nothing of it is under way. `trouble`: why the last try did not leave this computer. */
  z.strictObject({ state: z.literal('waiting'), trouble: z.nullable(Fault), ...earlier }),
  z.strictObject({ state: z.literal('sending'), sinceMs: Moment, ...earlier }),
  /** It may have been carried out; only looking, or a person, ends this. */
  z.strictObject({ state: z.literal('unknown'), ...lost }),
  /** A person leaves it open: nothing is asked any more, evidence still counts. */
  z.strictObject({ state: z.literal('left'), ...lost }),
  z.strictObject({
    state: z.literal('delivered'),
    atMs: Moment,
    /** `already-there`: nothing was sent, because it was so already. */
    by: z.enum(['answer', 'evidence', 'already-there']),
    /** The service's id of a new project, once it is known; null for other kinds. */
    projectId: z.nullable(z.string()),
  }),
  z.strictObject({
    state: z.literal('refused'),
    atMs: Moment,
    cause: RefusalCause,
    /** When a person put it away: it asks for nothing any more. Absent until then. */
    putAwayAtMs: z.optional(Moment),
    ...earlier,
  }),
  /** Taken back by a person. Nothing of it was ever sent. */
  z.strictObject({ state: z.literal('withdrawn'), atMs: Moment }),
]);
export type ChangeState = z.output<typeof ChangeState>;
/** @internal For tests, which go through all of them. */
export const CHANGE_STATES = [
  'waiting',
  'sending',
  'unknown',
  'left',
  'delivered',
  'refused',
  'withdrawn',
] as const satisfies readonly ChangeState['state'][];

export interface Change {
  /** Short enough to type. */
  readonly id: number;
  /** Sent with every try as Idempotency-Key. */
  readonly key: string;
  readonly intent: ChangeIntent;
  readonly state: ChangeState;
  /** Null until it was sent for the first time. */
  readonly baseline: ChangeBaseline | null;
  /** How often its bytes may have left. */
  readonly attempts: number;
  readonly createdAtMs: number;
  /** The person agreed that it goes for its price as soon as the service is there. Absent: it waits for their word. */
  readonly agreed?: { readonly belowFloor: boolean };
}

/** What would become of a change if it were sent now. */
export type Prospect =
  | { readonly kind: 'would-go'; readonly balance: number }
  | { readonly kind: 'already-there' }
  | { readonly kind: 'would-be-refused'; readonly cause: RefusalCause }
  /** It would undo a change that waits: that one is taken back, and nothing is sent or charged. */
  | { readonly kind: 'would-cancel'; readonly changeId: number }
  /** The service cannot be asked now. `balance`: the last one that was read; null: none was. */
  | {
      readonly kind: 'would-wait';
      readonly fault: ServiceFault | null;
      readonly balance: number | null;
      readonly balanceAtMs: number | null;
    };

/** What it costs, in credits. */
export function changeCredits(intent: ChangeIntent): number {
  switch (intent.kind) {
    case 'create-project': {
      const invitations = intent.project.members.length * CREDITS.projectInvitation;
      return CREDITS.projectCreation + invitations;
    }
    case 'invite-member':
      return CREDITS.projectInvitation;
    case 'delete-file':
      return CREDITS.fileDeletion;
    case 'remove-member':
    case 'activate-member':
    case 'edit-project':
    case 'create-tag':
    case 'edit-profile':
    case 'set-avatar':
      return 0;
    default:
      return assertNever(intent);
  }
}

/** The same for changes that want the same: of those that cost only one may be under way. */
export function subjectOf(intent: ChangeIntent): string {
  switch (intent.kind) {
    case 'create-project': {
      const { name, startDate, endDate } = intent.project;
      return JSON.stringify([intent.kind, name, startDate, endDate]);
    }
    case 'invite-member':
      return JSON.stringify([intent.kind, intent.projectId, intent.userId]);
    case 'delete-file':
      return JSON.stringify([intent.kind, intent.projectId, intent.visibility, intent.fileId]);
    case 'remove-member':
    case 'activate-member':
      return JSON.stringify([intent.kind, intent.projectId, intent.userId]);
    case 'edit-project':
      return JSON.stringify([intent.kind, intent.projectId]);
    case 'create-tag':
      return JSON.stringify([intent.kind, intent.name.trim().toLowerCase()]);
    case 'edit-profile':
    case 'set-avatar':
      return JSON.stringify([intent.kind]);
    default:
      return assertNever(intent);
  }
}

/** Changes with the same lane are sent in the order they were made: one per project, and one for what is in none. */
export function laneOf(intent: ChangeIntent): string {
  return projectOf(intent) ?? subjectOf(intent);
}

/** The project it is about, or the one that stands in for it; null for what is about none, or makes one. */
export function projectOf(intent: ChangeIntent): string | null {
  return 'projectId' in intent ? intent.projectId : null;
}

/** Whether a person has to look at it: counted, and shown first. What is free is looked for by itself. */
export function changeNeedsPerson({ intent, state }: Pick<Change, 'intent' | 'state'>): boolean {
  if (state.state === 'unknown') return !isFree(intent);
  return state.state === 'refused' && !isPutAway(state);
}

/** Whether a person has seen that it was refused, and wants to hear no more of it. What it cost stays as it is. */
export function isPutAway(state: ChangeState): boolean {
  return state.state === 'refused' && state.putAwayAtMs !== undefined;
}
