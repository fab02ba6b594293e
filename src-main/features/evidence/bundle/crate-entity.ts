/** The pieces of an RO-Crate: entities in a flat list that refer to each other by `@id`. Pure. */

export type CrateValue = string | number | Reference | readonly (string | Reference)[] | undefined;

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

export function refer(id: string): Reference {
  return { '@id': id };
}

/** Undefined for nobody, so that the property is left out. */
export function referAll(ids: Iterable<string>): readonly Reference[] | undefined {
  const references = [...new Set(ids)].map(refer);
  return references.length === 0 ? undefined : references;
}

/** Undefined for an empty text, so that the property is left out. */
export function filled(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

/** A path as a relative address: letters of all scripts stay, what has a meaning in an address is written out. */
export function pathId(path: string): string {
  return path.replaceAll(/[%\s#?[\]{}<>^`|\\"]/g, (character) => encodeURIComponent(character));
}

/** Within the crate, for something that is no file of it: `kind` and a key of any kind. */
export function localId(kind: string, key: string): string {
  return `#${kind}-${encodeURIComponent(key.toWellFormed())}`;
}

/** Without what is undefined, which JSON would leave out as well. */
export function entity(
  id: string,
  type: string | readonly string[],
  properties: Readonly<Record<string, CrateValue>>,
): Entity {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  return { '@id': id, '@type': type, ...Object.fromEntries(given) };
}
