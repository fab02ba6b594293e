/**
 * Reads data that belongs to the service: it answers from the last good copy and refreshes that in the background. The
 * service's record takes precedence for what it owns. A failed refresh leaves the copy unchanged. The mirror never
 * touches what waits in the outbox.
 */
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import {
  mayBeOfOneThing,
  type ServiceFault,
} from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import { untilAborted } from '../../platform/waiting.ts';
import type { MirrorCopy, MirrorRepository, Standing } from '../../db/changes/mirror-repository.ts';

/** One record or list of the service. */
export interface Resource<Value> {
  readonly kind: string;
  /** Unique within its kind. */
  readonly key: string;
  /** How long a copy counts as fresh; data that is about to change may give a shorter time. */
  readonly freshMs: number | ((value: Value) => number);
  /** A copy that an older version saved may have another shape; throws if it cannot be read at all. */
  readonly parse: (body: unknown) => Value;
  readonly fetch: (
    signal: AbortSignal,
  ) => Promise<Result<{ readonly value: Value; readonly isComplete: boolean }, ServiceFault>>;
}

export interface Seen<Value> extends Omit<MirrorCopy, 'body'> {
  readonly value: Value;
  /** `fetchedAtMs`, if it is not fresh or could not be refreshed; null: it is current. */
  readonly asOfMs: number | null;
  /** Why it could not be refreshed; null when it was, or when no refresh was tried yet. */
  readonly fault: ServiceFault | null;
}

export interface MirrorPorts {
  readonly copies: MirrorRepository;
  readonly clock: Clock;
  /** The content of a copy changed, or its service's record disappeared or returned. */
  readonly onChanged: (kind: string) => void;
  /** Whether an error that prevented saving a copy may be temporary: then the previous copy stays. */
  readonly isTolerable: (error: unknown) => boolean;
  /** A person works offline: no copy counts as current. */
  readonly isOffline: () => boolean;
}

type Parsed<Value = unknown> = Omit<MirrorCopy, 'body'> & { readonly value: Value };

/** Reading a copy of so many takes a millisecond. */
const LONG_LIST = 500;
/** In memory. */
const MOST_LISTS = 4;
/** After a failure the service is left alone for this long, however often a page asks. */
const REST_MS = 5 * SECOND_MS;

export type Mirror = ReturnType<typeof makeMirror>;

