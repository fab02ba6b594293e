/**
 * Changes on the service that are no uploads: those that cost credits and those that are free. Plain data with schemas,
 * because it is kept for years and read back. What is particular to a kind is in its entry in `change-kinds.ts`; what may follow
 * what is in `next-change.ts`.
 */
import * as z from 'zod/mini';
import { creditsOf, type ChangePart } from '../money/price.ts';
import {
  type ChangeSpec,
  type PendingEffect,
  fileChanges,
  memberChanges,
  profileChanges,
  projectChanges,
} from './change-kinds.ts';
import { FieldConflict } from './record-edit.ts';
import type { ServiceFault } from '../status/service-fault.ts';
import { MINUTE_MS } from '../text/time.ts';

const kinds = { ...projectChanges, ...memberChanges, ...fileChanges, ...profileChanges };

type Kinds = typeof kinds;
export type ChangeKind = keyof Kinds;
export type IntentOf<Kind extends ChangeKind> = z.output<Kinds[Kind]['schema']>;
/** What a person wants done, exactly as it is sent each time it is tried. */
export type ChangeIntent = { readonly [Kind in ChangeKind]: IntentOf<Kind> }[ChangeKind];

export type FreeKind = {
  readonly [Kind in ChangeKind]: Kinds[Kind]['isFree'] extends true ? Kind : never;
}[ChangeKind];
export type PaidKind = Exclude<ChangeKind, FreeKind>;
export type FreeIntent = Extract<ChangeIntent, { kind: FreeKind }>;
export type PaidIntent = Extract<ChangeIntent, { kind: PaidKind }>;
/** Gives fields of a record new values, on top of values that were seen. */
export type EditIntent = Extract<ChangeIntent, { bases: unknown }>;

/** One entry for each kind. */
const CHANGE_KINDS: { readonly [Kind in ChangeKind]: ChangeSpec<IntentOf<Kind>, ChangeKind> } =
  kinds;

export function kindOf(intent: ChangeIntent): ChangeSpec<ChangeIntent, ChangeKind> {
  return CHANGE_KINDS[intent.kind];
}

type Schemas<Kind extends ChangeKind> = [Kinds[Kind]['schema'], ...Kinds[Kind]['schema'][]];

const paid = Object.values(kinds).filter((kind) => !kind.isFree);
export const PaidIntent = z.discriminatedUnion(
  'kind',
  paid.map(({ schema }) => schema) as Schemas<PaidKind>,
);
export const ChangeIntent = z.discriminatedUnion(
  'kind',
  Object.values(kinds).map(({ schema }) => schema) as Schemas<ChangeKind>,
);

/** What the service held right before a change was sent. What is free is recognised by what it wanted. */
export const ChangeBaseline = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('free') }),
  ...paid.map(({ baseline }) => baseline),
]);
export type ChangeBaseline = z.output<typeof ChangeBaseline>;

/** It is free, so it is sent automatically and may be sent again. */
export function isFree(intent: ChangeIntent): intent is FreeIntent {
  return kindOf(intent).isFree;
}

/**
 * The result of the last check after a lost or denying answer. `too-early`: not found yet, and the service may still be
 * processing it. `absent`: a complete check, long enough after. `several`: more than one candidate. `cannot-tell`: the
 * check proved nothing either way. `charged`: not found either, but the balance fell by more than is explained.
 */
export const FINDINGS = [
  'not-looked',
  'too-early',
  'absent',
  'several',
  'cannot-tell',
  'charged',
] as const;
export type Finding = (typeof FINDINGS)[number];

/** What has to be read before a change is sent. */
export const READS = [
  'projects',
  'project',
  'person',
  'balance',
  'file',
  'record',
  'tags',
] as const;
export type Read = (typeof READS)[number];

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
  /** The service no longer lists the project, or not for this account: all its changes are blocked together. */
  z.strictObject({ kind: z.literal('project-away'), fault: Fault }),
  /** The service refused a read that has to come first, so nothing was sent. */
  z.strictObject({ kind: z.literal('unread'), what: z.enum(READS), fault: Fault }),
  /** Nobody on the service has this address. */
  z.strictObject({ kind: z.literal('no-account'), email: z.string() }),
  /** It would leave less than the person wants to keep, which they did not agree to. */
  z.strictObject({ kind: z.literal('reserve'), reserve: z.int(), left: z.int() }),
]);
export type RefusalCause = z.output<typeof RefusalCause>;

const Moment = z.int(); // ms since 1970

/** When a change was tried last, and why it was not carried out then. It says nothing about the present. */
const LastTry = z.strictObject({ atMs: Moment, fault: Fault });
export type LastTry = z.output<typeof LastTry>;

