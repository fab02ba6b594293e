/** What sending one form needs, and how it can end: the types that its modules share. No code. */
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { ServiceFault } from '../../../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FileIdentity } from '../../../platform/disk/file-identity.ts';
import type { Answer, Send, ExchangeEnd } from '../wire/send.ts';
import type { Bandwidth } from '../wire/bandwidth.ts';
import type { MakeHash } from '../../../digests/content-hash.ts';
import type { FormFault, OpenSource } from './source-file.ts';
import type { FrozenForm } from './representation.ts';
import type { Interop } from '../resumption.ts';
import type { ProveSmall } from './small-file.ts';
import type { UploadSupport } from '../upload-knowledge.ts';

/** Plain data: everything that decides which bytes are sent where. */
export interface FormRequest {
  readonly url: string;
  readonly path: string;
  readonly form: FrozenForm;
  /** The file as it was when it was fingerprinted. */
  readonly identity: FileIdentity;
  readonly blake3Hex: string;
  /** Its SHA-256 is not known yet. */
  readonly wantsSha256: boolean;
  /** One constant value per job; null sends none. */
  readonly idempotencyKey: string | null;
  /** Where the service keeps what it has of exactly this form; null: nothing has been sent. */
  readonly resume: ResumePoint | null;
}

export interface ResumePoint {
  /** The upload's own address; a secret, never logged. */
  readonly resource: string;
  readonly confirmedBytes: number;
  /** The closing bytes have left before: the form may be recorded already. */
  readonly isTailReleased: boolean;
}

export interface OwnFields {
  readonly areLeftOut: () => boolean;
  /** A refusal with this status of a form that was not complete; `arePlain`: without our fields. Never throws. */
  readonly refused: (status: number, arePlain: boolean) => void;
  /** From now on what is answered had none of them. */
  readonly sentPlainly: () => void;
  readonly wasPlain: () => boolean;
  /** A form without them was taken. Never throws. */
  readonly takenPlainly: () => void;
}

export interface FormPorts {
  readonly clock: Clock;
  readonly agentFor: (url: URL) => HttpAgent | HttpsAgent;
  /** Null when nobody is signed in. Called before every request: a session may end and begin during an upload. */
  readonly token: () => string | null;
  /** A 401 to a request whose answer nobody else reads: the token must not be used again. */
  readonly onTokenRefused?: (token: string) => void;
  /** A pause requested in answer to such a request: it concerns all requests. */
  readonly onPauseAsked?: (fault: ServiceFault) => void;
  /** For files that are read while they are sent. */
  readonly openSource: OpenSource;
  /** For small ones. */
  readonly proveSmall: ProveSmall;
  readonly makeHash?: MakeHash;
  /** Stores the SHA-256 of what was sent, if it was wanted, before the tail leaves; throwing holds the tail back. */
  readonly keepSha256: (sha256Hex: string) => void;
  readonly interop: Interop;
  /** What is known about the header fields that we add; absent: they are sent, and nothing is learned. */
  readonly ownFields?: OwnFields | undefined;
  /** The real one when absent. */
  readonly send?: Send | undefined;
  readonly support: UploadSupport;
  /** No limit when absent. */
  readonly bandwidth?: Bandwidth | undefined;
  /** A number between 0 and 1. */
  readonly chance: () => number;
}

/** If one of these fails, the next byte is held back. */
export interface FormHooks {
  /** Called once, before the first byte. */
  readonly beforeFirstByte: () => Promise<void>;
  /** Whether the closing bytes may have left, in this attempt or an earlier one. Nobody else keeps it. */
  readonly isTailReleased: () => boolean;
  /**
   * Called before the tail, until it has succeeded once. Asks at the last moment whether the body was stopped meanwhile, and
   * resolves with false if so. Nothing may come between the commit and the end of the promise.
   */
  readonly releaseTail: (isStopped: () => boolean) => Promise<boolean>;
  /** What the service has confirmed, if it does; else bytes given to the kernel. At most 99 % before an answer. */
  readonly onProgress: (bytes: number) => void;
  /** The service keeps what it has of this form at this address. At most once. */
  readonly resourceAnnounced: (resource: string) => void;
  /** The service holds this much of the form. */
  readonly confirmed: (bytes: number) => void;
  /** The upload at the resource is over, or is given up. */
  readonly resourceDropped: () => void;
}

/**
 * How sending a form ended, after one exchange or several. Made by `sendForm`; `evaluateEnd` turns it into an upload's
 * outcome, `verifyContent` into an answer.
 */
export type FormEnd =
  /** Of the exchange that carried, or should have carried, the end of the form. The answer is the endpoint's own. */
  | ExchangeEnd<FormFault>
  /** Nothing (more) left this computer. */
  | {
      readonly kind: 'not-sent';
      readonly fault: FormFault | { readonly kind: 'not-signed-in'; readonly serviceSays: null };
    }
  /** The upload protocol or an intermediary answered: nothing is said about the form. */
  | { readonly kind: 'undecided'; readonly answer: Answer }
  /** The upload cannot continue. `gone`: the service has forgotten it; `unusable`: its state makes no sense. */
  | { readonly kind: 'resource-lost'; readonly why: 'gone' | 'unusable' }
  /** The service accepts no upload of this size, as it said before the form was complete. */
  | { readonly kind: 'over-limit' };
