/** Composes the people features: everything of an account that concerns people and not files. */
import type { Outbox } from '../outbox/outbox.ts';
import { bindAdminWords, makeAdministration } from './administration.ts';
import { makeProfile } from './profile.ts';
import { makeMembers } from '../projects/members.ts';
import { makeTags, type ProjectParts, type Projects } from '../projects/projects.ts';
import type { Users } from '../mirror/users.ts';
import { makeFreeChanges } from '../outbox/free-changes.ts';
import type { AfterChange } from '../outbox/outbox-runner.ts';
import type { AccountPorts } from '../../pipeline/common/account-ports.ts';

export interface PeopleParts extends ProjectParts, Pick<AccountPorts, 'userId'> {
  readonly outbox: Outbox;
  readonly users: Users;
  readonly onLine: () => void;
  readonly afterChange: AfterChange;
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly projects: Projects;
}

export function makePeople(parts: PeopleParts) {
  const { client, state, clock, origin, users, userId } = parts;
  const profile = makeProfile(parts);
  const members = makeMembers(parts);
  return {
    users,
    profile,
    tags: makeTags(parts),
    members,
    /** Free changes: tried at once, and sent automatically later when the service is unavailable. */
    freeChanges: makeFreeChanges({ ...parts, profile, members }),
    administration: makeAdministration({
      client,
      userId,
      words: bindAdminWords(state, origin, clock),
    }),
  };
}