/**
 * When an earlier attempt lost its answer; null when there was none. It stays open, whatever the result of a later one.
 */
const earlier = { earlierLostAtMs: z.nullable(Moment) };
const lost = {
  /** When the exchange without an answer, or with one that denies it, ended. */
  lostAtMs: Moment,
  finding: z.enum(FINDINGS),
  lookedAtMs: z.nullable(Moment),
  /** The answer of a paid change that denies it, which it may also do after the deed. Absent: none came. */
  denial: z.optional(z.strictObject({ status: z.int(), fault: Fault, ...earlier })),
};

export const ChangeState = z.discriminatedUnion('state', [
  /** Nothing of it is under way. */
  z.strictObject({ state: z.literal('waiting'), lastTry: z.nullable(LastTry), ...earlier }),
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
  /**
   * The person agreed that it is sent for its price as soon as the service is available. Absent: it awaits approval.
   */
  readonly agreed?: {
    /** It may take the balance below the user's reserve of so many credits, and of no other; null: below none. */
    readonly passedReserve: number | null;
  };
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

/** What it is charged for; nothing when it is free. */
export function chargesOf(intent: ChangeIntent): readonly ChangePart[] {
  return kindOf(intent).charges(intent);
}

/** What it costs, in credits. */
export function changeCredits(intent: ChangeIntent): number {
  return creditsOf(chargesOf(intent));
}

/** Nothing was sent: it was so already. */
export function wasSoAlready(state: ChangeState): boolean {
  return state.state === 'delivered' && state.by === 'already-there';
}

/** What it costs, or cost: nothing where it ended without being sent. */
export function priceOf({ intent, state }: Pick<Change, 'intent' | 'state'>): number {
  return wasSoAlready(state) || state.state === 'withdrawn' ? 0 : changeCredits(intent);
}

/** What was charged for it, as far as it is known. */
export function chargedCredits(change: Pick<Change, 'intent' | 'state'>): number {
  return change.state.state === 'delivered' ? priceOf(change) : 0;
}

/** What people see of it before it is done. */
export function effectOf(intent: ChangeIntent): PendingEffect {
  return kindOf(intent).effect(intent);
}

/** The name of the project, the person or the file it is about; empty for the caller's own record. */
export function nameOf(intent: ChangeIntent): string {
  return kindOf(intent).name(intent);
}

/** The same for changes that want the same: of those that cost only one may be under way. */
export function subjectOf(intent: ChangeIntent): string {
  return JSON.stringify([intent.kind, ...kindOf(intent).subject(intent)]);
}

/** Changes of one lane are sent in the order they were made: one per project, and one for what is in none. */
export function laneOf(intent: ChangeIntent): string {
  return projectOf(intent) ?? subjectOf(intent);
}

/** The project it is about, or its local id; null for a change that is about none, or creates one. */
export function projectOf(intent: ChangeIntent): string | null {
  return 'projectId' in intent ? intent.projectId : null;
}

/** The person it is about, or their local id; null for a change that is about none. */
export function personOf(intent: ChangeIntent): string | null {
  return 'userId' in intent ? intent.userId : null;
}

/** Under which the bytes that it sends are kept; null when it has none. */
export function blobOf(intent: ChangeIntent): string | null {
  return 'blob' in intent ? intent.blob : null;
}

/** A new project whose id the service has not said yet. */
export function isNameless({ intent, state }: Pick<Change, 'intent' | 'state'>): boolean {
  const isMade = intent.kind === 'create-project' && state.state === 'delivered';
  return isMade && state.projectId === null;
}

/** Nothing of it is on the service yet; null: nothing is left of it. */
export function isWaiting(change: Change | null): boolean {
  return change?.state.state === 'waiting';
}

/** A denial that reading may still confirm or refute: it is checked automatically, and nobody is asked meanwhile. */
export function isDenialOpen(state: ChangeState): boolean {
  if (state.state !== 'unknown' || state.denial === undefined) return false;
  return state.finding === 'not-looked' || state.finding === 'too-early';
}

/** Whether it needs attention: counted, and shown first. Free changes and denials are checked automatically. */
export function changeNeedsPerson({ intent, state }: Pick<Change, 'intent' | 'state'>): boolean {
  if (state.state === 'unknown') return !isFree(intent) && !isDenialOpen(state);
  return state.state === 'refused' && !isDismissed(state);
}

/** Whether a person dismissed its refusal. Its cost stays unchanged. */
export function isDismissed(state: ChangeState): boolean {
  return state.state === 'refused' && state.putAwayAtMs !== undefined;
}
