/** What goes wrong with one request: drawn once, when it starts, by the rates of the fault profile. */
import type { Chance } from '../chance.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import {
  FAULTS_BY_PLACE,
  type FaultAt,
  type FaultProfile,
  type PartialOutage,
  type Place,
} from '../fault-profile.ts';
import type { Call } from '../service/call.ts';
import { UPLOAD } from '../service/service.ts';

export type Trouble =
  | { readonly at: 'connect'; readonly kind: FaultAt<'connect'> }
  | { readonly at: 'upload'; readonly kind: FaultAt<'upload'> }
  /** `byte`: the first one that does not arrive. */
  | { readonly at: 'body'; readonly kind: FaultAt<'body'>; readonly byte: number }
  | { readonly at: 'outcome'; readonly kind: FaultAt<'outcome'> }
  | { readonly at: 'instead'; readonly kind: FaultAt<'instead'> }
  /** This status comes in place of the answer, with or without a record. Never drawn. */
  | { readonly at: 'status'; readonly status: number; readonly isRecorded: boolean };

/** Null for a request that goes well. */
export function drawTrouble(
  call: Call,
  bodyBytes: number,
  { rates, partialOutage }: FaultProfile,
  chance: Chance,
): Trouble | null {
  if (partialOutage !== null && isOfKind(partialOutage.requests, call)) {
    const { trouble: kind } = partialOutage;
    return kind === 'error-before-commit' ? { at: 'instead', kind } : { at: 'outcome', kind };
  }
  const draw = <At extends Place>(at: At): FaultAt<At> | null => {
    const kinds: readonly FaultAt<At>[] = FAULTS_BY_PLACE[at];
    return kinds.find((kind) => rates[kind] > 0 && chance.happens(rates[kind])) ?? null;
  };
  const connect = draw('connect');
  if (connect !== null) return { at: 'connect', kind: connect };
  const upload = call.url.pathname.startsWith('/uploads/') ? draw('upload') : null;
  if (upload !== null) return { at: 'upload', kind: upload };
  const body = bodyBytes > 0 ? draw('body') : null;
  if (body !== null) return { at: 'body', kind: body, byte: byteOf(bodyBytes, chance) };
  const outcome = draw('outcome');
  if (outcome !== null) return { at: 'outcome', kind: outcome };
  const instead = draw('instead');
  return instead === null ? null : { at: 'instead', kind: instead };
}

function isOfKind(requests: PartialOutage['requests'], { method, url }: Call): boolean {
  switch (requests) {
    case 'lists':
      return method === 'GET' && UPLOAD.test(url.pathname);
    case 'checks':
      return url.pathname === '/projects/files/verify';
    case 'history':
      return url.pathname.includes('/transactions/');
    default:
      return assertNever(requests);
  }
}

const LAST_BYTES = 60; // the closing delimiter of a form, and a little before it

/** Anywhere, and often at the end. */
function byteOf(bodyBytes: number, chance: Chance): number {
  if (chance.happens(0.5)) return chance.below(bodyBytes);
  return bodyBytes - 1 - chance.below(Math.min(bodyBytes, LAST_BYTES));
}
