/** Reads files that stood still and finds out what their content means. */
import { assertNever } from '../../../src-shared/model/result.ts';
import { MAX_FILE_BYTES_BINARY } from '../../../src-shared/service/limits.ts';
import { isYoung } from '../settle/quiescence.ts';
import {
  identityFromKey,
  identityKey,
  type FileIdentity,
} from '../../platform/disk/file-identity.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { Fingerprinter } from './fingerprinter.ts';
import {
  type Fingerprint,
  inReadingBatches,
  isLarge,
  MAX_BATCH_FILES,
} from '../common/fingerprint.ts';
import type { DiskFact } from '../decide/plan-path.ts';
import { makeClaims, type Stage, type Step, takeFree } from '../common/stage.ts';
import type { AccountPorts } from '../common/ports.ts';

const CONCURRENCY = 8; // more than there are workers: the next batch is ready when one becomes free
const MOST_LARGE = 4; // as many as there are readers at most, so that small files behind them have a turn

export function makeFingerprintStage(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'announce' | 'clock'> & {
    readonly scope?: FileScope;
    readonly fingerprinter: Fingerprinter;
  },
): Stage {
  const { state, transitions, fingerprinter, announce, clock } = ports;
  const claims = makeClaims<number>();
  /** The queue was handed out up to this id: files being read are still at its head and must not be listed again. */
  let handedOutId = 0;
  let largeUnderWay = 0;

  async function read(batch: readonly FileRow[], signal: AbortSignal): Promise<Step> {
    const [only, ...others] = batch;
    const prints =
      only !== undefined && others.length === 0
        ? [await readOne(only, signal)]
        : await fingerprinter.fingerprintAll(batch.map(expectedOf), takenNow(batch), signal);
    return state.repeatable(() => {
      const rows = new Map(
        state.files.getAll(batch.map(({ id }) => id)).map((row) => [row.id, row]),
      );
      for (const [index, file] of batch.entries()) {
        const [row, print] = [rows.get(file.id), prints[index]];
        // A scan may have seen newer bytes meanwhile: then this result is void.
        const isIts = row?.state === file.state && row.identity === file.identity;
        if (isIts && print !== undefined) keep(row, print);
      }
      return 'advanced';
    });
  }

  function readOne(file: FileRow, signal: AbortSignal): Promise<Fingerprint> {
    const { path, expected } = expectedOf(file);
    const shown = { fileId: file.id, path: transitions.pathOf(file), state: 'hashing' } as const;
    const progress = { kind: 'progressed', ...shown } as const;
    const onProgress = (doneBytes: number) =>
      announce({ ...progress, doneBytes, totalBytes: file.sizeBytes });
    return fingerprinter.fingerprint(path, expected, { onProgress, ...takenNow([file]) }, signal);
  }

  /** A file that a person chose is finished, whoever has it open. */
  function takenNow(batch: readonly FileRow[]) {
    return batch.every(({ isPicked }) => isPicked) ? {} : { takenAtMs: clock.nowMs() };
  }

  function expectedOf(file: FileRow) {
    return { path: transitions.placeOf(file), expected: identityFromKey(file.identity) };
  }

  function keep(row: FileRow, print: Fingerprint): void {
    const isRestless = print.kind === 'changed' || print.kind === 'unfinished';
    if (!isRestless) transitions.patience.ended(row.id);
    switch (print.kind) {
      case 'done': {
        const content = state.contents.keep(print);
        const { sizeBytes, birthtimeNs = null } = print;
        const found = { contentId: content.id, identity: identityKey(print.identity), sizeBytes };
        const isNew =
          row.recordId === null &&
          transitions.renamedFrom({ ...row, ...found }, birthtimeNs) === null;
        if (isNew && isToConfirm(row, print.identity)) transitions.confirmLater(row, found);
        else transitions.decide(row, found, birthtimeNs);
        return;
      }
      case 'changed':
      case 'unfinished':
        transitions.settleAgain(row);
        return;
      case 'absent':
        look(row, { kind: 'absent' });
        return;
      case 'unreadable':
        look(row, { kind: 'unreadable', errno: print.errno });
        return;
      case 'special':
        look(row, { kind: 'not-a-file', what: 'special' });
        return;
      default:
        assertNever(print);
    }
  }

  /** It has just been written: its bytes may still change without moving a time. */
  function isToConfirm(row: FileRow, identity: FileIdentity): boolean {
    const mayChange = isYoung(identity, transitions.quietMsOf(row), clock.nowMs());
    return mayChange && !row.isPicked;
  }

  function look(row: FileRow, disk: DiskFact): void {
    const folder = state.folders.get(row.folderId);
    if (folder === null) return;
    const { directoryId, directoryPath, name } = row;
    transitions.look({ folder, directoryId, directoryPath, name, disk, ignoredBy: null, row });
  }

  /** Those after the ones that were handed out; after the end of the queue it starts again at the head. */
  function nextInLine(most: number): readonly FileRow[] {
    const next = firstAfter(handedOutId, most);
    if (next.length > 0 || handedOutId === 0) return next;
    handedOutId = 0;
    return firstAfter(0, most);
  }

  /** Large files beyond their number are passed over, as far as to the next other one. */
  function firstAfter(id: number, most: number): readonly FileRow[] {
    const chosen: FileRow[] = [];
    let room = MOST_LARGE - largeUnderWay;
    for (let afterId = id; ;) {
      const wanted = afterId > 0 ? most : most + claims.size;
      const listed = state.files.due('discovered', wanted, ports.scope, afterId);
      const free = takeFree(listed, claims, (file) => file.id, most);
      chosen.push(...free.filter((file) => !isLargeReading(file) || room-- > 0));
      const last = listed.at(-1);
      const isEnd = last === undefined || listed.length < wanted;
      if (isEnd || !chosen.every(isLargeReading)) return chosen;
      afterId = last.id;
    }
  }

  /** Counts the large file of a batch, which is alone in it, while it is read. */
  async function counted(batch: readonly FileRow[], work: () => Promise<Step>): Promise<Step> {
    const large = batch.filter(isLargeReading).length;
    largeUnderWay += large;
    try {
      return await work();
    } finally {
      largeUnderWay -= large;
    }
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      const free = nextInLine(limit * MAX_BATCH_FILES);
      if (free.length === 0) return [];
      // Files that are back, with known bytes.
      const known = free.filter((file) => file.contentId !== null);
      const tooLarge = free.filter((file) => file.contentId === null && isTooLarge(file));
      const unread = free.filter((file) => file.contentId === null && !isTooLarge(file));
      return state.repeatable(() => {
        for (const file of known) transitions.decide(file);
        for (const file of tooLarge) transitions.move(file, 'held', { hold: 'size_limit' });
        const isDecided = known.length + tooLarge.length > 0;
        const decided = isDecided ? [() => Promise.resolve<Step>('advanced')] : [];
        // A file that is read alone shows its time of birth as well.
        const alone = transitions.maybeEdited(unread.filter(({ recordId }) => recordId === null));
        const together = unread.filter((file) => !alone.includes(file));
        const picked = together.filter(({ isPicked }) => isPicked);
        const others = together.filter(({ isPicked }) => !isPicked);
        const readings = [
          ...alone.map((file) => [file]),
          ...inReadingBatches(picked),
          ...inReadingBatches(others),
        ]
          .slice(0, limit - decided.length)
          .map((files) => {
            const ids = files.map(({ id }) => id);
            handedOutId = Math.max(handedOutId, ...ids);
            // Storing that a small file is being read would take longer than reading it.
            const batch =
              files.length > 1 ? files : files.map((file) => transitions.move(file, 'hashing'));
            return (signal: AbortSignal) =>
              claims.duringAll(ids, () => counted(files, () => read(batch, signal)));
          });
        return [...decided, ...readings];
      });
    },
    nextDueMs: () => state.files.nextDueMs('discovered', ports.scope),
  };
}

/**
 * The service takes no such file, so it is not read for that. One that was recorded before is: that it has changed
 * matters more than its size.
 */
function isTooLarge({ sizeBytes, recordId }: FileRow): boolean {
  return sizeBytes > MAX_FILE_BYTES_BINARY && recordId === null;
}

function isLargeReading(file: FileRow): boolean {
  return file.contentId === null && !isTooLarge(file) && isLarge(file.sizeBytes);
}
