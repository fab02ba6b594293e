/**
 * The people, projects, service and programs behind a bundle, for its RO-Crate. People are named without e-mail
 * addresses, because a bundle is given to others. Pure.
 */
import type { BundleFacts, PersonFacts, ProjectFacts } from './bundle-facts.ts';

type CrateValue = string | number | Reference | readonly (string | Reference)[] | undefined;

export interface Reference {
  readonly '@id': string;
}

export interface Entity {
  readonly '@id': string;
  readonly '@type': string | readonly string[];
  readonly [property: string]: CrateValue;
}

export const ROOT_ID = './';
export const LABSEAL_ID = '#labseal';
export const SERVICE_ID = '#service';
export const COMPLETED = refer('http://schema.org/CompletedActionStatus');
export const FAILED = refer('http://schema.org/FailedActionStatus');

/** Building blocks of an RO-Crate: entities in a flat list that refer to each other by `@id`. Pure. */
export function refer(id: string): Reference {
  return { '@id': id };
}

/** Undefined for null, so that the property is omitted. */
export function referAll(ids: Iterable<string>): readonly Reference[] | undefined {
  const references = [...new Set(ids)].map(refer);
  return references.length === 0 ? undefined : references;
}

/** Undefined for an empty text, so that the property is omitted. */
export function filled(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

/** A path as a relative URL: letters of all scripts stay, characters with a meaning in a URL are encoded. */
export function pathId(path: string): string {
  return path.replaceAll(/[%\s#?[\]{}<>^`|\\"]/g, (character) => encodeURIComponent(character));
}

/** An id within the crate for something that is not a file of it: `kind` and any key. */
export function localId(kind: string, key: string): string {
  return `#${kind}-${encodeURIComponent(key.toWellFormed())}`;
}

/** Without undefined values, which JSON would omit as well. */
export function entity(
  id: string,
  type: string | readonly string[],
  properties: Readonly<Record<string, CrateValue>>,
): Entity {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  return { '@id': id, '@type': type, ...Object.fromEntries(given) };
}

export function personId({ userId, givenName, familyName }: PersonFacts): string {
  return userId === ''
    ? localId('person-named', `${givenName} ${familyName}`.trim())
    : localId('person', userId);
}

export function projectId(id: string): string {
  return localId('project', id);
}

function organisationId(name: string): string {
  return localId('organisation', name.trim());
}

export function personName({ givenName, familyName, userId }: PersonFacts): string {
  return `${givenName} ${familyName}`.trim() || userId;
}

/** Each person once; the fuller description takes precedence. */
export function everybody({ madeBy, projects }: Pick<BundleFacts, 'madeBy' | 'projects'>) {
  const people = new Map<string, PersonFacts>();
  const named = projects.flatMap(({ members }) => members);
  for (const person of [...(madeBy === null ? [] : [madeBy]), ...named]) {
    const id = personId(person);
    const known = people.get(id);
    if (known === undefined || known.organisation === '') people.set(id, person);
  }
  return people;
}

export function peopleEntities(facts: BundleFacts): readonly Entity[] {
  const people = everybody(facts);
  const organisations = new Set(
    [...people.values(), ...facts.projects].map(({ organisation }) => organisation.trim()),
  );
  return [
    ...[...people].map(([id, person]) => personEntity(id, person)),
    ...[...organisations]
      .filter((name) => name !== '')
      .map((name) => entity(organisationId(name), 'Organization', { name })),
    ...facts.projects.map((project) => projectEntity(project, people)),
    serviceEntity(facts.service),
    ...softwareEntities(facts),
  ];
}

function personEntity(id: string, person: PersonFacts): Entity {
  const { givenName, familyName, organisation } = person;
  return entity(id, 'Person', {
    name: personName(person),
    givenName: filled(givenName),
    familyName: filled(familyName),
    affiliation: organisation.trim() === '' ? undefined : refer(organisationId(organisation)),
  });
}

function projectEntity(project: ProjectFacts, people: ReadonlyMap<string, PersonFacts>): Entity {
  const { organisation, tags, members } = project;
  const about = [project.area, project.location].filter((text) => text.trim() !== '').join(', ');
  return entity(projectId(project.projectId), 'Project', {
    name: project.name,
    identifier: project.projectId,
    description: filled(about),
    keywords: filled(tags.join(', ')),
    foundingDate: filled(project.startDate),
    dissolutionDate: filled(project.endDate),
    parentOrganization:
      organisation.trim() === '' ? undefined : refer(organisationId(organisation)),
    member: referAll(members.map(personId).filter((id) => people.has(id))),
  });
}

function serviceEntity(address: string): Entity {
  return entity(SERVICE_ID, 'WebApplication', {
    name: `Notarization service at ${address}`,
    url: address,
    description:
      'Keeps a record of the fingerprint of each file on a blockchain, and issues certificates of it.',
  });
}

function softwareEntities({ software: [labseal, ...others] }: BundleFacts): readonly Entity[] {
  const ids = others.map(({ name }) => localId('software', name));
  return [
    entity(LABSEAL_ID, 'SoftwareApplication', {
      name: labseal?.name ?? '',
      softwareVersion: labseal?.version ?? '',
      softwareRequirements: referAll(ids),
    }),
    ...others.map(({ name, version }, at) =>
      entity(ids[at] ?? '', 'SoftwareApplication', { name, softwareVersion: version }),
    ),
  ];
}
