/**
 * Names for what the service has not named yet: a project that waits to be created, a person who is only known by an
 * e-mail address. They stand where the service's own ids will stand, and are never sent.
 */

const PROJECT = /^labseal:project:(\d{1,15})$/;
const PERSON = 'labseal:email:';

/** Stands for the project that this change creates. */
export function localProjectId(changeId: number): string {
  return `labseal:project:${changeId}`;
}

/** The number of the change that creates it; null for an id of the service. */
export function creatorOf(projectId: string): number | null {
  const digits = PROJECT.exec(projectId)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Stands for whoever the service knows by this address. */
export function localUserId(email: string): string {
  return `${PERSON}${email.trim().toLowerCase()}`;
}

/** The address to look up; null for an id of the service. */
export function emailToLookUp(userId: string): string | null {
  return userId.startsWith(PERSON) ? userId.slice(PERSON.length) : null;
}
