/**
 * The RO-Crate 1.2 of a bundle, whose root is the payload of the bag: what every file is, who and what it belongs to,
 * where it comes from, and what was checked. Everything that is referred to is described in it. Pure.
 */
import { isGap } from '../../../../src-shared/model/proofs/evidence.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import type { Bundle, Part } from './bundle-facts.ts';
import {
  COMPLETED,
  entity,
  LABSEAL_ID,
  pathId,
  refer,
  referAll,
  ROOT_ID,
  type Entity,
} from './crate-entity.ts';
import { CHECKS_PATH, fileEntities } from './crate-files.ts';
import { peopleEntities, personId, projectId } from './crate-people.ts';
import { crateProvenance } from './crate-provenance.ts';

export const CRATE_PATH = 'ro-crate-metadata.json';
const CRATE_1_2 = 'https://w3id.org/ro/crate/1.2';
const LICENCE_ID = '#licence';

/** `checks`: the list of checks, which is part of the bundle like the files. */
export function makeCrate(
  bundle: Bundle,
  checks: Part,
  mediaTypeOf: (name: string) => string,
): string {
  const { bundled, madeAtMs } = bundle;
  const provenance = crateProvenance(
    bundle.projects.flatMap((project) => project.provenance ?? []),
    bundled,
  );
  const files = fileEntities(bundled, { mediaTypeOf, provenance: provenance.ofFiles }, madeAtMs);
  const graph = merged([
    entity(CRATE_PATH, 'CreativeWork', {
      about: refer(ROOT_ID),
      conformsTo: refer(CRATE_1_2),
    }),
    rootEntity(bundle),
    entity(LICENCE_ID, 'CreativeWork', {
      name: 'No licence stated',
      description:
        'Whoever made this bundle stated no licence. Ask them before you pass the files on or use them.',
    }),
    ...peopleEntities(bundle),
    ...files,
    entity(CHECKS_PATH, 'File', {
      name: 'What was checked when this bundle was made',
      contentSize: String(checks.sizeBytes),
      sha256: checks.sha256,
      encodingFormat: 'application/json',
      creator: refer(LABSEAL_ID),
    }),
    making(bundle),
    ...provenance.entities,
  ]);
  return `${JSON.stringify({ '@context': `${CRATE_1_2}/context`, '@graph': graph }, null, 2)}\n`;
}

/** One person can be a member and the one who uploaded: the fuller description stays, with both types. */
function merged(entities: readonly Entity[]): readonly Entity[] {
  const byId = new Map<string, Entity>();
  for (const one of entities) {
    const known = byId.get(one['@id']);
    const types = [...new Set([known?.['@type'] ?? [], one['@type']].flat())];
    const type = types.length === 1 ? (types[0] ?? '') : types;
    byId.set(one['@id'], { ...one, ...known, '@type': type });
  }
  return [...byId.values()];
}

function rootEntity({ id, title, bundled, madeAtMs, madeBy, projects, ...facts }: Bundle): Entity {
  const parts = bundled.flatMap(({ part, documents }) => [
    part,
    documents.certificatePdf,
    documents.certificateJson,
    documents.metadataJson,
  ]);
  const paths = parts.flatMap((part) => (part === null ? [] : [pathId(part.path)]));
  const gaps = bundled.filter(({ content }) => isGap(content)).length + facts.unproven.length;
  return entity(ROOT_ID, 'Dataset', {
    name: `Evidence: ${title}`,
    description:
      `Files with the proof that they existed unchanged when a notarization service recorded them: their ` +
      `certificates, the service's metadata documents, and the result of comparing each file with its record. ` +
      (gaps === 0 ? 'Nothing that was chosen is missing.' : `Not in it, and named in it: ${gaps}.`),
    datePublished: isoFromMs(madeAtMs),
    identifier: `urn:uuid:${id}`,
    license: refer(LICENCE_ID),
    author: madeBy === null ? undefined : refer(personId(madeBy)),
    about: referAll(projects.map((project) => projectId(project.projectId))),
    hasPart: referAll([...paths, CHECKS_PATH]),
    mentions: refer('#bundle-made'),
  });
}

function making({ madeAtMs, madeBy }: Bundle): Entity {
  return entity('#bundle-made', 'CreateAction', {
    name: 'Making of this bundle',
    object: refer(ROOT_ID),
    agent: madeBy === null ? undefined : refer(personId(madeBy)),
    instrument: refer(LABSEAL_ID),
    endTime: isoFromMs(madeAtMs),
    actionStatus: COMPLETED,
  });
}
