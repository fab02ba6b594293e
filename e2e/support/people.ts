/** The people of the demo, who act in the journeys. */
import {
  ADMINISTRATOR,
  PRINCIPAL_INVESTIGATOR,
  RESEARCHER,
} from '../../src-mock/seed/seed-accounts.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

export const administrator: Person = ADMINISTRATOR;
export const leader: Person = PRINCIPAL_INVESTIGATOR;
export const researcher: Person = RESEARCHER;
