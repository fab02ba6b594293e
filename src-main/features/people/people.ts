/** Composes the people features: everything of an account that concerns people and not files. */
import type { Mirror } from '../mirror/mirror.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type Administration, bindAdminWords, makeAdministration } from './administration.ts';
import { makeProfile, type Profile } from './profile.ts';
import { makeMembers, type Members } from '../projects/members.ts';
import { makeTags, type Projects, type Tags } from '../projects/projects.ts';
import type { ScopeCodeStore } from './scope-codes.ts';
import type { Users } from '../mirror/users.ts';
import { makeFreeChanges, type FreeChanges } from '../outbox/free-changes.ts';
import type { AfterChange } from '../outbox/outbox-runner.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { AccountPorts } from '../../pipeline/common/account-ports.ts';

export interface People {
  readonly profile: Profile;
  readonly users: Users;
  readonly tags: Tags;
  readonly members: Members;
  readonly administration: Administration;
  /** Free changes: tried at once, and sent automatically later when the service is unavailable. */
  readonly freeChanges: FreeChanges;
}

export interface PeopleParts extends Pick<AccountPorts, 'client' | 'state' | 'clock' | 'userId'> {
  readonly mirror: Mirror;
  readonly resources: Resources;
  readonly outbox: Outbox;
  readonly users: Users;
  readonly scopes: ScopeCodeStore;
  readonly onLine: () => void;
  readonly afterChange: AfterChange;
  /** Scheme, host and port of the service. */
  readonly origin: string;
  readonly projects: Projects;
}

export function makePeople(parts: PeopleParts): People {
  const { client, state, clock, origin, users, userId } = parts;
  const profile = makeProfile(parts);
  const members = makeMembers(parts);
  return {
    users,
    profile,
    tags: makeTags(parts),
    members,
    freeChanges: makeFreeChanges({ ...parts, profile, members }),
    administration: makeAdministration({
      client,
      userId,
      words: bindAdminWords(state, origin, clock),
    }),
  };
}
