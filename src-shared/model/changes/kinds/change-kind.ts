/**
 * What has to be said of each kind of change, once: its fields, its price, how it merges with changes that wait, and how
 * it shows until it is done. How it is sent and recognised is said in `src-main/features/outbox/kinds`.
 */
import * as z from 'zod/mini';
import type { Project } from '../../../service/projects.ts';
import type { ChangePart } from '../charged-parts.ts';

/** What a requested change does to changes that wait and were never sent. `Kind`: the kinds there are. */
export interface MergeRule<Kind extends string = string> {
  /** One of this kind about the same person is withdrawn, and nothing is added. */
  readonly cancels?: Kind;
  /** One of this kind about the same person is withdrawn, and this one is added. */
  readonly supersedes?: Kind;
  /**
   * When an equal change waits: `add` a second one, let the waiting one count for both (`once`), `replace` it, or merge
   * both field by field (`edit`).
   */
  readonly repeat: 'add' | 'once' | 'replace' | 'edit';
}

/** What people see of a change before it is done. */
export type PendingEffect =
  /** `project`: as it is shown under this id. */
  | { readonly on: 'new-project'; readonly project: (id: string) => Project }
  | { readonly on: 'project'; readonly projectId: string; readonly edit: object }
  | {
      readonly on: 'member';
      readonly becomes: 'on-hold' | 'active' | 'gone';
      readonly projectId: string;
      readonly userId: string;
      readonly userName: string;
    }
  | { readonly on: 'tag'; readonly name: string }
  | { readonly on: 'profile'; readonly userId: string; readonly edit: object }
  | { readonly on: 'nothing' };

interface CommonSpec<Intent> {
  /** Of the project, the person or the file; shown, never sent. */
  name(intent: Intent): string;
  /** The same for changes that want the same. It is kept in the database. */
  subject(intent: Intent): readonly string[];
  readonly merge: MergeRule;
  effect(intent: Intent): PendingEffect;
  /** The same change with this edit in it, while it was never sent. */
  amend?(intent: Intent, edit: object): Intent;
}

export interface PaidSpec<Intent> extends CommonSpec<Intent> {
  /** What it is charged for. */
  charges(intent: Intent): readonly ChangePart[];
  /** What the service held right before it was sent: its effect is recognised by the difference. */
  readonly baseline: Keyed;
}

/** Anything with a `kind`. */
type Keyed = z.core.$ZodTypeDiscriminable;

export interface ChangeSpec<Intent, Kind extends string> extends CommonSpec<Intent> {
  readonly isFree: boolean;
  readonly merge: MergeRule<Kind>;
  charges(intent: Intent): readonly ChangePart[];
}

/** It costs credits: sent at most once without a person. */
export function paidKind<Schema extends Keyed, const Spec extends PaidSpec<z.output<Schema>>>(
  schema: Schema,
  spec: Spec,
) {
  return { ...spec, schema, isFree: false as const };
}

/** It is free: it may wait, is sent automatically, and may be sent twice without harm. */
export function freeKind<Schema extends Keyed, const Spec extends CommonSpec<z.output<Schema>>>(
  schema: Schema,
  spec: Spec,
) {
  return { ...spec, schema, isFree: true as const, charges: (): readonly ChangePart[] => [] };
}

export const filled = z.string().check(z.minLength(1));
