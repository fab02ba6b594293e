/**
 * What the outbox must know about each kind of change to send it: how the service is checked before and after, what the
 * result means, what is sent, and which copies are outdated afterwards. Fields, price and merging are defined in
 * `src-shared/model/changes/kinds`.
 */
import type {
  Change,
  ChangeBaseline,
  ChangeState,
  Read,
  RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import type { ChangeEvent } from '../../../src-shared/model/changes/next-change.ts';
import type { Comparison } from '../../../src-shared/model/changes/record-edit.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ScopeLabels } from '../../../src-shared/model/projects/project-fields.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Project } from '../../../src-shared/service/projects.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { SentScopes } from '../projects/projects.ts';

export type Answer<Value> = Promise<Result<Value, ServiceFault>>;

export interface SendPorts {
  readonly client: ServiceClient;
  /** Bytes that a change sends; null when they are gone. */
  readonly blob: (id: string) => Uint8Array | null;
}

export interface CheckPorts extends SendPorts {
  /** The names of a project's scopes, as far as they were learned. */
  readonly labelsOf: (project: Project) => ScopeLabels;
  /** The picture in an answer; null when it is not one. */
  readonly readPicture: (text: string) => Buffer | null;
}

export type Verdict =
  /** `projectId`: of the new project; null for other kinds. */
  | { readonly kind: 'done'; readonly projectId: string | null }
  | { readonly kind: 'several'; readonly projectIds: readonly string[] }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'cannot-tell' };

/** `body`: for an edit, the fields to send; null for kinds that always send all. */
export type SendingPlan<Body> =
  | { readonly do: 'send'; readonly baseline: ChangeBaseline; readonly body: Body }
  | { readonly do: 'end'; readonly event: ChangeEvent };

/** The caller's own id, and the time. */
export interface Asked {
  readonly userId: string;
  readonly atMs: number;
}

export interface Evaluated<Intent> {
  readonly intent: Intent;
  /** Null: it was never sent, so nothing on the service can be its effect. */
  readonly baseline: ChangeBaseline | null;
}

type Delivered = Extract<ChangeState, { state: 'delivered' }>;

/** `Snapshot`: the result of a check of the service. It has the same kind as the change it is used with. */
export interface OutboxKind<Intent, Snapshot, Body = null> {
  /** Resolves references that were entered without the service: the change with them, or why it cannot be sent. */
  identify?(
    intent: Intent,
    client: ServiceClient,
    signal: AbortSignal,
  ): Answer<{ readonly intent: Intent } | { readonly cause: RefusalCause }>;
  /** What `check` reads, in a word for a person to whom the service refuses it. */
  readonly reads: Read;
  /** Uses documented read calls only; it changes nothing and is free. */
  check(intent: Intent, ports: CheckPorts, signal: AbortSignal): Answer<Snapshot>;
  /**
   * Whether the service has the requested result. Pure. Never `not-there` unless the check was complete. Never counts
   * what existed before the change was sent. `userId`: the caller's own.
   */
  evaluate(change: Evaluated<Intent>, snapshot: Snapshot, userId: string): Verdict;
  /** What to do with a waiting change that is not done yet. Pure. */
  plan(change: Evaluated<Intent>, snapshot: Snapshot, asked: Asked): SendingPlan<Body>;
  /**
   * What is sent although the service refused the check. Null, or absent: nothing, because it might be paid for twice or
   * replace what nobody saw. `isRepeat`: an earlier attempt lost its answer.
   */
  sendUnread?(intent: Intent, isRepeat: boolean): SendingPlan<Body> | null;
  /** The service's own question before the change is paid for. */
  readonly question?: 'canCreateProject' | 'canInviteMember';
  /** Sends it once; returns the text of the answer. */
  send(
    change: { readonly intent: Intent; readonly key: Change['key'] },
    body: Body,
    ports: SendPorts,
    signal: AbortSignal,
  ): Answer<string>;
  /** A refusal that the preceding check explains better. */
  explain?(cause: RefusalCause, snapshot: Snapshot): RefusalCause;
  /** A refusal that only says that the result already exists. Asked only after a check that was answered. */
  isDoneBy?(cause: RefusalCause): boolean;
  /** Copies that are outdated once it is done. */
  expire(intent: Intent, mirror: Pick<Mirror, 'copyOf' | 'expire'>, resources: Resources): void;
  /** Scopes that the service accepted with it, so that their numbers can be learned; null: none, or unknown. */
  scopes?(intent: Intent, state: Delivered): TakenScopes | null;
}

export interface TakenScopes {
  readonly projectId: string;
  readonly sent: SentScopes;
}

export const DONE = { kind: 'done', projectId: null } as const;
export const FREE = { kind: 'free' } as const;

/** A thing that exists once the change is done. */
export function presence(isThere: boolean, isComplete: boolean): Verdict {
  if (isThere) return DONE;
  return isComplete ? { kind: 'not-there' } : { kind: 'cannot-tell' };
}

export function end<Body>(event: ChangeEvent): SendingPlan<Body> {
  return { do: 'end', event };
}

export function sendAs(baseline: ChangeBaseline): SendingPlan<null> {
  return { do: 'send', baseline, body: null };
}

/** The subject of the change is not on the service. */
export function endNotThere(atMs: number): SendingPlan<null> {
  const fault = { kind: 'not-found', serviceSays: null } as const;
  return end({ type: 'refused', cause: { kind: 'service', fault }, atMs });
}

/** The project and its people are read again. */
export function expireProject(
  { projectId }: { readonly projectId: string },
  mirror: Pick<Mirror, 'expire'>,
  resources: Resources,
): void {
  mirror.expire(resources.projects);
  mirror.expire(resources.project(projectId));
  mirror.expire(resources.onHold(projectId));
}

/** The text of an answer that has it here. */
export function wordsOf(
  answer: Result<{ readonly responseMessage: string }, ServiceFault>,
): Result<string, ServiceFault> {
  return answer.ok ? ok(answer.value.responseMessage) : answer;
}

/** The record shows every requested value. */
export function isShown({ toSend, conflicts }: Comparison): boolean {
  return toSend.length === 0 && conflicts.length === 0;
}

/** A value that someone else changed meanwhile is not overwritten: nothing is sent, and a person chooses. */
export function planEdit<Body>(
  { toSend, conflicts }: Comparison,
  bodyOf: (toSend: readonly string[]) => Body,
  atMs: number,
): SendingPlan<Body> {
  if (conflicts.length > 0) {
    const cause = { kind: 'changed-there' as const, fields: [...conflicts] };
    return end({ type: 'refused', cause, atMs });
  }
  return { do: 'send', baseline: FREE, body: bodyOf(toSend) };
}
