/**
 * Evidence bundles for the faces: preview and creation. One is made at a time, however many faces there are. It ends
 * with its account, and then nothing of it remains.
 */
import type { EvidenceChoice, EvidenceWork } from '../../../src-shared/bridge/evidence-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type {
  EvidenceContents,
  EvidenceOffer,
  EvidenceProgress,
  EvidenceReport,
} from '../../../src-shared/model/proofs/evidence.ts';
import type { CitedRecords } from '../../../src-shared/model/proofs/cited-records.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { utcDay } from '../../../src-shared/model/text/time.ts';
import { safeName } from './bundle/bag-names.ts';
import { chooseDestination } from './bundle/bundle-destination.ts';
import { makeBundle } from './bundle/make-bundle.ts';
import { readVerifyPage } from './bundle/verify-page.ts';
import { mediaTypeOf } from '../../pipeline/upload/form/representation.ts';
import type { ChosenEvidence, RecordedFile } from './bundle/bundle-facts.ts';
import {
  type EvidenceDocumentParts,
  type EvidenceFactParts,
  gatherEvidenceFacts,
  makeEvidenceDocuments,
  citedRecords,
  type ContradictionParts,
  isContradicted,
} from './evidence-facts.ts';
import { makeEvidenceChoice, type EvidenceChoiceParts } from './evidence-choice.ts';
import { auditDiskAt } from '../audit/audit-disk.ts';
import type { Verifying } from '../verify/verification.ts';
import type { Workers } from '../workers.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';

export interface EvidenceParts
  extends
    Pick<AccountPorts, 'state' | 'clock' | 'ids' | 'dataFolder'>,
    Omit<EvidenceChoiceParts, 'state' | 'entriesBelow'>,
    EvidenceDocumentParts,
    Omit<EvidenceFactParts, 'state'> {
  readonly cache: EvidenceDocumentParts['cache'] & ContradictionParts['cache'];
  readonly verifying: Verifying;
  /** Empty when nobody is signed in. */
  readonly accountName: () => string;
  readonly workers: Pick<Workers, 'copier' | 'fileTree' | 'verifier'>;
}

export interface EvidenceRequest {
  readonly choice: EvidenceChoice;
  readonly contents: EvidenceContents;
  /** Absolute path of an existing folder. */
  readonly place: string;
  /** Name of the new folder in it; null: any free one. */
  readonly name: string | null;
}

/** Two certificates, a metadata document and the description of a file, generously. */
const BYTES_PER_FILE = 300_000;
const BYTES_PER_BUNDLE = 1_000_000;
const MOST_REMEMBERED = 10;

