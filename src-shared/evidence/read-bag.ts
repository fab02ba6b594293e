/**
 * What a bag (BagIt, RFC 8493) says of its files: its lists of fingerprints, its sums, and in an evidence bundle which certificate
 * is whose. A bag may be a stranger's, so no more is read and kept of it than its files account for.
 */
import * as z from 'zod/mini';
import type { FileState } from '../model/files/file-state.ts';
import { stateOfWord } from '../model/files/platform-file.ts';
import { LABSEAL_DATA } from '../model/folders/folder-rules.ts';
import {
  type BagTrouble,
  type BundledState,
  type EvidenceContent,
  isWhole,
  type UnprovenFile,
} from '../model/proofs/evidence.ts';
import { saidOf } from '../model/proofs/read-certificate.ts';
import {
  BAG_INFO_FILE,
  BAGIT_FILE,
  decodeTagFile,
  PAYLOAD_FOLDER,
  readDeclaration,
  readOxum,
} from './bag-format.ts';
import {
  type BagFiles,
  type BagList,
  readBagLists,
  readFetchList,
  type ReportTrouble,
} from './bag-lists.ts';
import { readWhole } from './chosen.ts';
import { readCrate, type Told } from './read-crate.ts';

export const CHECKS_FILE = `${PAYLOAD_FOLDER}/checks.json`;
export const CERTIFICATES_FOLDER = `${PAYLOAD_FOLDER}/certificates/`;
export const FILES_FOLDER = `${PAYLOAD_FOLDER}/files/`;

/** Of the bag's own texts but the manifests: a page at most, usually. What is longer was made to be a burden. */
const MOST_TEXT_BYTES = 1_000_000;
/** A longer text could not be read at once. */
const MOST_CHECKS_BYTES = 300_000_000;
/** An entry has some 1,300 bytes, more with long names; a list that is out of proportion was not made by Labseal. */
const MOST_BYTES_OF_ENTRY = 10_000;
const MOST_BYTES_OF_HEAD = 1_000_000;
const MOST_TROUBLES = 10_000;
/** Of characters in their names, as a message carries them. */
const MOST_NAMED = 4_000_000;

export interface ReadBag {
  /** With `/` at its end, unless it is empty. */
  readonly root: string;
  /** Before version 1.0 one list could name files that another did not. */
  readonly version: string;
  readonly lists: readonly BagList[];
  /** What the bag's sums are said to be; null: it does not say. */
  readonly oxum: ReturnType<typeof readOxum>;
  /** Null: it is no evidence bundle, or its list of checks cannot be read. */
  readonly checks: Checks | null;
  /** What it says of its files beside their certificates. */
  readonly told: readonly Told[];
  /** It has certificates or a list of checks. */
  readonly isEvidence: boolean;
  /** What is wrong about the lists themselves. */
  readonly troubles: readonly BagTrouble[];
}

export async function readBag(root: string, files: BagFiles): Promise<ReadBag> {
  const { troubles, trouble } = collectTroubles();
  const declared = files.get(BAGIT_FILE);
  const bytes = declared === undefined ? null : await readWhole(declared, MOST_TEXT_BYTES);
  const text =
    bytes instanceof Uint8Array ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : '';
  const declaration = readDeclaration(text);
  // Lists of a form that is not known may mean anything. A certificate speaks of a file whatever the lists are.
  if (declaration === null) trouble('not-a-bag', '.');
  else await readFetchList(files, declaration.encoding, trouble);
  const lists =
    declaration === null ? [] : await readBagLists(files, declaration.encoding, trouble);
  if (declaration !== null && lists.every(({ isOfTags }) => isOfTags)) trouble('no-manifest', '.');
  const info = declaration && (await textOf(files, BAG_INFO_FILE, declaration.encoding, trouble));
  const isEvidence = [...files.keys()].some(
    (name) => name === CHECKS_FILE || name.startsWith(CERTIFICATES_FOLDER),
  );
  const checks = isEvidence ? await readChecks(files) : null;
  const crate = isEvidence ? await readCrate(files, trouble) : [];
  return {
    root,
    version: declaration?.version ?? '',
    lists,
    oxum: readOxum(info ?? ''),
    checks,
    told: [...(checks?.told ?? []), ...crate],
    isEvidence,
    troubles,
  };
}

/** Each is said once. A stranger can make millions of them: then it is said that there are more. */
export function collectTroubles(first: readonly BagTrouble[] = []) {
  const troubles: BagTrouble[] = [];
  const said = new Set<string>();
  let named = 0;
  let isLast = false;
  const trouble: ReportTrouble = (kind, where, more = {}) => {
    if (isLast || said.has(`${kind} ${where}`)) return;
    if (kind === 'missing' && said.has(`to-fetch ${where}`)) return;
    said.add(`${kind} ${where}`);
    named += JSON.stringify(where).length;
    isLast = said.size > MOST_TROUBLES || named > MOST_NAMED;
    troubles.push(isLast ? { kind: 'more', where: '.' } : { kind, where, ...more });
  };
  for (const { kind, where, ...more } of first) trouble(kind, where, more);
  return { troubles, trouble };
}

/** Empty when there is no such file that can be read, or when it is longer than one that is meant. */
async function textOf(
  files: BagFiles,
  name: string,
  encoding: string,
  report: ReportTrouble,
): Promise<string> {
  const entry = files.get(name);
  const bytes = entry === undefined ? null : await readWhole(entry, MOST_TEXT_BYTES);
  if (bytes === 'too-large') report('too-large', name);
  return bytes === null || bytes === 'too-large' ? '' : (decodeTagFile(bytes, encoding) ?? '');
}

export const CHECKS_FORMAT = 'labseal-evidence-checks';
export const CHECKS_VERSION = 1;

