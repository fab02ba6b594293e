/** The disk as an audit sees it: the scan's directory walk with the rules that apply there, and files read in full. */
import path from 'node:path';
import type { AuditEntry, AuditLookAt, AuditPorts } from './audit-writer.ts';
import type { Clock } from '../../platform/clock.ts';
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { DigestAlgorithm } from '../../../src-shared/model/proofs/hash-method.ts';
import { makeIgnoreRules } from '../../pipeline/scan/ignore-rules.ts';
import { walk, type WalkStep } from '../../pipeline/scan/walk.ts';
import type { DirectoryEntry } from '../../pipeline/scan/file-tree.ts';
import { placeIn } from '../../platform/place.ts';
import { relativeWithin } from '../../platform/disk/paths.ts';
import type { Workers } from '../workers.ts';
import { DRIVE_ERRNO } from '../../../src-shared/model/files/read-trouble.ts';
import { makeFolderDrives } from '../../pipeline/scan/folder-drives.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';

export interface AuditDiskParts {
  readonly workers: Pick<Workers, 'fileTree' | 'verifier'>;
  readonly clock: Clock;
  /** Digests to compute beside BLAKE3 and SHA-256, which the report shows. Called before each file. */
  readonly algorithms: () => readonly DigestAlgorithm[];
  /** Asked once, before the folder is read. */
  readonly findClosedDrives: (signal: AbortSignal) => Promise<ClosedDrives>;
}

/** What lies below a folder, by the rules of the watched folder around it, if one is. `root`: absolute, real path. */
export function auditDiskAt(
  root: string,
  { state, ...parts }: Omit<AuditDiskParts, 'findClosedDrives'> & Pick<AccountPorts, 'state'>,
) {
  const watched = state.folders.watched();
  const home = watched.find((folder) => relativeWithin(folder.path, root) !== null);
  return makeAuditDisk(root, home ?? { path: root, exclude: [] }, {
    ...parts,
    findClosedDrives: (signal) =>
      closedDrives(root, { state, fileTree: parts.workers.fileTree() }, signal),
  });
}

/** Source of the rules: a watched folder around the audited one, or the audited one itself. */
export interface RuleHome {
  readonly path: string;
  readonly exclude: readonly string[];
}

/** `root`: absolute, real path. `home`: `root`, or a folder above it. */
export function makeAuditDisk(
  root: string,
  home: RuleHome,
  { workers, clock, algorithms, findClosedDrives }: AuditDiskParts,
): Pick<AuditPorts, 'walk' | 'identify' | 'read' | 'absolute'> {
  const start = relativeWithin(home.path, root) ?? '';
  const tree = workers.fileTree();
  const reader = workers.verifier(); // does not queue behind files that await their first fingerprint
  let closed = everyDriveThere;
  const within = (relative: string) => (start === '' ? relative : relative.slice(start.length + 1));

  return {
    absolute: (relative) => path.join(root, relative),

    async identify(signal) {
      const reading = await tree.identify(root, signal);
      return reading.kind === 'directory' ? `${reading.dev}:${reading.ino}` : null;
    },

    async *walk(signal) {
      closed = await findClosedDrives(signal);
      const made = makeIgnoreRules(home.exclude);
      if (!made.ok) throw new Error('a folder has a rule that cannot be used');
      // A folder inside a watched one also follows the ignore files above it. One that cannot be used excludes nothing
      // here: an audit reads too much rather than too little.
      const { rules } =
        start === ''
          ? { rules: made.value }
          : await tree.rulesFor(home.path, start, made.value, signal);
      const errnoOf = ({ relativePath }: WalkStep) => closed(path.join(home.path, relativePath));
      const enters = (step: WalkStep) => errnoOf(step) === null;
      for await (const step of walk(
        home.path,
        { tree, clock, starts: [{ relativePath: start, rules }], enters },
        signal,
      )) {
        const errno = errnoOf(step);
        yield entriesOf(errno === null ? step : unreadable(step, errno), within);
      }
    },

    async read(absolute, onProgress, signal): Promise<AuditLookAt> {
      const errno = closed(absolute);
      if (errno !== null) return { kind: 'unreadable', errno };
      const place = placeIn(root, relativeWithin(root, absolute) ?? '');
      const print = await reader.fingerprint(
        place,
        null,
        { more: ['sha256', ...algorithms()], onProgress },
        signal,
      );
      switch (print.kind) {
        case 'done': {
          const sha256 = print.more?.sha256;
          if (sha256 === undefined) throw new Error('SHA-256 is always made');
          return { ...print, sha256, kind: 'read' };
        }
        case 'special':
          return { kind: 'unreadable', errno: 'ENOTFILE' };
        case 'changed':
        case 'unfinished':
          return { kind: 'changed' };
        case 'absent':
        case 'unreadable':
          return print;
        default:
          return assertNever(print);
      }
    },
  };
}

