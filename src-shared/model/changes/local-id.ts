/**
 * Ids for things that have no id of the service yet: a project that waits to be created, a person known only by an
 * e-mail address, a file of this computer that is cited before it was sent. They are used in place of the service's
 * ids, and are never sent.
 */

const PROJECT = /^labseal:project:(\d{1,15})$/;
const FILE = /^labseal:file:(\d{1,15})$/;
const PERSON = 'labseal:email:';

/** The local id of the project that this change creates. */
export function localProjectId(changeId: number): string {
  return `labseal:project:${changeId}`;
}

/** The number of the change that creates it; null for an id of the service. */
export function creatorOf(projectId: string): number | null {
  const digits = PROJECT.exec(projectId)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The local id of the person with this address. */
export function localUserId(email: string): string {
  return `${PERSON}${email.trim().toLowerCase()}`;
}

/** The address to look up; null for an id of the service. */
export function emailToLookUp(userId: string): string | null {
  return userId.startsWith(PERSON) ? userId.slice(PERSON.length) : null;
}

/** The local id of the record that this row will have once the service has named it. */
export function localFileId(rowId: number | string): string {
  return `labseal:file:${rowId}`;
}

/** The number of the row; null for an id of the service. */
export function rowCited(fileId: string): number | null {
  const digits = FILE.exec(fileId)?.[1];
  return digits === undefined ? null : Number(digits);
}
