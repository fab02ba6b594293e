/** What a file is to be compared with, found among the records of the account. The file itself is not read here. */
import path from 'node:path';
import type { VerifyAgainst } from '../../../src-shared/bridge/verify-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { RecordFacts } from '../../../src-shared/model/proofs/verdict.ts';
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { HeldRecord } from '../../../src-shared/model/proofs/judge.ts';
import {
  type CertificateReading,
  readCertificate,
  readCertificatePdf,
} from '../../../src-shared/model/proofs/read-certificate.ts';
import type { BaseAddress } from '../../service/base-address.ts';
import type { State } from '../../db/state.ts';
import type { Files } from '../files/files.ts';
import type { HeldRecords } from './held-records.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import type { ServiceAnswer } from '../../../src-shared/model/proofs/proof.ts';
import { keptDigests } from '../../../src-shared/model/proofs/file-hash.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ContentChecker } from '../../pipeline/common/ports.ts';
import { LABSEAL_DATA_ERRNO } from '../../platform/data-folder.ts';
import type { Workers } from '../workers.ts';
import { pickFaultOf } from '../../pipeline/scan/single-files.ts';

export type Target =
  /** `isOwn`: of the file that lies where the one is that is verified. */
  | { readonly kind: 'record'; readonly held: HeldRecord; readonly isOwn: boolean }
  | {
      readonly kind: 'certificate';
      readonly reading: CertificateReading | null;
      /** It is about this account's service, so the service's known method applies. */
      readonly isOurs: boolean;
      /** The record that it is about, if this account knows it. */
      readonly held: HeldRecord | null;
    }
  | {
      readonly kind: 'many';
      readonly projectId: string | null;
      /** Null: all records that this account knows. */
      readonly records: readonly HeldRecord[] | null;
    };

export interface TargetParts {
  readonly held: HeldRecords;
  readonly files: Pick<Files, 'find'>;
  readonly platformFiles: Pick<PlatformFiles, 'lookUp' | 'list'>;
  readonly state: Pick<State, 'records' | 'projects'>;
  readonly address: BaseAddress;
}

/** `filePath`: of the file that is verified; null when it has none. */
export async function findTarget(
  against: VerifyAgainst,
  filePath: string | null,
  parts: TargetParts,
  pdfText: PdfText,
  signal: AbortSignal,
): Promise<Result<Target, CoreFault>> {
  const { held, files, platformFiles, state } = parts;
  switch (against.kind) {
    case 'own': {
      const fileId = filePath === null ? null : files.find(filePath)?.fileId;
      const own = fileId == null ? null : held.find(fileId, null);
      if (own === null) return ok({ kind: 'many', projectId: null, records: null });
      return ok({ kind: 'record', held: await held.withFingerprint(own, signal), isOwn: true });
    }
    case 'record': {
      const { fileId, projectId = null } = against;
      let record = held.find(fileId, projectId);
      if (record === null && projectId !== null) {
        const listed = await platformFiles.lookUp(projectId, fileId, signal);
        if (!listed.ok) return listed;
        record = held.find(fileId, projectId);
      }
      if (record === null) return fail({ kind: 'unknown-file', asked: fileId });
      return ok({
        kind: 'record',
        held: await held.withFingerprint(record, signal),
        isOwn: false,
      });
    }
    case 'certificate':
      return ok(certificateTarget(await readingOf(against, pdfText), parts));
    case 'project': {
      const { projectId } = against;
      const listed = await platformFiles.list(projectId, signal, 'at-once');
      const records = held.inProject(projectId);
      // Without the service and without a copy of its list, what this computer sent there is still known.
      if (!listed.ok && records.length === 0 && state.projects.get(projectId) === null) {
        return listed;
      }
      await held.fetchMissing(records, signal);
      return ok({ kind: 'many', projectId, records: held.inProject(projectId) });
    }
    case 'anything':
      return ok({ kind: 'many', projectId: null, records: null });
    default:
      return assertNever(against);
  }
}

/** Null: it is no certificate that can be read. */
export async function readingOf(
  { text, form = 'json' }: Extract<VerifyAgainst, { kind: 'certificate' }>,
  pdfText: PdfText,
): Promise<CertificateReading | null> {
  if (form === 'json') return readCertificate(text);
  const pages = form === 'pdf' ? text : await pdfText(Buffer.from(text, 'base64'));
  return pages === null ? null : readCertificatePdf(pages);
}

