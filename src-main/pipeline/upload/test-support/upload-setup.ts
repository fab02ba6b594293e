/** Everything one upload needs, with sensible defaults: real files in a temporary folder, a journal that remembers. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf } from '../../../platform/disk/file-identity.ts';
import type { UploadOutcome } from '../../common/upload-outcome.ts';
import { freezeForm, type FrozenForm } from '../form/representation.ts';
import { DEFAULT_INTEROP } from '../resumption.ts';
import { makeProof } from '../form/small-file.ts';
import { openSourceFile } from '../form/source-file.ts';
import type { AttemptEvent, AttemptJournal, UploadJob, UploadPorts } from '../upload.ts';
import type { Support, UploadSupport } from '../upload-knowledge.ts';
import type { VerifyPorts } from '../verify-content.ts';
import { blake3Of } from '../../../test-support/digests.ts';
import { realClock } from '../../../platform/real-ports.ts';

export const TOKEN = 'canary-token';
export const BOUNDARY = '----00112233445566778899aabbccddeeff';
export const never = new AbortController().signal;
export const silent = { onProgress() {} };
export const TAIL = `\r\n--${BOUNDARY}--\r\n`;

export interface TempFolder extends Disposable {
  /** Writes a file and gives its path. */
  write(name: string, content: Uint8Array | string): string;
}

export function makeTempFolder(): TempFolder {
  const folder = mkdtempSync(join(tmpdir(), 'labseal-transfer-'));
  return {
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A form of the file and nothing else, as the check by content sends it. */
export function fileAlone(sizeBytes: number, fileName = 'run.raw'): FrozenForm {
  return formOf(sizeBytes, fileName, []);
}

export function formOf(
  sizeBytes: number,
  fileName: string,
  fields: readonly (readonly [name: string, value: string])[],
): FrozenForm {
  const contentType = 'application/octet-stream';
  const part = { filePart: 'file', fileName, contentType };
  return freezeForm({ boundary: BOUNDARY, fields, ...part, sizeBytes });
}

/** A job for the file as it is now; `over` replaces what the test is about. */
export function jobFor(
  url: string,
  path: string,
  content: Uint8Array | string,
  over: Partial<UploadJob> = {},
): UploadJob {
  const identity = identityOf(statSync(path, { bigint: true }));
  return {
    attemptId: 'attempt-1',
    url,
    path,
    form: formOf(identity.sizeBytes, 'run-01.raw', [
      ['type', 'primary'],
      ['label', 'run'],
    ]),
    identity,
    blake3Hex: blake3Of(content),
    wantsSha256: true,
    idempotencyKey: 'job-1',
    resume: null,
    ...over,
  };
}

/** What the whole body must be on the wire. */
export function bodyOf(job: UploadJob, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(job.form.head), content, Buffer.from(job.form.tail)]);
}

type Entry = AttemptEvent['type'];

export interface RememberedJournal extends AttemptJournal {
  /** In the order they were written. */
  readonly entries: Entry[];
  readonly outcomes: UploadOutcome[];
  /** The address that was announced; empty without one. */
  readonly resource: () => string;
  /** Does something when an entry is written. */
  readonly on: (entry: Entry, act: () => void) => void;
}

/** Keeps what it is told; `fails` names the entry that cannot be written. */
export function makeJournal(fails: Entry | null = null): RememberedJournal {
  const entries: Entry[] = [];
  const outcomes: UploadOutcome[] = [];
  const acts = new Map<Entry, () => void>();
  let resource = '';
  const journal: AttemptJournal = (event) => {
    if (event.type === 'resource-announced') resource = event.resource;
    acts.get(event.type)?.();
    if (event.type === fails) throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
    entries.push(event.type);
    if (event.type === 'attempt-ended') outcomes.push(JSON.parse(event.note) as UploadOutcome);
  };
  return Object.assign(journal, {
    entries,
    outcomes,
    resource: () => resource,
    on: (entry: Entry, act: () => void) => void acts.set(entry, act),
  });
}

export interface RememberedSupport extends UploadSupport {
  /** As last learned. */
  readonly known: () => Support;
}

/** One origin's support, in memory. */
export function rememberedSupport(first: Support): RememberedSupport {
  let known = first;
  return {
    known: () => known,
    recall: () => known,
    learn(_origin, support) {
      known = support;
    },
  };
}

const prove = makeProof();

/** `support` is "no" unless a test is about resumable uploads: the documented POST and nothing else. */
export function portsWith(over: Partial<UploadPorts> = {}): UploadPorts & VerifyPorts {
  const agent = new http.Agent({ keepAlive: false });
  return {
    clock: realClock,
    agentFor: () => agent,
    freshAgentFor: () => agent,
    token: () => TOKEN,
    openSource: openSourceFile,
    proveSmall: async (source) => prove(source),
    journal: makeJournal(),
    interop: DEFAULT_INTEROP,
    keepSha256: () => undefined,
    support: rememberedSupport({ kind: 'no' }),
    chance: () => 0,
    ...over,
  };
}
