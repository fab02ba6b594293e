/**
 * Records as an evidence bundle describes them: from this computer's ledger, else from the last copies of the service's
 * lists.
 */
import {
  stateOfWord,
  type ListedFile,
  type PlatformRecord,
} from '../../../src-shared/model/files/platform-file.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import { msFromIso } from '../../../src-shared/model/text/time.ts';
import type { RecordedFile } from './bundle/bundle-facts.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';

export interface EvidenceRecordParts {
  readonly state: Pick<State, 'records' | 'contents'>;
  readonly mirror: Pick<Mirror, 'copyOf'>;
  readonly resources: Pick<Resources, 'files'>;
}

type Known = Pick<ListedFile, 'fileType' | 'labels'>;
const NOTHING: Known = { fileType: '', labels: '' };

/** Caches the lists while it is used: create one for each reading. */
export function makeEvidenceRecords({ state, mirror, resources }: EvidenceRecordParts) {
  const lists = new Map<string, ReadonlyMap<string, ListedFile>>();

  function listIn(projectId: string, visibility: Visibility): ReadonlyMap<string, ListedFile> {
    const key = JSON.stringify([projectId, visibility]);
    const known = lists.get(key);
    if (known !== undefined) return known;
    const copy = mirror.copyOf(resources.files(projectId, visibility))?.value ?? [];
    const list = new Map(copy.map((file) => [file.fileId, file]));
    lists.set(key, list);
    return list;
  }

  /** `known`: the row's data, for a file that no list shows yet. */
  function own(record: LedgerRecord, known: Known = NOTHING): RecordedFile {
    const { projectId, visibility, fileId, name, status } = record;
    const { sizeBytes, sha256, blake3 } = state.contents.get(record.contentId);
    const listed = listIn(projectId, visibility).get(fileId);
    return {
      fileId,
      projectId,
      visibility,
      name,
      status,
      fileType: listed?.fileType ?? known.fileType,
      labels: listed?.labels ?? known.labels,
      uploadedAtMs: msFromIso(record.uploadedIso),
      notarizedAtMs: stateOfWord(status) === 'record_error' ? null : record.provenAtMs,
      ownerName: listed?.ownerName ?? '',
      content: { sizeBytes, sha256, blake3 },
    };
  }

  return {
    own,

    /** A file that the service lists. The ledger knows more about it, if it has it. */
    listed(projectId: string, listed: PlatformRecord): RecordedFile {
      const { fileId, visibility, name, status, fileType, labels } = listed;
      const record = state.records.at(projectId, visibility, fileId);
      if (record !== null) return own(record, listed);
      const { uploadedAtMs, ownerName } = listed;
      const facts = { fileId, projectId, visibility, name, status, fileType, labels };
      return { ...facts, uploadedAtMs, ownerName, notarizedAtMs: null, content: null };
    },
  };
}
