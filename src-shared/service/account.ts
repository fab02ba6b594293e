/** Account endpoints: the only ones that need no token. */
import * as z from 'zod/mini';
import { endpointsOf, json } from './endpoint.ts';
import { InfoEnvelope } from './envelopes.ts';
import { forProfile } from './users.ts';

export const Credentials = z.strictObject({ email: z.string(), password: z.string() });

export const Registration = z.strictObject({
  ...forProfile(() => z.string()),
  email: z.string(),
  password: z.string(),
});
export type Registration = z.infer<typeof Registration>;

export const NewPassword = z.strictObject({ password: z.string() });

export const Token = z.object({ token: z.string().check(z.minLength(1)) });

const { post, get } = endpointsOf('Account');

export const login = post('/login', 'Sign in with e-mail and password', {
  caller: 'anyone',
  sends: json(Credentials),
  returns: json(Token),
  errors: [400, 401, 500],
});

export const register = post(
  '/users',
  'Register a new user; an activation token is sent by e-mail',
  { caller: 'anyone', sends: json(Registration), returns: json(InfoEnvelope), errors: [400, 500] },
);

export const activate = get(
  '/users/activation/{token}',
  'Activate an account with the token from the e-mail',
  { caller: 'anyone', returns: json(InfoEnvelope), errors: [400, 404, 500] },
);

export const forgotPassword = get('/users/forgot-password/{email}', 'Ask for a reset e-mail', {
  caller: 'anyone',
  returns: json(InfoEnvelope),
  errors: [400, 404, 500],
});

export const resetPassword = post(
  '/users/reset-password/{token}',
  'Set a new password with the token from the reset e-mail',
  {
    caller: 'anyone',
    sends: json(NewPassword),
    returns: json(InfoEnvelope),
    errors: [400, 404, 500],
  },
);
