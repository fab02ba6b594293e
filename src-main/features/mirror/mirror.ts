/**
 * Reads of what belongs to the service, answered from the last good copy and refreshed behind it. The service's record
 * wins for what it owns; a refresh that failed leaves the copy as it is. It never touches what waits in the outbox.
 */
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MirrorRepository, Standing } from '../../db/changes/mirror-repository.ts';

/** One record or list of the service. */
export interface Resource<Value> {
  readonly kind: string;
  /** Within its kind. */
  readonly key: string;
  /** How long a copy counts as just read; what is about to change by itself may say less. */
  readonly freshMs: number | ((value: Value) => number);
  /** A copy that was kept by an older version may read differently; throws on what it cannot read at all. */
  readonly parse: (body: unknown) => Value;
  readonly fetch: (
    signal: AbortSignal,
  ) => Promise<Result<{ readonly value: Value; readonly isComplete: boolean }, ServiceFault>>;
}

export interface Seen<Value> {
  readonly value: Value;
  /** When its reading began. */
  readonly fetchedAtMs: number;
  /** The same while it is older than fresh, or could not be read anew; null: just now. */
  readonly asOfMs: number | null;
  /** Of a list: proven to be whole. */
  readonly isComplete: boolean;
  readonly standing: Standing;
  /** Why it could not be read anew; null when it was, or nobody tried yet. */
  readonly fault: ServiceFault | null;
}

/** `at-once`: the copy, when there is one. `fresh`: the service first, the copy when that fails. */
export type ReadMode = 'at-once' | 'fresh';

export interface MirrorPorts {
  readonly copies: MirrorRepository;
  readonly clock: Clock;
  /** A copy says something else than before, or its service's record is gone or back. */
  readonly onChanged: (kind: string) => void;
  /** Whether an error that kept a copy from being written may pass: then the one before stays. */
  readonly isTolerable: (error: unknown) => boolean;
  /** A person works offline: every copy is of its time. */
  readonly isOffline: () => boolean;
}

/** A service that just failed is left alone for a moment, however often a page asks. */
const REST_MS = 5 * SECOND_MS;

export type Mirror = ReturnType<typeof makeMirror>;

export function makeMirror({ copies, clock, onChanged, isTolerable, isOffline }: MirrorPorts) {
  const closing = new AbortController();
  const running = new Map<string, Promise<Result<null, ServiceFault>>>();
  const failures = new Map<string, { readonly fault: ServiceFault; readonly atMs: number }>();
  const expired = new Set<string>();
  let isAway = false;

  /** Whether the service answers at all: while it does not, nothing that is shown is of now. */
  function noteAway(fault: ServiceFault | null): void {
    const before = isAway;
    isAway = fault !== null && IS_AWAY.has(fault.kind);
    if (isAway !== before) onChanged('service');
  }

  /** Reads it anew and keeps it. One at a time for each resource: whoever comes later waits for the first. */
  async function refresh<Value>(resource: Resource<Value>): Promise<Result<null, ServiceFault>> {
    const { kind, key } = resource;
    const name = nameOf(resource);
    const fetchedAtMs = clock.nowMs();
    expired.delete(name);
    const read = await resource.fetch(closing.signal);
    closing.signal.throwIfAborted(); // there is nothing to keep it in any more
    noteAway(read.ok ? null : read.fault);
    if (read.ok) {
      failures.delete(name);
      const { value: body, isComplete } = read.value;
      if (copies.keep(kind, key, { body, fetchedAtMs, isComplete })) onChanged(kind);
      return ok(null);
    }
    const { fault } = read;
    failures.set(name, { fault, atMs: clock.nowMs() });
    const standing = STANDINGS[fault.kind];
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

  /** Nobody waits for it; when the account is closed it ends unheard. */
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

  function copyOf<Value>(resource: Resource<Value>): Seen<Value> | null {
    const copy = copies.get(resource.kind, resource.key);
    if (copy === null) return null;
    const { fetchedAtMs, isComplete, standing } = copy;
    const fault = failures.get(nameOf(resource))?.fault ?? null;
    const value = resource.parse(copy.body);
    const isJustRead = isFresh(resource, { value, fetchedAtMs }) && fault === null;
    const asOfMs = isJustRead ? null : fetchedAtMs;
    return { value, fetchedAtMs, asOfMs, isComplete, standing, fault };
  }

  return {
    /** The copy as it is, without asking anybody; null when there is none. */
    copyOf,

    /** A fault only when there is no copy either. Aborting ends the wait. */
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

    /** The service could not be reached by something else; null: it was. */
    noteAway,

    /** It was changed there: the copy stays until it was read anew, which begins now. */
    expire<Value>(resource: Resource<Value>): void {
      expired.add(nameOf(resource));
      refreshBehind(resource);
    },

    /** A record that came along with something else; a copy that was read later stays. */
    keep<Value>({ kind, key }: Resource<Value>, body: Value, fetchedAtMs: number): void {
      const known = copies.get(kind, key);
      if (known !== null && known.fetchedAtMs > fetchedAtMs) return;
      copies.keep(kind, key, { body, fetchedAtMs, isComplete: true });
      failures.delete(nameOf({ kind, key }));
    },

    /** Ends what is read behind; nothing is kept from then on. */
    close(): void {
      closing.abort(new Error('the account was closed'));
    },
  };
}

function nameOf({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return JSON.stringify([kind, key]);
}

/** Several may wait for one reading: whoever stops waiting does not end it for the others. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const IS_AWAY: ReadonlySet<ServiceFault['kind']> = new Set([
  'unavailable',
  'not-the-service',
  'not-signed-in',
]);

const STANDINGS: Partial<Readonly<Record<ServiceFault['kind'], Standing>>> = {
  'not-found': 'gone',
  forbidden: 'forbidden',
};