interface Running {
  work: EvidenceWork;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

export function makeEvidence(parts: EvidenceParts) {
  const { state, workers, clock, ids, dataFolder } = parts;
  const choose = makeEvidenceChoice({
    ...parts,
    entriesBelow: (folder, signal) =>
      auditDiskAt(folder, { state, workers, clock, algorithms: () => [] }).walk(signal),
  });
  const works = new Map<string, Running>();
  const closing = new AbortController();
  let isBusy = false;

  async function makeOne(
    { choice, contents, place, name }: EvidenceRequest,
    onProgress: (progress: EvidenceProgress) => void,
    signal: AbortSignal,
  ): Promise<Result<EvidenceReport, CoreFault>> {
    const chosen = await choose(choice, signal);
    if (!chosen.ok) return chosen;
    const isNameFree = name === null;
    const wish = { place, name: name ?? nameFor(chosen.value.title), isNameFree };
    const neededBytes = bytesFor(chosen.value, contents);
    const watchedFolders = state.folders.watched().map((folder) => folder.path);
    const target = await chooseDestination(
      { ...wish, neededBytes },
      { watchedFolders, dataFolder },
    );
    if (!target.ok) return fail({ kind: 'no-evidence', why: target.fault });
    const facts = await gatherEvidenceFacts(chosen.value, contents, parts, signal);
    const { copyFile } = workers.copier();
    const documents = makeEvidenceDocuments(parts);
    const ports = { ...documents, copyFile, mediaTypeOf, readVerifyPage, clock, ids };
    const made = await makeBundle(facts, target.value, ports, onProgress, signal);
    return made.ok ? made : fail({ kind: 'no-evidence', why: made.fault });
  }

  function projectName(projectId: string): string {
    return state.projects.get(projectId)?.project.name ?? projectId;
  }

  function nameFor(title: string): string {
    return safeName(`evidence-${title.trim().replaceAll(/\s+/g, '-')}-${utcDay(clock.nowMs())}`);
  }

  return {
    async offer(
      choice: EvidenceChoice,
      signal: AbortSignal,
    ): Promise<Result<EvidenceOffer, CoreFault>> {
      const chosen = await choose(choice, signal);
      if (!chosen.ok) return chosen;
      const { files, unproven, leftOutByRules, title } = chosen.value;
      return ok({
        files: files.length,
        withCopy: files.filter(({ copy }) => copy !== null).length,
        unproven: unproven.length,
        leftOutByRules,
        contentBytes: contentBytes(chosen.value),
        name: nameFor(title),
      });
    },

    /** What of the choice can be cited, and how the choice is called. */
    async cite(
      choice: EvidenceChoice,
      signal: AbortSignal,
    ): Promise<Result<CitedRecords & { readonly title: string }, CoreFault>> {
      const chosen = await choose(choice, signal);
      if (!chosen.ok) return chosen;
      const contradicted = new Set<RecordedFile>();
      for (const { record } of chosen.value.files) {
        signal.throwIfAborted();
        if (await isContradicted(record, parts)) contradicted.add(record);
      }
      const source = {
        service: parts.service,
        account: parts.accountName(),
        algorithm: parts.verifying.method()?.algorithm ?? null,
      };
      const cited = citedRecords(chosen.value, projectName, source, (record) =>
        contradicted.has(record),
      );
      return cited.ok ? ok({ ...cited.value, title: chosen.value.title }) : cited;
    },

    /**
     * Makes one for a caller that asks for the outcome later; returns the id for that. Given up, nothing of it remains.
     * `onError` describes an exception.
     */
    begin(
      wish: EvidenceRequest,
      onError: (error: unknown) => EvidenceWork,
    ): Result<string, CoreFault> {
      if (isBusy) return fail({ kind: 'no-evidence', why: { kind: 'busy' } });
      isBusy = true;
      const workId = ids.hex(8);
      const stop = new AbortController();
      const progress = { doneFiles: 0, totalFiles: 0, doneBytes: 0, totalBytes: 0 };
      const show = (work: EvidenceWork) => {
        running.work = work;
      };
      const ended = makeOne(
        wish,
        (now) => show({ state: 'running', progress: now }),
        AbortSignal.any([stop.signal, closing.signal]),
      )
        .finally(() => (isBusy = false))
        .then(
          (made) =>
            show(
              made.ok
                ? { state: 'done', report: made.value }
                : { state: 'failed', fault: made.fault },
            ),
          (error: unknown) => {
            const isGivenUp = stop.signal.aborted || closing.signal.aborted;
            show(isGivenUp ? { state: 'cancelled' } : onError(error));
          },
        );
      const running: Running = { work: { state: 'running', progress }, stop, ended };
      works.set(workId, running);
      const [oldest] = works.keys();
      if (works.size > MOST_REMEMBERED && oldest !== undefined) works.delete(oldest);
      return ok(workId);
    },

    work: (workId: string): EvidenceWork | null => works.get(workId)?.work ?? null,

    /** Resolves when its remains are removed. */
    async cancel(workId: string): Promise<void> {
      const running = works.get(workId);
      running?.stop.abort(new Error('the bundle was given up'));
      await running?.ended;
    },

    close() {
      closing.abort(new Error('the account was closed'));
    },
  };
}

function contentBytes({ files }: ChosenEvidence): number {
  return files.reduce((sum, { copy }) => sum + (copy?.sizeBytes ?? 0), 0);
}

function bytesFor(chosen: ChosenEvidence, contents: EvidenceContents): number {
  const content = contents === 'files' ? contentBytes(chosen) : 0;
  return content + chosen.files.length * BYTES_PER_FILE + BYTES_PER_BUNDLE;
}
