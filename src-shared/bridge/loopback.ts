/** How a page talks to the loopback host: addresses, headers and messages. Both sides take them from here. */
import * as z from 'zod/mini';
import { type Digests, LIST_ALGORITHMS, type ListAlgorithm } from '../model/proofs/hash-method.ts';
import type { CallName } from './calls.ts';
import type { CertificateForm } from './certificate-calls.ts';
import type { NumberedEvent, Snapshot } from './events.ts';

/** POST `{key}`: gives the launch key from the address bar for a session. */
export const SESSION_PATH = '/api/session';
/** POST a `Challenge`: a `HostProof` when this host knows the secret. */
export const PROOF_PATH = '/api/proof';
/** POST, with a session: a `HandedKey` for another tab of the same browser. */
export const KEY_PATH = '/api/key';
/** POST the input to CALL_PATH + name; the answer is a `CallAnswer`. */
export const CALL_PATH = '/api/call/';
/** WebSocket. */
export const EVENTS_PATH = '/api/events';
const CERTIFICATE_PATH = '/api/certificate/';

/** Every request but the first carries the session in this header; a page of another origin cannot set it. */
export const SESSION_HEADER = 'x-labseal-session';

/** Ends every session; pages that are open are told another over their WebSocket. */
export const SIGN_OUT: CallName = 'session.signOut';

/** GET; the bytes of a certificate that `certificates.get` has made sure of. */
export function certificatePath(form: CertificateForm, asked: string): string {
  return `${CERTIFICATE_PATH}${form}/${encodeURIComponent(asked)}`;
}

/** The form and file of such a path; null for any other. */
export function readCertificatePath(
  path: string,
): { readonly form: CertificateForm; readonly asked: string } | null {
  const found = /^\/api\/certificate\/(pdf|json)\/([^/]+)$/.exec(path);
  if (found?.[1] === undefined || found[2] === undefined) return null;
  try {
    return { form: found[1] as CertificateForm, asked: decodeURIComponent(found[2]) };
  } catch {
    return null; // not the text of any address that was made here
  }
}

const INBOX_PATH = '/api/inbox/';
/** The body of a file on its way into the inbox. */
export const INBOX_TYPE = 'application/octet-stream';

/**
 * POST the bytes of a file that a page was given and cannot name by a path; the answer is a `Result` with an `InboxFile`.
 * It is then picked by its path like any other.
 */
export function inboxPath(fileName: string): string {
  return INBOX_PATH + encodeURIComponent(fileName);
}

export interface InboxFile {
  /** Absolute: where the copy is kept, in a folder of its own. */
  readonly path: string;
  readonly sizeBytes: number;
}

/** The name in such a path; null for any other. */
export function readInboxPath(path: string): string | null {
  const encoded = path.startsWith(INBOX_PATH) ? path.slice(INBOX_PATH.length) : '';
  if (encoded === '' || encoded.includes('/')) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null; // not the text of any address that was made here
  }
}

const DIGEST_PATH = '/api/digest/';

/**
 * Which digests are made of a file that is handed over: those that records of this account need, all that a service may use, or
 * those that are named.
 */
export type HandedSet = 'known' | 'all' | readonly ListAlgorithm[];

/**
 * POST the bytes of a file that is to be verified, in the form of `inboxPath`; the answer is a `Result` with a
 * `HandedFile`. They are read past and kept nowhere. `all` for a certificate that may be of another service.
 */
export function digestPath(set: HandedSet, fileName: string): string {
  const named = typeof set === 'string' ? set : set.join('+');
  return `${DIGEST_PATH}${named}/${encodeURIComponent(fileName)}`;
}

/** What stays of it: the handle that `verify.file` takes, and its digests for the page. */
export interface HandedFile {
  readonly handle: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly digests: Digests;
}

/** The set and name of such a path; null for any other. */
export function readDigestPath(
  path: string,
): { readonly set: HandedSet; readonly name: string } | null {
  const found = /^\/api\/digest\/([a-z\d+-]{1,200})\/([^/]+)$/.exec(path);
  if (found?.[1] === undefined || found[2] === undefined) return null;
  try {
    const set = setNamed(found[1]);
    return set === null ? null : { set, name: decodeURIComponent(found[2]) };
  } catch {
    return null; // not the text of any address that was made here
  }
}

function setNamed(text: string): HandedSet | null {
  if (text === 'known' || text === 'all') return text;
  const named = text
    .split('+')
    .flatMap((each) => LIST_ALGORITHMS.find((one) => one === each) ?? []);
  return named.length === text.split('+').length ? named : null;
}

export const LaunchKey = z.strictObject({ key: z.string().check(z.maxLength(200)) });
/** Good once, within a minute. */
export interface HandedKey {
  readonly key: string;
}
export interface GrantedSession {
  readonly session: string;
}

/** Asks whether the host knows a secret, without saying it (`host-proof.ts`). */
export const Challenge = z.strictObject({
  id: z.string().check(z.length(64)),
  nonce: z.string().check(z.minLength(22), z.maxLength(200)),
});
export type Challenge = z.output<typeof Challenge>;
/** Over the WebSocket, the answer to `prove`. */
export interface HostProof {
  readonly proof: string;
}

/** What the page says over the WebSocket: whether the host knows its session, then `hello` with it, then the rest. */
export const PageMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('prove'), ...Challenge.shape }),
  z.strictObject({ kind: z.literal('hello'), session: z.string().check(z.maxLength(200)) }),
  /** An event is missing, or a call was refused: a snapshot, please. */
  z.strictObject({ kind: z.literal('resync') }),
]);
export type PageMessage = z.output<typeof PageMessage>;

/** What this host can do beyond the contract. An absent ability replaces its control, it never disables it. */
export interface Capabilities {
  readonly tray: boolean;
  readonly nativeDialogs: boolean;
  readonly notifications: boolean;
  readonly revealInFolder: boolean;
  readonly dragPaths: boolean;
  readonly globalShortcut: boolean;
}

/** What the host says. Every `snapshot` is followed by the events after it, without a gap. */
export type HostMessage =
  | {
      readonly kind: 'snapshot';
      readonly snapshot: Snapshot;
      readonly capabilities: Capabilities;
    }
  /** The page's session has ended, and this one has taken its place. */
  | { readonly kind: 'renewed'; readonly session: string }
  | ({ readonly kind: 'event' } & NumberedEvent);

/** Why the host closed a WebSocket; codes of the range for applications. */
export const CLOSE_CODES = {
  /** The session is not, or no longer, known. */
  unauthorised: 4401,
  /** No `hello` in time, or something that is no message. */
  misbehaved: 4400,
  /** The host ends. */
  closing: 4503,
} as const;
