/** The page's only door to the core. Every host brings one of its own; screens know none of them. */
import type { BridgeFault } from '../../src-shared/bridge/call.ts';
import type { CertificateForm } from '../../src-shared/bridge/certificate-calls.ts';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { BridgeEvent, Snapshot } from '../../src-shared/bridge/events.ts';
import type { Digests } from '../../src-shared/model/proofs/hash-method.ts';
import type { Capabilities, HandedSet, InboxFile } from '../../src-shared/bridge/loopback.ts';
import type { VerifySubject } from '../../src-shared/bridge/verify-calls.ts';
import type { Result } from '../../src-shared/model/result.ts';

/**
 * How the page and its host stand. `lost`: it does not answer; what was read stays in sight. `refused`: the key of this
 * page is not valid, and only a new one helps.
 */
export type Link = 'connecting' | 'open' | 'lost' | 'refused';

export type PageFault =
  | BridgeFault
  /** There was no connection, so nothing was asked. */
  | { readonly kind: 'not-asked' }
  /** The host did not answer. What was asked may have been done. */
  | { readonly kind: 'host-lost' };

export type PageEvent =
  | { readonly kind: 'link-changed'; readonly link: Link }
  /** Everything read before may be stale. */
  | {
      readonly kind: 'snapshot';
      readonly snapshot: Snapshot;
      readonly capabilities: Capabilities;
    }
  | BridgeEvent;

/** How a file is read that is to be verified. */
export interface Handing {
  /** Which digests are made of it. */
  readonly set: HandedSet;
  /** Told as its bytes go to the host. */
  readonly onSent: (sentBytes: number) => void;
}

export interface Handed {
  /** What `verify.file` takes. */
  readonly subject: VerifySubject;
  /** Null: the host reads it at its own path. */
  readonly digests: Digests | null;
}

export interface Bridge {
  /** Rejects with `signal.reason` on abort, which ends the wait and not always the work. Never asks twice. */
  readonly call: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    signal: AbortSignal,
  ) => Promise<Result<CallOutput<Name>, PageFault>>;
  /**
   * The bytes of a certificate that `certificates.get` has made sure of; `unknown-file` when it is not saved. Rejects
   * with `signal.reason` on abort.
   */
  readonly bytes: (
    form: CertificateForm,
    asked: string,
    signal: AbortSignal,
  ) => Promise<Result<Uint8Array<ArrayBuffer>, PageFault>>;
  /**
   * Gives the host a copy of a file that this page was given and cannot name by a path; the answer is the path of the
   * copy. Rejects with `signal.reason` on abort, which leaves no copy.
   */
  readonly keep: (file: File, signal: AbortSignal) => Promise<Result<InboxFile, PageFault>>;
  /**
   * Lets the host read a file that this page was given and that is to be verified; the answer names it.
   * Nothing of it is kept or sent any farther. Rejects with `signal.reason` on abort, which ends the reading.
   */
  readonly hand: (
    file: File,
    handing: Handing,
    signal: AbortSignal,
  ) => Promise<Result<Handed, PageFault>>;
  /** Returns what ends the subscription. */
  readonly subscribe: (listener: (event: PageEvent) => void) => () => void;
  /** Connects, and stays connected until `close`. */
  readonly open: () => void;
  readonly close: () => void;
}
