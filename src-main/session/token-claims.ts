/**
 * What a token says about itself. This proves nothing: only the service can check the signature. The claims serve to
 * name the account and to know when a new sign-in is due.
 */
import * as z from 'zod/mini';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import { Identifier } from '../../src-shared/service/reading.ts';

export interface TokenClaims {
  readonly userId: string;
  readonly email: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

const MAX_TOKEN_LENGTH = 16_384; // a header of that size would be refused anyway
const JWT = /^[\w-]+\.([\w-]+)\.[\w-]+$/;
const LATEST_S = 8_640_000_000_000; // the last moment a date can hold

const seconds = z.number().check(z.nonnegative(), z.maximum(LATEST_S));
const Claims = z.object({ id: Identifier, email: z.string(), iat: seconds, exp: seconds });

/** Null when the text is no token of the documented form. What passes is also safe to put into a header. */
export function readClaims(token: string): TokenClaims | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const payload = JWT.exec(token)?.[1];
  if (payload === undefined) return null;
  const claims = Claims.safeParse(parseOrNull(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!claims.success) return null;
  const { id, email, iat, exp } = claims.data;
  return { userId: id, email, issuedAtMs: iat * SECOND_MS, expiresAtMs: exp * SECOND_MS };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
