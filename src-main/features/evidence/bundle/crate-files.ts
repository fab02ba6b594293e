/**
 * The files of a bundle for its RO-Crate: contents, certificates, metadata documents, how each file was recorded, and
 * the comparison of its copy. A file whose content is not in the bundle is described too, but not as part of it. Pure.
 */
import type { EvidenceContent } from '../../../../src-shared/model/proofs/evidence.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { recordKey } from '../../../../src-shared/model/proofs/verdict.ts';
import type { BundledFile, Part } from './bundle-facts.ts';
import {
  COMPLETED,
  entity,
  type Entity,
  FAILED,
  filled,
  LABSEAL_ID,
  localId,
  pathId,
  projectId,
  refer,
  referAll,
  SERVICE_ID,
} from './crate-people.ts';

export const CHECKS_PATH = 'checks.json';

const NOT_INCLUDED: Readonly<Record<Exclude<EvidenceContent['kind'], 'included'>, string>> = {
  'not-wanted': 'The content is not in this bundle: only its proofs were asked for.',
  'no-copy': 'The content is not in this bundle: the computer that made it had no copy.',
  mismatch: 'The content is not in this bundle: the copy at hand is not what was recorded.',
  changing: 'The content is not in this bundle: the file was written to while it was read.',
  unreadable: 'The content is not in this bundle: the file could not be read.',
  'labseal-data':
    'The content is not in this bundle: the file belongs to a data folder of Labseal.',
  'not-a-file': 'The content is not in this bundle: something else stood in the place of the file.',
};

/** Of a file of the bundle, else from the description of one that is not in it. */
export function fileId({ part, chosen }: Pick<BundledFile, 'part' | 'chosen'>): string {
  return part === null ? localId('file', chosen.record.fileId) : pathId(part.path);
}

export interface FileTraits {
  readonly mediaTypeOf: (name: string) => string;
  /** Properties about the origin of files, by the service's id. */
  readonly provenance: ReadonlyMap<string, Readonly<Record<string, readonly { '@id': string }[]>>>;
}

/** Entities about chosen files; documents of one record appear once. */
export function fileEntities(
  bundled: readonly BundledFile[],
  traits: FileTraits,
  checkedAtMs: number,
): readonly Entity[] {
  const firsts = new Map<string, BundledFile>();
  for (const file of bundled) {
    const key = recordKey(file.chosen.record);
    if (!firsts.has(key)) firsts.set(key, file);
  }
  const seen = new Set<string>();
  const once = (one: Entity) => !seen.has(one['@id']) && seen.add(one['@id']);
  return [
    ...bundled.map((file) => contentEntity(file, traits)),
    ...[...firsts.values()].flatMap(documentEntities),
    ...[...firsts.values()].map(notarization),
    ...bundled.flatMap((file, at) => check(file, at + 1, checkedAtMs)),
  ].filter(once);
}

function contentEntity(file: BundledFile, { mediaTypeOf, provenance }: FileTraits): Entity {
  const { chosen, part, content, read, documents } = file;
  const { record, name, original } = chosen;
  const known = record.content;
  const about = [documents.certificatePdf, documents.certificateJson, documents.metadataJson];
  const origin = provenance.get(record.fileId) ?? {};
  const isTold = Object.keys(origin).length > 0;
  return entity(fileId(file), isTold ? ['File', 'prov:Entity'] : 'File', {
    name,
    alternateName: original === name ? undefined : original,
    description: content.kind === 'included' ? undefined : NOT_INCLUDED[content.kind],
    contentSize: String(part?.sizeBytes ?? known?.sizeBytes ?? '') || undefined,
    sha256: part?.sha256 ?? known?.sha256 ?? undefined,
    encodingFormat: mediaTypeOf(name),
    dateModified: part === null || read === null ? undefined : isoFromMs(read.modifiedAtMs),
    identifier: record.fileId,
    additionalType: filled(record.fileType),
    keywords: filled(record.labels),
    creativeWorkStatus: filled(record.status),
    conditionsOfAccess: `${record.visibility} on the service`,
    isPartOf: refer(projectId(record.projectId)),
    subjectOf: referAll(partIds(about)),
    ...origin,
  });
}

export function partIds(parts: readonly (Part | null)[]): readonly string[] {
  return parts.flatMap((part) => (part === null ? [] : [pathId(part.path)]));
}

function documentEntities(file: BundledFile): readonly Entity[] {
  const { documents, chosen } = file;
  const name = chosen.record.name;
  const described = (part: Part | null, what: string, encodingFormat: string) =>
    part === null
      ? []
      : [
          entity(pathId(part.path), 'File', {
            name: `${what} of ${name}`,
            about: refer(fileId(file)),
            contentSize: String(part.sizeBytes),
            sha256: part.sha256,
            encodingFormat,
            creator: refer(SERVICE_ID),
          }),
        ];
  return [
    ...described(documents.certificatePdf, 'Certificate', 'application/pdf'),
    ...described(documents.certificateJson, 'Certificate (JSON)', 'application/json'),
    ...described(documents.metadataJson, 'Metadata document', 'application/json'),
  ];
}

/** What the service reports as done, with its own times. */
function notarization(file: BundledFile): Entity {
  const { record } = file.chosen;
  const { certificatePdf, certificateJson } = file.documents;
  return entity(localId('notarization', record.fileId), 'CreateAction', {
    name: `Notarization of ${record.name}`,
    object: refer(fileId(file)),
    instrument: refer(SERVICE_ID),
    description: filled(record.ownerName === '' ? '' : `Uploaded by ${record.ownerName}`),
    startTime: record.uploadedAtMs === null ? undefined : isoFromMs(record.uploadedAtMs),
    endTime:
      record.notarizedAtMs === null || record.isDateRecorded !== true
        ? undefined
        : isoFromMs(record.notarizedAtMs),
    result: referAll(partIds([certificatePdf, certificateJson])),
  });
}

const DECIDED = { match: 'Match', mismatch: 'Does not match' } as const;

function check(file: BundledFile, number: number, checkedAtMs: number): readonly Entity[] {
  const { evaluation, chosen } = file;
  if (evaluation === null) return [];
  const { verdict, doubt } = evaluation;
  const result =
    verdict === 'unsure'
      ? { actionStatus: FAILED, error: `Cannot be told yet (${doubt ?? 'unknown'})` }
      : { actionStatus: COMPLETED, description: DECIDED[verdict] };
  return [
    entity(`#check-${number}`, 'CheckAction', {
      name: `Check of ${chosen.name} against its record`,
      object: refer(fileId(file)),
      instrument: refer(LABSEAL_ID),
      endTime: isoFromMs(checkedAtMs),
      result: refer(CHECKS_PATH),
      ...result,
    }),
  ];
}
