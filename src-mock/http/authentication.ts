/** Who is calling: reads the bearer token, finds the user, and says no in the document's words. */
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../src-shared/service/endpoint.ts';
import { assertNever } from '../assert-never.ts';
import { requireStanding } from '../resources/account.ts';
import type { Store } from '../store/store.ts';
import { forbidden, unauthenticated } from './answer.ts';
import type { Tokens } from './credentials.ts';

export type Authentication = ReturnType<typeof makeAuthentication>;

export function makeAuthentication(store: Pick<Store, 'users'>, tokens: Tokens) {
  return {
    /** The user id in the request's token. Throws 401 without a valid one. */
    async identify(request: IncomingMessage) {
      const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (token === undefined) throw unauthenticated('Authorization: Bearer <token> is missing');
      const userId = await tokens.readUserId(token);
      if (userId === null) throw unauthenticated('The token is not valid or has expired');
      return userId;
    },
    /** The user, as the database has it now. Throws 401 for one that is gone, 403 for one that may not act. */
    admit(userId: string, caller: Exclude<Caller, 'anyone'>) {
      const user = store.users.find(userId);
      if (user === null) throw unauthenticated('The user of this token does not exist');
      requireStanding(user);
      switch (caller) {
        case 'user':
          return user;
        case 'admin':
          if (!user.isAdmin) throw forbidden('Only administrators may do this');
          return user;
        default:
          return assertNever(caller);
      }
    },
  };
}
