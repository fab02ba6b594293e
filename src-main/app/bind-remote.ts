/** Binds the ports of a run to the service, the files on disk and the account's database. */
import { fail, ok } from '../../src-shared/model/result.ts';
import { DAY_MS } from '../../src-shared/model/text/time.ts';
import type { File } from '../../src-shared/service/files.ts';
import { EVIDENCE_LIST, startListBudget, walkPages } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { RemoteFile, RemoteRecords } from '../pipeline/common/ports.ts';
import type { Clock } from '../platform/clock.ts';
import { methodOfText, methodText } from '../../src-shared/model/proofs/file-hash.ts';
import { OWN_FIELDS_FACT } from '../db/account/key-value-repositories.ts';
import type { State } from '../db/state.ts';
import { noteHashes } from '../pipeline/common/list-project-files.ts';
import { observeBalance } from '../pipeline/confirm/balance-evidence.ts';
import type { AccountBase } from './account-base.ts';
import {
  OWN_FIELDS_QUIRKS,
  type OwnFieldsQuirk,
  PAGING_QUIRKS,
  type PagingQuirk,
  type ServiceQuirks,
  UPLOADED_QUIRKS,
  type UploadedQuirk,
} from '../pipeline/common/service-quirks.ts';

export function bindRemote(client: ServiceClient, userId: () => string | null): RemoteRecords {
  return {
    ownerId: userId,
    async list({ projectId, visibility }, { isEnough, waitsFor, from = 0 }, signal) {
      const name = visibility === 'public' ? 'listPublicFiles' : 'listPrivateFiles';
      const files: RemoteFile[] = [];
      const budget = startListBudget(EVIDENCE_LIST, client.clock);
      const walk = await walkPages<File>(
        async (query, stop) => {
          const fault = waitsFor(); // a list of many pages must not continue during a pause
          return fault === null
            ? client.call(name, { path: { projectId }, query }, stop)
            : fail(fault);
        },
        (fresh) => {
          const page = fresh.map(remoteFile);
          for (const file of page) {
            budget.noteKept(file);
            files.push(file);
          }
          // All are returned, also those after the one that was enough: their page has been read anyway.
          return page.map(isEnough).includes(true) ? 'stop' : 'go on';
        },
        budget,
        signal,
        from,
      );
      if (!walk.ok) return walk;
      const { complete, totalRecords, paging } = walk.value;
      const isComplete = complete && totalRecords === files.length;
      return ok({ files, isComplete, totalRecords, paging });
    },
    async fileHash({ projectId, visibility }, fileId, signal) {
      const name = visibility === 'public' ? 'getPublicMetadata' : 'getPrivateMetadata';
      const read = await client.call(name, { path: { projectId, fileId } }, signal);
      if (read.ok) return ok(read.value.FileHash === '' ? null : read.value.FileHash);
      return read.fault.kind === 'not-found' ? ok(null) : read;
    },
    ...remoteBalance(client, userId),
  };
}

/** What the service has recorded for the account; what an answer tells of balance and fingerprints is kept. */
export function bindRecorded({ client, userId, state, clock }: AccountBase) {
  return noteHashes(observeBalance(bindRemote(client, userId), { state, clock }), state);
}

function remoteFile({ id, name, ownerId, uploaded, status, type, label }: File): RemoteFile {
  return { fileId: id, name, ownerId, uploadedIso: uploaded, status, fileType: type, label };
}

/** Names under which the facts are kept. */
const UPLOADED_FACT = 'uploaded-time';
const HASH_FACT = 'file-hash';
const PAGING_FACT = 'paging';

/** A fact that this build cannot read counts as unknown. */
export function bindQuirks({
  state,
  address: { origin },
  clock,
}: {
  readonly state: State;
  readonly address: { readonly origin: string };
  readonly clock: Clock;
}): ServiceQuirks {
  const recall = (name: string) => state.serverFacts.get(origin, name)?.value ?? null;
  const learn = (name: string, value: string): void => {
    if (recall(name) === value) return; // each write waits for the disk
    state.serverFacts.keep({ origin, name, value, learnedAtMs: clock.nowMs() });
  };
  return {
    uploaded: () => oneOf<UploadedQuirk>(UPLOADED_QUIRKS, recall(UPLOADED_FACT)),
    learnUploaded: (quirk) => learn(UPLOADED_FACT, quirk),
    hashMethod: () => methodOfText(recall(HASH_FACT) ?? ''),
    learnHashMethod: (method) => learn(HASH_FACT, methodText(method)),
    paging: () => oneOf<PagingQuirk>(PAGING_QUIRKS, recall(PAGING_FACT)),
    learnPaging: (quirk) => learn(PAGING_FACT, quirk),
    ownFields() {
      const fact = state.serverFacts.get(origin, OWN_FIELDS_FACT);
      const quirk = oneOf<OwnFieldsQuirk>(OWN_FIELDS_QUIRKS, fact?.value ?? null);
      const isOld = Math.abs(clock.nowMs() - (fact?.learnedAtMs ?? 0)) >= DAY_MS;
      return quirk === 'innocent' && isOld ? null : quirk; // a gateway may have come since
    },
    learnOwnFields: (quirk) => learn(OWN_FIELDS_FACT, quirk),
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}

function remoteBalance(
  client: ServiceClient,
  userId: () => string | null,
): Pick<RemoteRecords, 'balance'> {
  return {
    async balance(signal) {
      const own = userId();
      if (own === null) {
        return { ok: false, fault: { kind: 'not-signed-in', serviceSays: null } };
      }
      const read = await client.call('getCreditBalance', { path: { userId: own } }, signal);
      return read.ok ? ok(read.value.creditBalance) : read;
    },
  };
}

/** Binds the balance of an account, which is stored whenever it is read. */
export function bindBalance({ client, userId, state, clock }: AccountBase) {
  return observeBalance(remoteBalance(client, userId), { state, clock });
}
