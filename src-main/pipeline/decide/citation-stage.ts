/**
 * Has secondary files completed by the rules of their folders, whenever files have come or moved on. It sends and
 * spends nothing: a completed file takes the normal route, with its price.
 */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import { type Stage, wallTimeMs } from '../common/stage.ts';
import {
  readCitations,
  writeIds,
  type CitedTexts,
} from '../../../src-shared/model/lineage/citations.ts';
import { type FileState, SHOWING } from '../../../src-shared/model/files/file-state.ts';
import { rowCited } from '../../../src-shared/model/changes/local-id.ts';
import { stateOfStatus } from '../common/list-project-files.ts';

/** Thousands of files come one by one; the rules are applied only now and then. */
const REST_MS = SECOND_MS;

export function makeCitationStage({
  state,
  clock,
  completeByRules,
}: {
  readonly state: Pick<State, 'citationRules' | 'files'>;
  readonly clock: Clock;
  /** Returns how many files it completed. */
  readonly completeByRules: () => number;
}): Stage {
  let seen = '';
  let restsUntilMs = -Infinity; // on the steady clock

  const isNews = () => state.citationRules.all().length > 0 && seen !== stand();
  /** From counters, whose cost does not depend on the number of files. */
  const stand = () => JSON.stringify([state.files.counts(), state.citationRules.all()]);

  return {
    concurrency: 1,
    take(limit) {
      if (limit === 0 || clock.monotonicMs() < restsUntilMs || !isNews()) return [];
      return [
        async () => {
          await Promise.resolve(); // a stage's job must never finish before it was begun
          restsUntilMs = clock.monotonicMs() + REST_MS;
          const completed = completeByRules();
          seen = stand();
          return completed > 0 ? 'advanced' : 'waiting';
        },
      ];
    },
    nextDueMs() {
      if (clock.monotonicMs() >= restsUntilMs || !isNews()) return null;
      return wallTimeMs(restsUntilMs, clock);
    },
  };
}

/** `awaited`: a cited file is still to be recorded. `never`: one of them will not be, as far as is known. */
export type CitedStanding = 'there' | 'awaited' | 'never';

export interface CitedFiles {
  readonly standing: CitedStanding;
  /** With the service's ids instead of all stand-ins, once `there`; null when there are no stand-ins. */
  readonly resolved: Pick<CitedTexts, 'primaryData' | 'linkToProcedure'> | null;
}

const NOTHING_TO_RESOLVE: CitedFiles = { standing: 'there', resolved: null };

/** A row that refers to its record, or to that of a file with the same content. */
const REFERS: ReadonlySet<FileState> = new Set([...SHOWING, 'missing', 'remote_only', 'duplicate']);
/** It is not about to be sent. */
const NOT_GOING: ReadonlySet<FileState> = new Set([
  'ignored',
  'missing',
  'remote_only',
  'duplicate',
]);

type Found = { readonly fileId: string } | 'awaited' | 'never';

/**
 * Citations of files that the service did not know when the citation was made: files of this computer. Each stand-in
 * becomes an id once its file is recorded. Until then the citing file waits, because the service accepts no citation of
 * unknown files. Reads rows and the ledger; decides about one file.
 */
export function resolveCited(
  texts: CitedTexts,
  { files, records }: Pick<State, 'files' | 'records'>,
): CitedFiles {
  const { primaries, procedures } = readCitations(texts);
  if (![...primaries, ...procedures].some((id) => rowCited(id) !== null)) return NOTHING_TO_RESOLVE;

  function find(cited: string): Found {
    const rowId = rowCited(cited);
    if (rowId === null) return { fileId: cited };
    const row = files.get(rowId);
    if (row === null) return 'never';
    if (row.recordId === null || !REFERS.has(row.state)) {
      return NOT_GOING.has(row.state) ? 'never' : 'awaited';
    }
    const { fileId, status } = records.get(row.recordId);
    const state = stateOfStatus(status);
    if (state === 'notarized') return { fileId };
    return state === 'deleting' || state === 'deleted' ? 'never' : 'awaited';
  }

  const [primary, procedure] = [primaries.map(find), procedures.map(find)];
  const all = new Set([...primary, ...procedure]);
  if (all.has('never')) return { standing: 'never', resolved: null };
  if (all.has('awaited')) return { standing: 'awaited', resolved: null };
  return {
    standing: 'there',
    resolved: { primaryData: idsOf(primary), linkToProcedure: idsOf(procedure) },
  };
}

function idsOf(found: readonly Found[]): string | null {
  return writeIds(found.flatMap((each) => (typeof each === 'string' ? [] : [each.fileId])));
}
