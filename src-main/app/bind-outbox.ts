/** Binds the changes of an account to projects and people, and the people themselves. */
import { findSeenUser, seenUsers } from '../features/mirror/account-mirror.ts';
import { makeUsers } from '../features/mirror/users.ts';
import { makeAccountOutbox } from '../features/outbox/account-outbox.ts';
import { makeFreeChanges } from '../features/outbox/free-changes.ts';
import {
  bindAdminWords,
  bindSuspensions,
  makeAdministration,
} from '../features/people/administration.ts';
import { makeProfile } from '../features/people/profile.ts';
import { makeMembers } from '../features/projects/members.ts';
import { makeTags } from '../features/projects/projects.ts';
import type { AccountBase } from './account-base.ts';
import { bindCredits, bindRecorded } from './bind-credits.ts';
import { bindShared } from './bind-shared.ts';

function bindUsers({ use, client, state, clock }: AccountBase) {
  const { mirror, resources } = use(bindShared);
  return makeUsers({
    client,
    seen: (asked) =>
      findSeenUser(
        asked,
        seenUsers(state.mirror.all('user')),
        state.projects.all().map(({ project }) => project),
      ),
    onRead: (user) => mirror.keep(resources.user(user.userId), user, clock.nowMs()),
  });
}

/** The outbox, who sends what waits in it, and changes that cost credits. */
export function bindOutbox({ use, gate, latest }: AccountBase) {
  return makeAccountOutbox({
    ...use(bindShared),
    remote: use(bindRecorded),
    charges: use(bindCredits).history,
    users: use(bindUsers),
    isOffline: () => gate.isOffline(),
    onProject: () => latest.run?.agreementsChanged(),
    onDeleting: () => latest.run?.agreementsChanged(),
  });
}

/** Profile, tags, members, administration. */
export function bindPeople({ use, address, client, userId, state, clock }: AccountBase) {
  const parts = { ...use(bindShared), ...use(bindOutbox), users: use(bindUsers) };
  const profile = makeProfile(parts);
  const members = makeMembers(parts);
  return {
    users: parts.users,
    profile,
    tags: makeTags(parts),
    members,
    /** Free changes: tried at once, and sent automatically later when the service is unavailable. */
    freeChanges: makeFreeChanges({ ...parts, profile, members }),
    administration: makeAdministration({
      client,
      userId,
      words: bindAdminWords(state, address.origin, clock),
      suspensions: bindSuspensions(state, address.origin, clock),
    }),
  };
}
