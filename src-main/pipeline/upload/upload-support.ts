/**
 * Known support of services for resumable uploads, by origin. It only saves time and spares services what they cannot
 * handle: forgetting it costs one request, so nothing here may stop an upload.
 */
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import { parseJson } from '../../service/json-text.ts';
import type { State } from '../../db/state.ts';
import { DEFAULT_INTEROP, type Interop } from './resumption.ts';
import { codeOf } from '../../platform/errno.ts';

/**
 * `spare`: it announced an upload and then hung, or broke the HTTP grammar; something in between cannot handle interim
 * answers. It gets no upload fields, like `no`.
 */
export type Support =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'yes'; readonly maxAppendBytes: number | null }
  | { readonly kind: 'no' }
  | { readonly kind: 'spare' };

export type UploadSupport = ReturnType<typeof makeStateSupport>;

const REMEMBERED_MS = DAY_MS; // services are updated; a wrong memory must expire
const FACT = 'resumable-uploads';
export const INTEROP_FACT = 'upload-interop'; // 'none', or a number

/** The interop number to offer a service: the configured one, else the default. */
export function recallInterop(state: State, origin: string): Interop {
  const set = state.serverFacts.get(origin, INTEROP_FACT)?.value;
  if (set === 'none') return set;
  return set !== undefined && /^\d{1,6}$/.test(set) ? Number(set) : DEFAULT_INTEROP;
}

const REWRITTEN_AFTER_MS = HOUR_MS; // each write waits for the disk: one for many uploads is enough

/** Remembers in the account's database. */
export function makeStateSupport(state: State, clock: Clock) {
  /** Null when nothing is remembered, or not any more; the clock may have gone back. */
  const recent = (origin: string, withinMs: number): string | null => {
    const fact = state.serverFacts.get(origin, FACT);
    if (fact === null || Math.abs(clock.nowMs() - fact.learnedAtMs) >= withinMs) return null;
    return fact.value;
  };
  return {
    recall: (origin: string) => readSupport(recent(origin, REMEMBERED_MS)),
    /** Never throws. */
    learn(origin: string, support: Exclude<Support, { kind: 'unknown' }>) {
      const value = JSON.stringify(support);
      if (recent(origin, REWRITTEN_AFTER_MS) === value) return;
      try {
        state.serverFacts.keep({ origin, name: FACT, value, learnedAtMs: clock.nowMs() });
      } catch (error) {
        // A disk that accepts no writes stops the upload at its journal, with a clear message; this memory must not.
        if (codeOf(error) === null) throw error;
      }
    },
  };
}

const Kept = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('yes'), maxAppendBytes: z.nullable(z.int()) }),
  z.strictObject({ kind: z.literal('no') }),
  z.strictObject({ kind: z.literal('spare') }),
]);

function readSupport(value: string | null): Support {
  const json = value === null ? null : parseJson(value);
  const kept = Kept.safeParse(json?.ok === true ? json.value : null);
  return kept.success ? kept.data : { kind: 'unknown' };
}
