/**
 * Decides what a path on disk means for its row. Pure: no clock, disk or database. Content is unknown here;
 * plan-content.ts decides about it once the bytes have been fingerprinted.
 */
import { SHOWING, type FileState } from '../../../src-shared/model/files/file-state.ts';
import type { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import { UNTRUE_ERRNO } from '../../../src-shared/model/files/read-trouble.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  identityFromKey,
  identityKey,
  type FileIdentity,
} from '../../platform/disk/file-identity.ts';
import type { Quiescence } from '../settle/quiescence.ts';

export type DiskFact =
  | {
      readonly kind: 'file';
      readonly identity: FileIdentity;
      /** Looks at once after each other show other times or numbers: waiting for it to stand still is for nothing. */
      readonly isRestless?: boolean;
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly errno: string }
  | { readonly kind: 'not-a-file'; readonly what: NotAFile };

/** `LABSEAL_DATA`: a file that is a Labseal's own. */
export type NotAFile = 'symlink' | 'special' | 'unusable-name' | typeof LABSEAL_DATA;

export interface PathFacts {
  readonly disk: DiskFact;
  /** The rule that excludes this path, or null. */
  readonly ignoredBy: string | null;
  readonly settle: Quiescence;
  /** The ledger's entry for this path; null for a new one. */
  readonly row: {
    readonly state: FileState;
    readonly identity: string;
    readonly contentId: number | null;
    readonly recordId: number | null;
    readonly message: string | null;
  } | null;
}

export type PathPlan =
  | { readonly do: 'nothing' }
  /** The file is gone and nothing was ever proven under this path. */
  | { readonly do: 'forget' }
  | {
      readonly do: 'mark';
      readonly state: 'missing' | 'ignored' | 'unreadable';
      readonly message: string | null;
    }
  /** Still being written. */
  | { readonly do: 'wait'; readonly untilMs: number }
  /** Its bytes must be fingerprinted. */
  | { readonly do: 'read' }
  /** It is back, with bytes whose fingerprint is known. */
  | { readonly do: 'recall' };

type Row = NonNullable<PathFacts['row']>;

const NOTHING: PathPlan = { do: 'nothing' };

/** It shows its record, or is being read again. */
const KEPT: ReadonlySet<FileState> = new Set([...SHOWING, 'settling', 'discovered', 'hashing']);

export function planPath({ disk, ignoredBy, settle, row }: PathFacts): PathPlan {
  // The service may have these already: the commit gate or evidence decides about them, never a check of the disk.
  if (row !== null && isOnItsWay(row)) return NOTHING;
  switch (disk.kind) {
    case 'absent':
      if (row === null || row.state === 'missing' || row.state === 'remote_only') return NOTHING;
      // A copy proves nothing of its own: the record stays with the path that shows it.
      return row.recordId === null || row.state === 'duplicate'
        ? { do: 'forget' }
        : mark(row, 'missing', null);
    case 'unreadable':
      return mark(row, 'unreadable', disk.errno);
    case 'not-a-file':
      return disk.what === 'unusable-name'
        ? mark(row, 'unreadable', disk.what)
        : mark(row, 'ignored', disk.what);
    case 'file':
      return ignoredBy === null || (row !== null && isKept(row))
        ? planFile(disk, settle, row)
        : mark(row, 'ignored', ignoredBy);
    default:
      return assertNever(disk);
  }
}

function planFile(
  { identity, isRestless = false }: Extract<DiskFact, { kind: 'file' }>,
  settle: Quiescence,
  row: PathFacts['row'],
): PathPlan {
  const isUnchanged = row !== null && row.identity === identityKey(identity);
  // A true size would be another identity.
  if (isUnchanged && isMarked(row, UNTRUE_ERRNO.size)) return NOTHING;
  const wasRestless =
    row !== null &&
    isMarked(row, UNTRUE_ERRNO.identity) &&
    identityFromKey(row.identity).sizeBytes === identity.sizeBytes;
  // Its reading tells whether it still is; what was written lately is read once more before it is taken.
  if (isRestless || wasRestless) return { do: 'read' };
  if (isUnchanged && !wasOutOfSight(row.state) && row.state !== 'settling') return NOTHING;
  const isRead = isUnchanged && row.contentId !== null;
  if (isRead && (row.state !== 'settling' || settle.kind === 'settled')) return { do: 'recall' };
  return settle.kind === 'settled' ? { do: 'read' } : { do: 'wait', untilMs: settle.untilMs };
}

/**
 * Whether the same check, with the same rules and disk, would never have anything to do. Then the file need not be
 * checked before its directory or its row changes. `plan` is the result of this check.
 */
export function isSettledBy(
  plan: PathPlan,
  { disk, ignoredBy, row }: Omit<PathFacts, 'settle'>,
): boolean {
  if (row !== null && isOnItsWay(row)) {
    const isKnown = disk.kind === 'file' && row.identity === identityKey(disk.identity);
    return isKnown && ignoredBy === null;
  }
  // An unreadable file may become readable, and writing may end, without any change in the listing; and what a rule
  // matches stays only if its reading finds the bytes that were notarized.
  const isReadDespiteRule = ignoredBy !== null && plan.do === 'read';
  return plan.do !== 'wait' && disk.kind !== 'unreadable' && !isReadDespiteRule;
}

/** A rule that was added later hides no proof: while it has the bytes that were notarized, as far as is known, it stays. */
export function isKept({ state, recordId }: Pick<Row, 'state' | 'recordId'>): boolean {
  return recordId !== null && KEPT.has(state);
}

/** The upload alone decides about it, whatever its path shows. */
export function isOnItsWay({ state }: { readonly state: FileState }): boolean {
  return state === 'uploading' || state === 'confirming';
}

function isMarked({ state, message }: Row, errno: string): boolean {
  return state === 'unreadable' && message === errno;
}

/** States in which the disk's bytes were not checked. */
function wasOutOfSight(state: FileState): boolean {
  return ['missing', 'remote_only', 'ignored', 'unreadable'].includes(state);
}

function mark(
  row: PathFacts['row'],
  state: 'missing' | 'ignored' | 'unreadable',
  message: string | null,
): PathPlan {
  return row?.state === state && row.message === message ? NOTHING : { do: 'mark', state, message };
}
