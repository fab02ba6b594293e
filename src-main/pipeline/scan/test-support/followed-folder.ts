/**
 * A run that follows a real folder with a real file tree and whichever watcher the test wants; the service is played.
 * The clock stands still unless the test moves it, and far in the past: every file is younger, so it has to be watched
 * for its quiet period before it is read.
 */
import { expect, onTestFinished } from 'vitest';
import { makeNotedTimes } from '../../../platform/waiting.ts';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { folderRules, temporaryState } from '../../../test-support/temporary-state.ts';
import type { FileTree } from '../file-tree.ts';
import type { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import type { FolderHint, FolderWatcher } from '../../watch/folder-watcher.ts';
import { makeFileTransitions } from '../../decide/file-transitions.ts';
import { makeServiceGate } from '../../common/service-gate.ts';
import type { SyncEvent } from '../../common/ports.ts';
import { makeSyncRun, type SpendPolicy, type SyncPorts } from '../../run/sync-run.ts';
import {
  answers,
  playCertificates,
  playCharges,
  playChecker,
  playDigests,
  playQuirks,
  playRemote,
  playUploader,
} from '../../common/test-support/fake-ports.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';

const START_MS = Date.UTC(2020, 0, 1);

export interface FollowedParts {
  readonly fileTree: FileTree;
  readonly fingerprinter: Fingerprinter;
  readonly watcher: FolderWatcher;
  readonly rules?: ReturnType<typeof folderRules>;
  readonly over?: (fake: SyncPorts) => Partial<SyncPorts>;
}

export function followedFolder({ fileTree, fingerprinter, watcher, rules, over }: FollowedParts) {
  const folder = temporaryFolder();
  const root = folder.makeFolder('root');
  const clock = makeFakeClock({ startMs: START_MS });
  const { state } = temporaryState(clock);
  const folderId = state.folders.add(root, rules ?? folderRules(), 0);
  const events: SyncEvent[] = [];
  const reads: string[] = [];
  let uploads = 0;
  const unasked = { kind: 'answered', exists: false, fileName: '', project: '' } as const;
  const { checker } = playChecker(clock, () => unasked);
  const { uploader, sent } = playUploader({ state, clock }, () => {
    uploads += 1;
    return { kind: 'recorded', fileId: `remote-${uploads}` };
  });
  const { remote, play } = playRemote(clock);
  const { charges } = playCharges();
  const { keeper } = playCertificates(
    clock,
    answers({
      kind: 'missing',
      fault: { kind: 'no-certificate-yet', state: 'notarized' },
    }),
  );
  const announce = (event: SyncEvent): void => void events.push(event);
  const fake: SyncPorts = {
    state,
    transitions: makeFileTransitions(state, { clock, announce }),
    gate: makeServiceGate({ clock, chance: () => 1, announce, preferences: state.preferences }),
    clock,
    chance: () => 1,
    // Time stands still while a disk is read: a limit of ten minutes is nothing the test is about.
    fileTree: {
      readDirectory(path, signal, question) {
        reads.push(path);
        return clock.during(fileTree.readDirectory(path, signal, question));
      },
      identify: (path, signal) => clock.during(fileTree.identify(path, signal)),
      volumeOf: (path) => fileTree.volumeOf(path),
      partsOf: (path) => fileTree.partsOf(path),
      rulesFor: (...asked) => clock.during(fileTree.rulesFor(...asked)),
    },
    fingerprinter: {
      fingerprint: (path, expected, options, signal) =>
        clock.during(fingerprinter.fingerprint(path, expected, options, signal)),
      fingerprintAll: (...asked) => clock.during(fingerprinter.fingerprintAll(...asked)),
    },
    watcher,
    checker,
    uploader,
    completeByRules: () => 0,
    forgetUpload: async () => true,
    lostAnswers: {
      settle: async () => null,
      sentFields: () => ({ fileType: 'primary', label: 'raw' }),
    },
    quirks: playQuirks().quirks,
    digests: playDigests(),
    remote,
    charges,
    certificates: keeper,
    documents: { keep: async () => ({ kind: 'none' }) },
    announce,
    times: makeNotedTimes(clock),
  };
  const run = makeSyncRun({ ...fake, ...over?.(fake) }, {});
  const stopping = new AbortController();
  let following: Promise<unknown> = Promise.resolve();
  onTestFinished(async () => {
    stopping.abort(new Error('the test is over'));
    await following.catch(() => {});
  });

  const rows = (): readonly string[] =>
    state.files
      .list({}, 0, 9_999)
      .map((row) => `${row.directoryPath}${row.directoryPath && '/'}${row.name} ${row.state}`)
      .toSorted();

  /** Whoever only lets others have their turn goes on without any time. */
  const rowsNow = async (): Promise<readonly string[]> => {
    await clock.advance(0);
    return rows();
  };

  const rowsLater = async (): Promise<readonly string[]> => {
    await clock.advance(1_000);
    return rows();
  };

  /** Full scans that have begun. */
  const fullScans = (): number =>
    events.filter((event) => event.kind === 'scanning' && event.directories === 1).length;

  return {
    ...folder,
    root,
    inRoot: (path: string) => `${root}/${path}`,
    state,
    clock,
    folderId,
    events,
    reads,
    sent,
    play,
    run,
    rows,
    fullScans,
    /** Starts to follow, and waits until the first scan has ended. */
    async follow(policy: SpendPolicy = { spend: 'nothing' }): Promise<void> {
      following = run.follow(policy, stopping.signal);
      following.catch(() => {}); // a test that wants to know asks `following`
      await expect
        .poll(() => state.folders.get(folderId), { interval: 2 })
        .toMatchObject({ lastScanAtMs: START_MS });
    },
    signal: stopping.signal,
    stop: (reason: Error) => stopping.abort(reason),
    following: () => following,
    /** Waits in real time, while the clock stands and turns of the loop go on, until the rows are these. */
    seen: (expected: readonly string[]) => expect.poll(rowsNow, { interval: 2 }).toEqual(expected),
    /** The same while time goes on in steps of a second. */
    seenInTime: (expected: readonly string[]) =>
      expect.poll(rowsLater, { interval: 2 }).toEqual(expected),
  };
}

/** A watcher that tells what the test says and nothing else. */
export function playWatcher() {
  const listeners = new Set<(hint: FolderHint) => void>();
  const watched = new Set<string>();
  const watcher: FolderWatcher = {
    watch: (directory) => void watched.add(directory),
    unwatch: (directory) => void watched.delete(directory),
    onHint(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => Promise.resolve(),
    watchedCount: () => watched.size,
  };
  const tell = (hint: FolderHint) => {
    for (const listener of listeners) listener(hint);
  };
  return { watcher, watched, tell, listeners };
}
