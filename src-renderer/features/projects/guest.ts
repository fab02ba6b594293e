/** Whoever is invited together with a new project: somebody the service named, or an address to be looked up. */
import { localUserId } from '../../../src-shared/model/changes/local-id.ts';
import { personName, type UserView } from '../../../src-shared/model/people/person-view.ts';
import type { PageFault } from '../../bridge/bridge.ts';

export interface Guest {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** False: looked up when the service is there, and invited by a change of its own. */
  readonly isKnown: boolean;
}

export function guestOf(person: UserView): Guest {
  const { userId, email } = person;
  return { userId, name: personName(person), email, isKnown: true };
}

export function guestAt(email: string): Guest {
  return { userId: localUserId(email), name: email, email, isKnown: false };
}

/** The fault says that nobody could be asked, and nothing about the person. */
export function canBeLookedUpLater({ kind }: PageFault): boolean {
  return kind === 'unavailable' || kind === 'throttled' || kind === 'not-the-service';
}
