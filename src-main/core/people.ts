/** People and their things, composed: everything of an account that is about persons and no files. */
import type { Clock } from '../ports/clock.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { State } from '../state/state.ts';
import { makeAdministration, type Administration } from './administration.ts';
import { bindAdminWords } from './bind-admin-words.ts';
import { makeMembers, type Members } from './members.ts';
import { makeProfile, type Profile } from './profile.ts';
import type { Projects } from './projects.ts';
import { makeTags, type Tags } from './tags.ts';
import { makeUsers, type Users } from './users.ts';

export interface People {
  readonly profile: Profile;
  readonly users: Users;
  readonly tags: Tags;
  readonly members: Members;
  readonly administration: Administration;
}

export interface PeopleParts {
  readonly client: ServiceClient;
  readonly state: Pick<State, 'serverFacts'>;
  readonly clock: Clock;
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly projects: Projects;
  /** Null when nobody is signed in. */
  readonly userId: () => string | null;
}

export function makePeople({
  client,
  state,
  clock,
  origin,
  projects,
  userId,
}: PeopleParts): People {
  const users = makeUsers(client);
  return {
    users,
    profile: makeProfile({ client, users, userId }),
    tags: makeTags(client),
    members: makeMembers({ client, projects }),
    administration: makeAdministration({
      client,
      userId,
      words: bindAdminWords(state, origin, clock),
    }),
  };
}
