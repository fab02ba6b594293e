/** Registration, activation, login and the forgotten password: the endpoints anybody may call. */
import { randomUUID } from 'node:crypto';
import { forProfile } from '../../src-shared/service/users.ts';
import { badRequest, forbidden, notFound, unauthenticated } from '../http/answer.ts';
import { type Handlers, info } from '../http/call.ts';
import { hashPassword, isPassword } from '../http/credentials.ts';
import type { Service } from '../service.ts';
import type { Mail } from '../store/mail-table.ts';
import type { User } from '../store/user-table.ts';

const ACTIVATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;
const RESET_LIFETIME_MS = 60 * 60 * 1_000;
/** The document names no rule; one is kept so that a client meets a refusal at the field. */
const MIN_PASSWORD_LENGTH = 8;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

type AccountHandlers = Pick<
  Handlers,
  'login' | 'register' | 'activate' | 'forgotPassword' | 'resetPassword'
>;

export function makeAccountHandlers(service: Service): AccountHandlers {
  const { store, chain, credits, tokens, readings, nowMs } = service;

  return {
    async login({ body: { email, password } }) {
      const user = store.users.findByEmail(email);
      const isRight =
        user !== null && (await isPassword(password, store.users.passwordHash(user.id)));
      if (!isRight) throw unauthenticated('Invalid e-mail or password');
      requireStanding(store.users.find(user.id) ?? user); // it may have changed while the password was checked
      return { token: await tokens.sign(user, readings().tokenLifetimeMs) };
    },

    async register({ body, baseUrl }) {
      for (const field of ['name', 'lastName'] as const) {
        if (body[field].trim() === '') throw badRequest(`${field} must not be empty`);
      }
      if (!EMAIL.test(body.email.trim())) throw badRequest('email is not an e-mail address');
      requireUsablePassword(body.password);
      const passwordHash = await hashPassword(body.password);
      const user = {
        id: randomUUID(),
        ...forProfile((field) => body[field].trim()),
        email: body.email.trim(),
        isAdmin: false,
        activatedAtMs: null,
        createdAtMs: nowMs(),
      };
      store.atomically(() => {
        if (store.users.findByEmail(user.email) !== null) {
          throw badRequest('A user with this e-mail address exists', 'EMAIL_TAKEN');
        }
        store.users.insert({ ...user, passwordHash });
        credits.adjust(user.id, readings().initialCredits, 'INITIAL_CREDITS');
        chain.record({
          operation: 'USER_REGISTRATION',
          subjectId: user.id,
          actorId: user.id,
          content: { name: user.name, lastName: user.lastName, organisation: user.organisation },
        });
        const expiresAtMs = nowMs() + ACTIVATION_LIFETIME_MS;
        const token = store.mails.issueToken('activation', user.id, expiresAtMs);
        store.mails.send({ ...activationMail(user, token, baseUrl), sentAtMs: nowMs() });
      });
      return info('User registered. An activation token was sent by e-mail');
    },

    activate: (call) =>
      store.atomically(() => {
        const userId = store.mails.tokenOwner(call.parameter('token'), 'activation', nowMs());
        if (userId === null) throw badRequest('The activation token is not valid', 'INVALID_TOKEN');
        store.users.activate(userId, nowMs());
        store.mails.spendTokens(userId, 'activation');
        return info('Account activated');
      }),

    forgotPassword: (call) =>
      store.atomically(() => {
        const user = store.users.findByEmail(call.parameter('email'));
        if (user === null) throw notFound('No user has this e-mail address');
        const token = store.mails.issueToken('reset', user.id, nowMs() + RESET_LIFETIME_MS);
        store.mails.send({ ...resetMail(user, token, call.baseUrl), sentAtMs: nowMs() });
        return info('A password reset token was sent by e-mail');
      }),

    async resetPassword(call) {
      requireUsablePassword(call.body.password);
      const passwordHash = await hashPassword(call.body.password);
      return store.atomically(() => {
        const userId = store.mails.tokenOwner(call.parameter('token'), 'reset', nowMs());
        if (userId === null) throw badRequest('The reset token is not valid', 'INVALID_TOKEN');
        store.users.setPassword(userId, passwordHash);
        store.mails.spendTokens(userId, 'reset');
        return info('Password changed');
      });
    },
  };
}

/** Throws a 403 that says why, for accounts that are suspended or were never activated. */
export function requireStanding(user: User): void {
  if (user.suspensionReason !== null) {
    throw forbidden(`This account is suspended: ${user.suspensionReason}`, 'ACCOUNT_SUSPENDED');
  }
  if (user.activatedAtMs === null) {
    throw forbidden('This account is on hold until it is activated', 'ACCOUNT_ON_HOLD');
  }
}

function requireUsablePassword(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw badRequest(`password must have at least ${MIN_PASSWORD_LENGTH} characters`);
  }
}

/** The two mails the service sends. Each carries its token as text, to be pasted, and as a link. */
type Recipient = Pick<User, 'name' | 'email'>;
type Letter = Omit<Mail, 'id' | 'sentAtMs'>;

function activationMail({ name, email }: Recipient, token: string, baseUrl: string): Letter {
  return {
    to: email,
    subject: 'Activate your account',
    text: `Hello ${name},\n\nyour account is on hold until it is activated. Your activation token is\n\n${token}\n\nIt is valid for seven days.`,
    links: [{ label: 'Activate the account', url: `${baseUrl}/users/activation/${token}` }],
  };
}

/** The reset address takes the new password as a POST; opened in a browser it can only say so. */
function resetMail({ name, email }: Recipient, token: string, baseUrl: string): Letter {
  return {
    to: email,
    subject: 'Reset your password',
    text: `Hello ${name},\n\nsomebody asked for a new password for this address. Your reset token is\n\n${token}\n\nIt is valid for one hour. If it was not you, nothing needs to be done.`,
    links: [
      {
        label: 'Address for the new password (POST)',
        url: `${baseUrl}/users/reset-password/${token}`,
      },
    ],
  };
}
