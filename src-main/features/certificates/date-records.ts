/** What saved certificates say of when their records came onto the chain. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { keptDigests } from '../../../src-shared/model/proofs/file-hash.ts';
import { recordedAtMs } from '../../../src-shared/model/proofs/judge.ts';
import { readCertificate } from '../../../src-shared/model/proofs/read-certificate.ts';
import { msFromIso } from '../../../src-shared/model/text/time.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';

/** The number of the last record whose certificate was read for its date; absent where none was saved before. */
const DATED_UNTIL = 'certificates-dated-until';
const ALL = 'all';
/** Some 0.4 s of work. */
const MOST_AT_ONCE = 3_000;

/** When this certificate says that its record came onto the chain, as the judge lets it say. */
export function recordedIn(
  json: Uint8Array | null,
  { fileId, contentId, uploadedIso, provenAtMs }: LedgerRecord,
  { contents }: Pick<State, 'contents'>,
): number | null {
  const reading = json === null ? null : readCertificate(new TextDecoder().decode(json));
  if (reading === null) return null;
  const content = contents.get(contentId);
  const file = { digests: keptDigests(content), sizeBytes: content.sizeBytes };
  const uploadedAtMs = msFromIso(uploadedIso);
  return recordedAtMs(reading, file, { fileId, uploadedAtMs, seenAtMs: provenAtMs });
}

/**
 * Certificates that were saved before their dates were kept are read when their account is opened, some each time: a hundred
 * thousand would hold up the first opening for a quarter of a minute. Needs no network. One that is damaged says nothing until
 * it is fetched again.
 */
export function dateRecords(state: State, certificateFolder: string, atOnce = MOST_AT_ONCE): void {
  const afterId = state.preferences.get(DATED_UNTIL);
  if (afterId === null || afterId === ALL) return;
  const records = state.records.withCertificate(Number(afterId), atOnce);
  state.transaction(() => {
    for (const record of records) {
      const json = savedJson(path.join(certificateFolder, record.certificateJson ?? ''));
      const atMs = recordedIn(json, record, state);
      if (atMs !== null) state.records.setRecordedAtMs(record.id, atMs);
    }
    const last = records.length < atOnce ? undefined : records.at(-1);
    state.preferences.set(DATED_UNTIL, last === undefined ? ALL : String(last.id));
  });
}

/** Null when it is not there, or not as its seal says. */
function savedJson(jsonPath: string): Uint8Array | null {
  try {
    const json = readFileSync(jsonPath);
    const seal: unknown = JSON.parse(readFileSync(jsonPath.replace(/\.json$/, '.seal'), 'utf8'));
    return Object(seal)['jsonSha256'] === hash('sha256', json) ? json : null;
  } catch {
    return null;
  }
}
