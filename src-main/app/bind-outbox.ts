/** Binds the changes of an account to projects and people, and the people themselves. */
import { findSeenUser, seenUsers } from '../features/mirror/account-mirror.ts';
import { makeUsers } from '../features/mirror/users.ts';
import { makeAccountOutbox } from '../features/outbox/account-outbox.ts';
import { makePeople } from '../features/people/people.ts';
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
export function bindPeople({ use, address }: AccountBase) {
  const shared = { ...use(bindShared), ...use(bindOutbox) };
  return makePeople({ ...shared, origin: address.origin, users: use(bindUsers) });
}