const CONTENT_KINDS = [
  'included',
  'not-wanted',
  'no-copy',
  'mismatch',
  'changing',
  'unreadable',
  'not-a-file',
  LABSEAL_DATA,
] as const satisfies readonly EvidenceContent['kind'][];
const UNPROVEN_WHYS = [
  'no-record',
  'unread',
  'unreadable',
] as const satisfies readonly UnprovenFile['why'][];
const DOCUMENT_KINDS = ['included', 'none-yet', 'not-had'] as const;

function oneOf<const Kinds extends readonly string[]>(kinds: Kinds, otherwise: Kinds[number]) {
  return z._default(z.enum(kinds), otherwise);
}

/** The list of checks of an evidence bundle (`checks-document.ts`); it may be a stranger's. Paths are relative to the payload. */
const ReadBack = z.object({
  format: z.literal(CHECKS_FORMAT),
  version: z.literal(CHECKS_VERSION),
  service: z._default(z.string(), ''),
  files: z.array(
    z.object({
      original: z._default(z.string(), ''),
      content: z.object({ path: z.nullable(z.string()), state: oneOf(CONTENT_KINDS, 'included') }),
      verdict: z._default(z.nullable(z.enum(['match', 'mismatch', 'unsure'])), null),
      contradictedBy: z._default(z.nullable(z.enum(['record', 'certificate'])), null),
      certificate: z.object({
        json: z.nullable(z.string()),
        pdf: z._default(z.nullable(z.string()), null),
        state: oneOf(DOCUMENT_KINDS, 'included'),
      }),
      metadata: z._default(
        z.object({
          state: oneOf(DOCUMENT_KINDS, 'included'),
          path: z._default(z.nullable(z.string()), null),
        }),
        { state: 'included', path: null },
      ),
      copy: z._default(z.nullable(z.object({ sha256: z._default(z.string(), '') })), null),
      record: z._default(
        z.object({
          status: z._default(z.string(), ''),
          fileId: z._default(z.string(), ''),
          owner: z._default(z.string(), ''),
          uploadedAt: z._default(z.nullable(z.string()), null),
          notarizedAt: z._default(z.nullable(z.string()), null),
          isDateRecorded: z._default(z.boolean(), false),
        }),
        {
          status: '',
          fileId: '',
          owner: '',
          uploadedAt: null,
          notarizedAt: null,
          isDateRecorded: false,
        },
      ),
    }),
  ),
  withoutRecord: z._default(
    z.array(z.object({ name: z.string(), why: oneOf(UNPROVEN_WHYS, 'no-record') })),
    [],
  ),
});

interface Checks {
  /** The address of the service, as the bundle says it. */
  readonly service: string;
  /** Certificates with the file that each is said to be of, by their names in the bag; null: the file was left out. */
  readonly parts: readonly {
    readonly path: string | null;
    readonly certificates: readonly string[];
    /** The service's document about its record. */
    readonly metadata: string | null;
  }[];
  readonly told: readonly Told[];
  /** What was missing when the bundle was made. */
  readonly lacks: readonly BagTrouble[];
}

const inPayload = (name: string) => `${PAYLOAD_FOLDER}/${name}`;

const TOLD_OF_RECORD: ReadonlyMap<FileState | null, BagTrouble['kind']> = new Map([
  ['deleted', 'record-deleted'],
  ['deleting', 'record-deleted'],
  ['record_error', 'record-error'],
  ['recording', 'record-pending'],
]);

/** Null for a text that is not such a list. */
async function readChecks(files: BagFiles): Promise<Checks | null> {
  const entry = files.get(CHECKS_FILE);
  const inProportion = MOST_BYTES_OF_HEAD + MOST_BYTES_OF_ENTRY * files.size;
  const bytes =
    entry === undefined ? null : await readWhole(entry, Math.min(inProportion, MOST_CHECKS_BYTES));
  if (bytes === null || bytes === 'too-large') return null;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
  const read = ReadBack.safeParse(value);
  if (!read.success) return null;
  const { service, withoutRecord } = read.data;
  const parts = read.data.files.map(
    ({ content: { path }, certificate: { json, pdf }, metadata }) => ({
      path: path === null ? null : inPayload(path),
      certificates: [json, pdf].flatMap((name) => (name === null ? [] : [inPayload(name)])),
      metadata: metadata.path === null ? null : inPayload(metadata.path),
    }),
  );
  const told = read.data.files.flatMap(({ content: { path }, copy, record }): readonly Told[] => {
    if (path === null) return [];
    const { fileId, owner, uploadedAt, notarizedAt, isDateRecorded } = record;
    // Else it is when the record was seen.
    const recorded = isDateRecorded ? notarizedAt : null;
    return [
      {
        by: 'checks-differ',
        path: inPayload(path),
        sha256: copy?.sha256 ?? '',
        said: saidOf({ fileId, owner, uploaded: uploadedAt, recorded }),
      },
    ];
  });
  const lacks = read.data.files.flatMap((file): readonly BagTrouble[] => {
    const { original, verdict, contradictedBy } = file;
    const state: BundledState = {
      verdict,
      contradictedBy,
      content: { kind: file.content.state },
      certificate: { kind: file.certificate.state },
      metadata: { kind: file.metadata.state },
    };
    const kind = TOLD_OF_RECORD.get(stateOfWord(file.record.status));
    return [
      kind === undefined ? [] : { kind, where: original },
      isWhole(state) ? [] : { kind: 'lacks' as const, where: original, state },
    ].flat();
  });
  const unproven = withoutRecord.map(
    ({ name, why }) => ({ kind: 'unproven', where: name, why }) as const,
  );
  return { service, parts, told, lacks: [...lacks, ...unproven] };
}