const everyDriveThere: ClosedDrives = () => null;

function unreadable(step: WalkStep, errno: string): WalkStep {
  return { ...step, reading: { kind: 'unreadable', errno } };
}

/** `within`: the path relative to the audited folder of a path of the walk. */
function entriesOf(
  { relativePath, reading }: WalkStep,
  within: (path: string) => string,
): readonly AuditEntry[] {
  switch (reading.kind) {
    case 'absent':
      return []; // the files expected in it are checked afterwards
    case 'unreadable': {
      const { errno } = reading;
      return [{ kind: 'unreadable', path: within(relativePath), errno, isFolder: true }];
    }
    case LABSEAL_DATA:
      return [{ kind: 'left-out-folder', path: within(relativePath) }];
    case 'read':
      return [...reading.entries].flatMap((entry) => {
        const at = relativePath === '' ? entry.name : `${relativePath}/${entry.name}`;
        return entryOf(entry, within(at)) ?? [];
      });
    default:
      return assertNever(reading);
  }
}

/** Null for a folder that the walk enters. */
function entryOf(entry: DirectoryEntry, shown: string): AuditEntry | null {
  const isLeftOut = entry.rule !== undefined;
  switch (entry.kind) {
    case 'directory':
      return isLeftOut ? { kind: 'left-out-folder', path: shown } : null;
    case 'file':
      return { kind: 'file', path: shown, identity: entry.identity, isLeftOut };
    case 'symlink':
      return { kind: 'link', path: shown };
    case 'special':
      return { kind: 'special', path: shown };
    case 'unreadable':
      return { kind: 'unreadable', path: shown, errno: entry.errno, isFolder: false };
    case 'unusable-name':
      return { kind: 'unreadable', path: shown, errno: entry.kind, isFolder: false };
    default:
      return assertNever(entry);
  }
}

/** The code for what lies at an absolute path or below; null: its drive is there. */
export type ClosedDrives = (at: string) => string | null;

/**
 * Drives of watched folders that are not there, at, in and around an audited folder: an audit says so of their files,
 * instead of calling them missing or changed. Keeps nothing. Aborting rejects with `signal.reason`.
 */
export async function closedDrives(
  root: string,
  ports: Pick<AccountPorts, 'state' | 'fileTree'>,
  signal: AbortSignal,
): Promise<ClosedDrives> {
  const closed: [place: string, errno: string][] = [];
  for (const folder of ports.state.folders.watched()) {
    const isAround = relativeWithin(folder.path, root) !== null;
    if (!isAround && relativeWithin(root, folder.path) === null) continue;
    for (const { path: inner, trouble } of await makeFolderDrives(folder, ports).notThere(signal)) {
      closed.push([path.join(folder.path, inner), DRIVE_ERRNO[trouble]]);
    }
  }
  return (at) => closed.find(([place]) => relativeWithin(place, at) !== null)?.[1] ?? null;
}
