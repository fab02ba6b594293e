/** What a person without a session can ask the service for. Passwords and tokens pass through and are kept nowhere. */
import { fail, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Registration } from '../../src-shared/service/account.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { readMailToken } from './mail-token.ts';
import type { Login } from './session.ts';

/** `not-a-token`: what was pasted is neither the e-mailed token nor its link; nothing was sent. */
export type MailFault = ServiceFault | { readonly kind: 'not-a-token' };

export interface AccountCalls {
  readonly login: Login;
  register(person: Registration, signal: AbortSignal): Promise<Result<unknown, ServiceFault>>;
  /** `pasted`: the token, or the whole link from the e-mail. */
  activate(pasted: string, signal: AbortSignal): Promise<Result<unknown, MailFault>>;
  /** Asks for a reset e-mail. */
  forgot(email: string, signal: AbortSignal): Promise<Result<unknown, ServiceFault>>;
  reset(pasted: string, password: string, signal: AbortSignal): Promise<Result<unknown, MailFault>>;
}

export function makeAccountCalls(client: ServiceClient): AccountCalls {
  return {
    login: (body, signal) => client.call('login', { body }, signal),
    register: (body, signal) => client.call('register', { body }, signal),
    async activate(pasted, signal) {
      const token = readMailToken(pasted, 'activation');
      if (token === null) return fail({ kind: 'not-a-token' });
      return client.call('activate', { path: { token } }, signal);
    },
    forgot: (email, signal) => client.call('forgotPassword', { path: { email } }, signal),
    async reset(pasted, password, signal) {
      const token = readMailToken(pasted, 'reset-password');
      if (token === null) return fail({ kind: 'not-a-token' });
      return client.call('resetPassword', { path: { token }, body: { password } }, signal);
    },
  };
}
