/** What the service has recorded and charged: the truth against which everything the client believes is held. */
import { createHash } from 'node:crypto';
import { sha3_256 } from '@noble/hashes/sha3';
import { assertNever } from '../../src-shared/model/result.ts';
import { isoFromMs } from '../../src-shared/model/text/time.ts';
import type { Chance } from '../chance.ts';
import { blake3Of } from '../disk/disk.ts';
import type { ServiceReading } from '../fault-profile.ts';
import type { ReadForm } from './form-reader.ts';

export type Visibility = 'public' | 'private';

export interface StoredFile {
  readonly fileId: string;
  readonly ownerId: string;
  readonly place: string;
  readonly visibility: Visibility;
  readonly projectId: string;
  readonly name: string;
  readonly blake3: string;
  readonly fileHash: string;
  readonly label: string;
  readonly type: string;
  readonly uploadedIso: string;
  readonly availableAtMs: number;
  readonly listedAtMs: number;
  readonly isChainError: boolean;
}

export interface Charge {
  readonly fileId: string;
  /** Content and place: what may be paid for once. */
  readonly key: string;
  readonly credits: number;
  /** The client's own key of the job; null without one. */
  readonly jobId: string | null;
  readonly atMs: number;
}

export const ME = 'me';
export const PROJECT = 'project-1';
const BYTES_PER_CREDIT = 1_000_000;

export type Ledger = ReturnType<typeof makeLedger>;

export function makeLedger(parts: {
  readonly reading: ServiceReading;
  readonly chance: Chance;
  readonly nowMs: () => number;
  readonly balance: number;
}) {
  const { reading, chance, nowMs } = parts;
  const files: StoredFile[] = [];
  const charges: Charge[] = [];
  let granted = parts.balance;
  const deleted = new Set<string>();

  return {
    files,
    charges,
    /** As it is told now. */
    balance(): number {
      const shown = charges.filter(({ atMs }) => atMs + reading.balanceLagMs <= nowMs());
      return granted - shown.reduce((sum, { credits }) => sum + credits, 0);
    },
    /** Once everything is shown. */
    left: (): number => granted - charges.reduce((sum, { credits }) => sum + credits, 0),
    /** Somebody bought credits. */
    grant(credits: number): void {
      granted += credits;
    },
    /** Carries an upload out: one record, one charge. Whoever is not me is not charged here. */
    record(
      form: ReadForm,
      place: Destination,
      ownerId: string,
      jobId: string | null,
    ): StoredFile & { readonly credits: number } {
      const blake3 = blake3Of(form.content);
      const file: StoredFile = {
        ...place,
        fileId: `file-${files.length + 1}`,
        ownerId,
        place: destinationKey(place),
        name: form.fileName,
        blake3,
        fileHash: fileHashOf(form.content, reading.fileHash),
        label: form.fields['label'] ?? '',
        type: form.fields['type'] ?? '',
        uploadedIso: shownTime(form.fields['uploaded'] ?? '', reading, nowMs()),
        availableAtMs: nowMs() + reading.chainMs * chance.next() * 2,
        listedAtMs: nowMs() + reading.listLagMs,
        isChainError: chance.happens(reading.chainErrorRate),
      };
      files.push(file);
      if (ownerId !== ME) return { ...file, credits: 0 };
      const megabytes = form.content.length / BYTES_PER_CREDIT;
      const rounded =
        reading.megabytes === 'rounded-up' ? Math.ceil(megabytes) : Math.floor(megabytes);
      const credits = place.visibility === 'public' ? rounded : 1;
      const key = chargeKey(blake3, place);
      charges.push({ fileId: file.fileId, key, credits, jobId, atMs: nowMs() });
      return { ...file, credits };
    },
    /** Somebody has it deleted; its history stays. */
    delete: (file: StoredFile): void => void deleted.add(file.fileId),
    statusOf(file: StoredFile): string {
      if (deleted.has(file.fileId)) return 'Deleted';
      if (nowMs() < file.availableAtMs) return 'Pending';
      return file.isChainError ? 'NotarizationError' : 'Available';
    },
    /** Another computer of mine has sent it. */
    isFromElsewhere: (fileId: string): boolean =>
      charges.some((charge) => charge.fileId === fileId && charge.jobId === null),
    in: (place: Destination): readonly StoredFile[] =>
      files.filter((file) => file.place === destinationKey(place)),
    /** As its list shows it now, and has for so long. */
    listed: (place: Destination, forMs = 0): readonly StoredFile[] =>
      files.filter(
        (file) => file.place === destinationKey(place) && file.listedAtMs + forMs <= nowMs(),
      ),
    /** `ownerId`: of this owner alone; null: of anybody. */
    withSameContent(content: Buffer, ownerId: string | null): StoredFile | null {
      const blake3 = blake3Of(content);
      const isSame = (file: StoredFile) =>
        file.blake3 === blake3 &&
        !deleted.has(file.fileId) &&
        file.ownerId === (ownerId ?? file.ownerId);
      return files.find(isSame) ?? null;
    },
  };
}

export interface Destination {
  readonly projectId: string;
  readonly visibility: Visibility;
}

export function destinationKey({ projectId, visibility }: Destination): string {
  return `${visibility} ${projectId}`;
}

export function chargeKey(blake3: string, place: Destination): string {
  return `${blake3} ${destinationKey(place)}`;
}

function shownTime(sent: string, reading: ServiceReading, nowMs: number): string {
  switch (reading.uploaded) {
    case 'echoed':
      return sent;
    case 'seconds':
      return `${sent.slice(0, 19)}Z`;
    case 'replaced':
      return isoFromMs(nowMs);
    default:
      return assertNever(reading.uploaded);
  }
}

/** SHA-3 by another library than the program's, and of Node's library only what Electron's has too. */
function fileHashOf(content: Uint8Array, algorithm: ServiceReading['fileHash']): string {
  if (algorithm === 'sha3-256') return Buffer.from(sha3_256(content)).toString('hex');
  return createHash(algorithm).update(content).digest('hex');
}