/** What stands on the pages of a PDF; null: it cannot be read. */
export type PdfText = (bytes: Uint8Array) => Promise<string | null>;

/**
 * A certificate may cite other files. It is the file's own when it also names its fingerprint, or names no other file.
 */
export function certificateTarget(
  reading: CertificateReading | null,
  { held, state, address }: TargetParts,
): Extract<Target, { kind: 'certificate' }> {
  if (reading === null) return { kind: 'certificate', reading, isOurs: false, held: null };
  const texts = new Set(reading.texts);
  const projectIds = reading.texts.filter((text) => state.projects.get(text) !== null);
  const sent = reading.texts.flatMap((text) => held.find(text, null) ?? []);
  const listed = sent.length > 0 ? [] : projectIds.flatMap((id) => held.inProject(id));
  const named = [...sent, ...listed.filter(({ facts }) => texts.has(facts.fileId))];
  const possible = named.filter(({ facts }) => isAbout(reading, facts));
  const own = possible.filter((record) => speaksOf(reading, record));
  const isOurs =
    named.length > 0 ||
    projectIds.length > 0 ||
    // One that names no service at all is taken for this one's: what was learned of it was tried first.
    reading.address === null ||
    reading.texts.some((text) => isOf(text, address));
  const [only = null, ...others] = own.length > 0 ? own : possible;
  return { kind: 'certificate', reading, isOurs, held: others.length === 0 ? only : null };
}

/** Whether it says so, or does not say which record it is about: the same content may have several. */
export function isAbout(
  { fileIds }: Pick<CertificateReading, 'fileIds'>,
  { fileId }: Pick<RecordFacts, 'fileId'>,
): boolean {
  return fileIds.length === 0 || fileIds.includes(fileId);
}

function speaksOf({ texts }: CertificateReading, { sent, fileHash }: HeldRecord): boolean {
  const written = fileHash.kind === 'known' ? [fileHash.written] : [];
  const known = [...written, ...(sent === null ? [] : Object.values(keptDigests(sent)))];
  return known.some((text) => texts.includes(text));
}

/** A web address of the account's own service. */
function isOf(text: string, { origin }: BaseAddress): boolean {
  return URL.canParse(text) && new URL(text).origin === origin;
}

interface VerifyRemoteParts {
  readonly workers: Pick<Workers, 'fingerprinter'>;
  readonly checker: ContentChecker;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Aborting ends reading and sending. The request is free, and leaves nothing on either side. */
export type VerifyRemote = (
  filePath: string,
  signal: AbortSignal,
) => Promise<Result<ServiceAnswer, CoreFault>>;

/** Asks the service whether it knows a content, which uploads the content: only after a person has agreed to that. */
export function makeVerifyRemote({ workers, checker, clock }: VerifyRemoteParts): VerifyRemote {
  return async (asked, signal) => {
    const filePath = path.resolve(asked);
    const print = await workers.fingerprinter().fingerprint(filePath, null, {}, signal);
    switch (print.kind) {
      case 'done':
        break;
      case 'changed':
      case 'unfinished':
        return fail({ kind: 'changed-meanwhile', path: filePath });
      case 'unreadable': {
        const why = print.errno === LABSEAL_DATA_ERRNO ? LABSEAL_DATA : print.kind;
        return fail({ kind: 'cannot-pick', pick: { path: filePath, why } });
      }
      case 'absent':
      case 'special':
        return fail({ kind: 'cannot-pick', pick: pickFaultOf(filePath, print) });
      default:
        return assertNever(print);
    }
    const { identity, blake3 } = print;
    const source = { path: filePath, name: path.basename(filePath), identity, blake3 };
    const checked = await checker.check(source, { onProgress() {} }, signal);
    switch (checked.kind) {
      case 'answered': {
        const { exists, fileName, project } = checked;
        return ok({ atMs: clock.nowMs(), exists, fileName, project });
      }
      case 'source-changed':
        return fail({ kind: 'changed-meanwhile', path: filePath });
      case 'source-unreadable':
        return fail({
          kind: 'cannot-pick',
          pick: { path: filePath, why: 'unreadable', errno: checked.errno },
        });
      case 'fault':
        return fail(checked.fault);
      default:
        return assertNever(checked);
    }
  };
}
