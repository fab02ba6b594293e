/**
 * The files that the service lists in a project, whoever uploaded them and from wherever. Two lists, public and
 * private, are merged, with their age, their completeness and what prevented reading them. Pure; nothing here counts as
 * success unless the service said so.
 */
import type { CitedTexts } from '../lineage/citations.ts';
import type { FileState } from './file-state.ts';
import type { Visibility } from '../money/price.ts';
import type { ServiceFault } from '../status/service-fault.ts';

/** What a list of the service says about a file. */
export interface ListedFile extends CitedTexts {
  /** The service's id. */
  readonly fileId: string;
  readonly name: string;
  /** `primary` or `secondary`, or an undocumented value. */
  readonly fileType: string;
  /** Separated by commas. */
  readonly labels: string;
  /** The status that the service reports. */
  readonly status: string;
  /** Whoever uploaded it: the service's id of the person, and how they are called. */
  readonly ownerId: string;
  readonly ownerName: string;
  /** Null when the service does not say, or in no way that can be read. */
  readonly uploadedAtMs: number | null;
}

export interface PlatformRecord extends ListedFile {
  readonly visibility: Visibility;
}

/** The same with what this computer knows about its content. */
export interface PlatformFile extends PlatformRecord {
  /** Null: nothing here tells it, and the service does not. */
  readonly sizeBytes: number | null;
  /** Of the content, in the service's own writing; null until it was asked for. */
  readonly hash: string | null;
  /** Row of a file here that holds this content; null when none is known. */
  readonly localFileId: string | null;
}

/** One list as it was read last. */
export interface ListSeen {
  readonly files: readonly ListedFile[];
  /** When it was read, while it is shown because it is old or cannot be had; null: just now. */
  readonly asOfMs: number | null;
  /** Proven to be complete. */
  readonly isComplete: boolean;
  readonly standing: Standing;
  /** This computer knows of something that happened there since. */
  readonly isOutrun: boolean;
}

/** What the service said last about the project's files: `gone`, `forbidden` are of after the copy. */
export type Standing = 'there' | 'gone' | 'forbidden';

/** A list of which nothing was ever read, and why. */
export interface UnreadList {
  readonly visibility: Visibility;
  readonly fault: ServiceFault;
}

export interface PlatformView {
  /** The latest first. */
  readonly records: readonly PlatformRecord[];
  /** False when the service may know more files than are here. */
  readonly isComplete: boolean;
  /** Age of the older list; null: just now. */
  readonly asOfMs: number | null;
  /** The worse of both lists. */
  readonly standing: Standing;
  readonly unread: readonly UnreadList[];
  /** Something else is about to be there: the service is at work on a file, or the list was outrun. */
  readonly isMoving: boolean;
}

const STATES: ReadonlyMap<string, FileState> = new Map([
  ['Available', 'notarized'],
  ['Pending', 'recording'],
  ['PendingDeletion', 'deleting'],
  ['NotarizationError', 'record_error'],
  ['Deleted', 'deleted'],
]);
const MOVING: ReadonlySet<string> = new Set(['Pending', 'PendingDeletion']);
const STANDINGS: readonly Standing[] = ['there', 'forbidden', 'gone']; // from good to bad

/** Our term for the service's status of a file; null for an undocumented one. */
export function stateOfWord(status: string): FileState | null {
  return STATES.get(status) ?? null;
}

/** Whether the service's status will change without our action. */
export function isMoving({ status }: Pick<ListedFile, 'status'>): boolean {
  return MOVING.has(status);
}

/** `lists`: what was seen of each, or why nothing was. */
export function viewPlatform(
  lists: Readonly<Record<Visibility, ListSeen | ServiceFault>>,
): PlatformView {
  const records: PlatformRecord[] = [];
  const unread: UnreadList[] = [];
  const seen: ListSeen[] = [];
  for (const visibility of ['public', 'private'] as const) {
    const list = lists[visibility];
    if ('kind' in list) {
      unread.push({ visibility, fault: list });
    } else {
      seen.push(list);
      for (const file of list.files) records.push({ ...file, visibility });
    }
  }
  const ages = seen.map(({ asOfMs }) => asOfMs).filter((ageMs) => ageMs !== null);
  return {
    records: records.toSorted(latestFirst),
    isComplete: unread.length === 0 && seen.every(({ isComplete }) => isComplete),
    asOfMs: ages.length === 0 ? null : Math.min(...ages),
    standing: worst(seen.map(({ standing }) => standing)),
    unread,
    isMoving: records.some(isMoving) || seen.some(({ isOutrun }) => isOutrun),
  };
}

/** Those whose name holds the text, whatever its case. */
export function withText<File extends Pick<ListedFile, 'name'>>(
  files: readonly File[],
  text: string,
): readonly File[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? files : files.filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** A file without a time comes last; equal times keep one order for good, so that windows fit together. */
function latestFirst(one: PlatformRecord, other: PlatformRecord): number {
  const later = (other.uploadedAtMs ?? -Infinity) - (one.uploadedAtMs ?? -Infinity);
  if (later !== 0 && !Number.isNaN(later)) return later;
  if (one.fileId === other.fileId) return 0; // one of each list, and these stay as they are
  return one.fileId < other.fileId ? -1 : 1;
}

function worst(standings: readonly Standing[]): Standing {
  return STANDINGS.findLast((standing) => standings.includes(standing)) ?? 'there';
}
