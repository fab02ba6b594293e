/**
 * Pre-signed links: whoever holds one may read one object until it expires, and nothing else. The signature covers
 * everything in the link that means something.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const OBJECT_STORE_PATH = '/object-store/';

export interface Grant {
  readonly key: string;
  readonly fileName: string;
  readonly expiresAtMs: number;
}

/** `baseUrl` without a slash at its end. */
export function signLink(baseUrl: string, grant: Grant, secret: string): string {
  const url = new URL(`${baseUrl}${OBJECT_STORE_PATH}${grant.key}`);
  url.searchParams.set('expires', String(grant.expiresAtMs));
  url.searchParams.set('name', grant.fileName.toWellFormed());
  url.searchParams.set('signature', signatureOf(grant, secret));
  return url.href;
}

/** Null unless the signature is right and the grant has not expired. `url` is a request's path and query. */
export function verifyLink(url: string, secret: string, nowMs: number): Grant | null {
  const { pathname, searchParams } = new URL(url, 'http://object-store');
  const expires = searchParams.get('expires') ?? '';
  const start = pathname.indexOf(OBJECT_STORE_PATH);
  if (start === -1 || !/^\d{1,15}$/.test(expires)) return null;
  const grant = {
    key: pathname.slice(start + OBJECT_STORE_PATH.length),
    fileName: searchParams.get('name') ?? '',
    expiresAtMs: Number(expires),
  };
  const given = Buffer.from(searchParams.get('signature') ?? '');
  const right = Buffer.from(signatureOf(grant, secret));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return grant.expiresAtMs > nowMs ? grant : null;
}

function signatureOf({ key, fileName, expiresAtMs }: Grant, secret: string): string {
  const text = JSON.stringify([key, expiresAtMs, fileName.toWellFormed()]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}
