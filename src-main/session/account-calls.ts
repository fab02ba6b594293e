/** Requests that need no session. Passwords and tokens pass through and are stored nowhere. */
import { fail, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Registration } from '../../src-shared/service/account.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { Login } from './session.ts';

/** `not-a-token`: what was pasted is neither the e-mailed token nor its link; nothing was sent. */
export type MailFault = ServiceFault | { readonly kind: 'not-a-token' };

export type AccountCalls = ReturnType<typeof makeAccountCalls>;

export function makeAccountCalls(client: ServiceClient) {
  const login: Login = (body, signal) => client.call('login', { body }, signal);
  return {
    login,
    register: (body: Registration, signal: AbortSignal) =>
      client.call('register', { body }, signal),
    /** `pasted`: the token, or the whole link from the e-mail. */
    async activate(pasted: string, signal: AbortSignal): Promise<Result<unknown, MailFault>> {
      const token = readMailToken(pasted, 'activation');
      if (token === null) return fail({ kind: 'not-a-token' });
      return client.call('activate', { path: { token } }, signal);
    },
    /** Asks for a reset e-mail. */
    forgot: (email: string, signal: AbortSignal) =>
      client.call('forgotPassword', { path: { email } }, signal),
    async reset(
      pasted: string,
      password: string,
      signal: AbortSignal,
    ): Promise<Result<unknown, MailFault>> {
      const token = readMailToken(pasted, 'reset-password');
      if (token === null) return fail({ kind: 'not-a-token' });
      return client.call('resetPassword', { path: { token }, body: { password } }, signal);
    },
  };
}

/** Path segments of the service that precede the token in a link. */
type MailPurpose = 'activation' | 'reset-password';

const TOKEN = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,2047}$/;

/**
 * The token in what a person pastes from an e-mail: the token itself or the whole link. Strict, because the result
 * becomes part of a path: null when the text is neither a token nor a link that contains exactly one for this purpose.
 */
export function readMailToken(text: string, purpose: MailPurpose): string | null {
  const pasted = text.trim();
  if (TOKEN.test(pasted)) return pasted;
  if (!/^https?:\/\/[^\s\\]+$/i.test(pasted) || !URL.canParse(pasted)) return null;
  const link = new URL(pasted);
  if (link.username !== '' || link.password !== '') return null;
  const found = [tokenInPath(link.pathname, purpose), ...link.searchParams.getAll('token')];
  const tokens = found.filter((token) => token !== null);
  const [token] = tokens;
  return tokens.length === 1 && token !== undefined && TOKEN.test(token) ? token : null;
}

function tokenInPath(path: string, purpose: MailPurpose): string | null {
  const segments = path.replace(/\/$/, '').split('/');
  return segments.at(-2) === purpose ? (segments.at(-1) ?? null) : null;
}