export function makeMirror({ copies, clock, onChanged, isTolerable, isOffline }: MirrorPorts) {
  const closing = new AbortController();
  const running = new Map<string, Promise<Result<null, ServiceFault>>>();
  const failures = new Map<string, { readonly fault: ServiceFault; readonly atMs: number }>();
  const expired = new Set<string>();
  /** The last long lists, parsed: whoever looks at many files asks for the same few at each. */
  const lists = new Map<string, Parsed>();
  let isAway = false;

  /** Whether the service answers at all: while it does not, nothing that is shown is current. */
  function noteAway(fault: ServiceFault | null): void {
    const before = isAway;
    // A record that fails inside the service says nothing about the copies of others.
    isAway = fault !== null && IS_AWAY.has(fault.kind) && !mayBeOfOneThing(fault);
    if (isAway !== before) onChanged('service');
  }

  /** Refreshes and saves it. One read at a time for each resource: later callers wait for the first. */
  async function refresh<Value>(resource: Resource<Value>): Promise<Result<null, ServiceFault>> {
    const { kind, key } = resource;
    const name = nameOf(resource);
    const fetchedAtMs = clock.nowMs();
    expired.delete(name);
    const read = await resource.fetch(closing.signal);
    closing.signal.throwIfAborted(); // the database to save it in is gone
    noteAway(read.ok ? null : read.fault);
    if (read.ok) {
      failures.delete(name);
      const { value: body, isComplete } = read.value;
      lists.delete(name);
      if (copies.keep(kind, key, { body, fetchedAtMs, isComplete })) onChanged(kind);
      return ok(null);
    }
    const { fault } = read;
    failures.set(name, { fault, atMs: clock.nowMs() });
    const standing = STANDINGS[fault.kind];
    lists.delete(name);
    if (standing !== undefined && copies.mark(kind, key, standing)) onChanged(kind);
    return read;
  }

  function refreshOnce<Value>(resource: Resource<Value>): Promise<Result<null, ServiceFault>> {
    const name = nameOf(resource);
    const known = running.get(name);
    if (known !== undefined) return known;
    const fresh = refresh(resource).finally(() => running.delete(name));
    running.set(name, fresh);
    return fresh;
  }

  /** Nothing awaits it. If the account is closed, its result is dropped. */
  function refreshBehind<Value>(resource: Resource<Value>): void {
    if (closing.signal.aborted) return;
    refreshOnce(resource).catch((error: unknown) => {
      if (!closing.signal.aborted && !isTolerable(error)) throw error;
    });
  }

  function isFresh<Value>(
    { kind, key, freshMs }: Resource<Value>,
    { value, fetchedAtMs }: Pick<Seen<Value>, 'value' | 'fetchedAtMs'>,
  ): boolean {
    const ageMs = clock.nowMs() - fetchedAtMs;
    if (isAway || isOffline() || expired.has(nameOf({ kind, key }))) return false;
    return ageMs >= 0 && ageMs < (typeof freshMs === 'number' ? freshMs : freshMs(value));
  }

  function parsed<Value>(resource: Resource<Value>): Parsed<Value> | null {
    const name = nameOf(resource);
    const known = lists.get(name);
    if (known !== undefined) return known as Parsed<Value>; // a name belongs to one kind of value
    const copy = copies.get(resource.kind, resource.key);
    if (copy === null) return null;
    const { body, ...facts } = copy;
    const read = { ...facts, value: resource.parse(body) };
    if (Array.isArray(read.value) && read.value.length >= LONG_LIST) {
      const [oldest] = lists.keys();
      if (lists.size === MOST_LISTS && oldest !== undefined) lists.delete(oldest);
      lists.set(name, read);
    }
    return read;
  }

  function copyOf<Value>(resource: Resource<Value>): Seen<Value> | null {
    const copy = parsed(resource);
    if (copy === null) return null;
    const { value, fetchedAtMs, isComplete, standing } = copy;
    const fault = failures.get(nameOf(resource))?.fault ?? null;
    const isJustRead = isFresh(resource, { value, fetchedAtMs }) && fault === null;
    const asOfMs = isJustRead ? null : fetchedAtMs;
    return { value, fetchedAtMs, asOfMs, isComplete, standing, fault };
  }

  return {
    /** The copy as it is, without a request; null when there is none. */
    copyOf,

    /** A fault only when there is no copy. Aborting ends the wait. */
    async read<Value>(
      resource: Resource<Value>,
      mode: ReadMode,
      signal: AbortSignal,
    ): Promise<Result<Seen<Value>, ServiceFault>> {
      const copy = copyOf(resource);
      if (mode === 'at-once' && copy !== null) {
        const failedAtMs = failures.get(nameOf(resource))?.atMs ?? -Infinity;
        const isResting = Math.abs(clock.nowMs() - failedAtMs) < REST_MS;
        if (!isFresh(resource, copy) && !isResting) refreshBehind(resource);
        return ok(copy);
      }
      const fresh = await untilAborted(refreshOnce(resource), signal);
      const after = copyOf(resource);
      if (after !== null) return ok(fresh.ok ? { ...after, asOfMs: null } : after);
      if (fresh.ok) throw new Error('a copy that was just kept is not there');
      return fresh;
    },

    /** Other code could not reach the service; null: it could. */
    noteAway,

    /** It was changed on the service: the copy stays until the refresh, which starts now, is done. */
    expire<Value>(resource: Resource<Value>): void {
      expired.add(nameOf(resource));
      refreshBehind(resource);
    },

    /** Saves a record that came with another response; a copy that was read later stays. */
    keep<Value>({ kind, key }: Resource<Value>, body: Value, fetchedAtMs: number): void {
      const known = copies.get(kind, key);
      if (known !== null && known.fetchedAtMs > fetchedAtMs) return;
      lists.delete(nameOf({ kind, key }));
      copies.keep(kind, key, { body, fetchedAtMs, isComplete: true });
      failures.delete(nameOf({ kind, key }));
    },

    /** Ends background reads; nothing is saved from then on. */
    close(): void {
      closing.abort(new Error('the account was closed'));
    },
  };
}

function nameOf({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return JSON.stringify([kind, key]);
}

const IS_AWAY: ReadonlySet<ServiceFault['kind']> = new Set(['unavailable', 'not-signed-in']);

const STANDINGS: Partial<Readonly<Record<ServiceFault['kind'], Standing>>> = {
  'not-found': 'gone',
  forbidden: 'forbidden',
};
