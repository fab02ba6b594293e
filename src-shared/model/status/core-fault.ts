/**
 * Everything that can prevent a requested action. Plain data with a code (`kind`) and the values for a message; faces
 * write the text. A fault never contains a secret.
 */
import type { ChangeState, RefusalCause } from '../changes/change.ts';
import type { FileState, HoldReason } from '../files/file-state.ts';
import type { PassedLimit } from '../money/spend-limits.ts';
import type { LABSEAL_DATA } from '../folders/folder-rules.ts';
import type { AvatarFault } from '../people/avatar-image.ts';
import type { EvidenceFault } from '../proofs/evidence.ts';
import type { NotACertificate } from '../proofs/not-a-certificate.ts';
import type { ServiceFault } from './service-fault.ts';

/** Why a text is not the address of a service. */
export type AddressFault =
  | { readonly kind: 'not-an-address' }
  /** Neither https nor http. */
  | { readonly kind: 'not-http' }
  /** http to another computer: the token would travel in the clear. */
  | { readonly kind: 'not-encrypted' }
  | { readonly kind: 'has-credentials' }
  | { readonly kind: 'has-query-or-fragment' };

/** Why a pattern that leaves files out cannot be used. */
export interface IgnoreProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly pattern: string;
  readonly why: 'too-long' | 'too-many-patterns' | 'too-many-double-stars' | 'too-costly';
}

export type RulesFault =
  | { readonly kind: 'bad-rule'; readonly problem: IgnoreProblem }
  | { readonly kind: 'no-label' }
  | { readonly kind: 'bad-label'; readonly label: string };

/** Why a folder cannot be watched. */
export type FolderFault =
  | { readonly kind: 'no-such-folder'; readonly path: string }
  | { readonly kind: 'not-a-folder'; readonly path: string }
  | { readonly kind: 'unreadable-folder'; readonly path: string; readonly errno: string }
  /** `other`: the path by which it is watched, which may be spelled otherwise. */
  | {
      readonly kind: 'already-watched';
      readonly path: string;
      readonly other: string;
      readonly folderId: number;
    }
  | { readonly kind: 'inside-watched'; readonly path: string; readonly other: string }
  | { readonly kind: 'contains-watched'; readonly path: string; readonly other: string }
  /** It holds this Labseal's data folder, or is part of the one of any Labseal. */
  | { readonly kind: 'holds-own-data'; readonly path: string }
  /** None of the files of the watched folder `other`, which is to lie there now, lies there. */
  | { readonly kind: 'not-that-folder'; readonly path: string; readonly other: string }
  /** No file in this folder has the bytes of the missing file `name`. */
  | { readonly kind: 'not-in-folder'; readonly path: string; readonly name: string }
  /** It contains other files than the preview that a person approved. */
  | { readonly kind: 'preview-changed'; readonly path: string }
  | RulesFault;

/** Why a path cannot be taken by hand. */
export type PickFault = {
  readonly path: string;
  readonly why: 'absent' | 'directory' | 'symlink' | 'special' | typeof LABSEAL_DATA | 'unreadable';
  /** The system's code, for `unreadable`; absent where it is not told. */
  readonly errno?: string;
};

export type CoreFault =
  | ServiceFault
  | FolderFault
  | PeopleFault
  | DownloadFault
  | CertificateFault
  /** No evidence bundle can be made. */
  | { readonly kind: 'no-evidence'; readonly why: EvidenceFault }
  /** Another engine owns the data folder. */
  | { readonly kind: 'engine-running'; readonly dataFolder: string }
  | { readonly kind: 'data-folder'; readonly dataFolder: string; readonly errno: string }
  | {
      readonly kind: 'database';
      /**
       * `busy`: another program is writing to it. `open-files`: the system lets no more files be opened.
       * `network-drive`: other computers could use it at the same time. `open-drive`: other users could read it.
       */
      readonly trouble:
        | 'newer'
        | 'unreleased'
        | 'damaged'
        | 'disk'
        | 'busy'
        | 'open-files'
        | 'network-drive'
        | 'open-drive';
      readonly path: string;
    }
  /** The file of further certificate authorities cannot be used. */
  | { readonly kind: 'bad-authorities'; readonly path: string }
  /** What a variable or, without one, the system's settings name is no proxy that can be used. */
  | { readonly kind: 'bad-proxy'; readonly variable: string | null }
  /** Nobody is signed in on this computer: yet, or any more. */
  | { readonly kind: 'no-account' }
  | { readonly kind: 'no-server' }
  | { readonly kind: 'bad-address'; readonly address: string; readonly fault: AddressFault }
  /** The service does not know this e-mail address with this password. */
  | { readonly kind: 'wrong-credentials'; readonly email: string }
  | { readonly kind: 'superseded' }
  /** Signing in could not be written to the disk. No token was kept, and what was before still counts. */
  | { readonly kind: 'sign-in-not-saved'; readonly errno: string }
  /** What was pasted is neither the token from the e-mail nor its link. */
  | { readonly kind: 'not-a-token' }
  | { readonly kind: 'unknown-project'; readonly projectId: string }
  | { readonly kind: 'unknown-folder'; readonly folderId: string }
  | { readonly kind: 'unknown-file'; readonly asked: string }
  | { readonly kind: 'unknown-audit'; readonly asked: string }
  /** Rows of its complete list were removed. `listSha256`: of the list, as it was; null: not known. */
  | {
      readonly kind: 'audit-list-gone';
      readonly asked: string;
      readonly listSha256: string | null;
    }
  /** The service has the file's content, or may have it: its upload cannot be steered any more. */
  | { readonly kind: 'sent-already'; readonly asked: string }
  /** The file is on no way to an upload. */
  | {
      readonly kind: 'not-in-line';
      readonly asked: string;
      readonly state: FileState;
      /** Of a `ready` file, here and below: whether its price needs no further approval. */
      readonly isApproved?: boolean | undefined;
    }
  | { readonly kind: 'cannot-pick'; readonly pick: PickFault }
  /** Nothing about this file awaits an approval. */
  | {
      readonly kind: 'cannot-approve';
      readonly path: string;
      readonly state: FileState;
      readonly hold: HoldReason | null;
      readonly isApproved?: boolean | undefined;
    }
  /** The offer is not known, or not any more. */
  | { readonly kind: 'no-offer' }
  /** An approval would pass these limits, and did not name them. */
  | { readonly kind: 'limits-not-named'; readonly limits: readonly PassedLimit[] }
  /** Files that a limit holds are approved only as far as the balance pays for them. */
  | { readonly kind: 'more-than-balance'; readonly credits: number; readonly balance: number }
  /** It costs more by now than the sum a person agreed to. */
  | {
      readonly kind: 'dearer-than-agreed';
      readonly credits: number;
      readonly agreedCredits: number;
    }
  /** It would leave less than the person wants to keep, and they did not agree to that. */
  | { readonly kind: 'below-reserve'; readonly reserve: number; readonly left: number }
  /** A decision was requested about an upload with a known outcome. */
  | {
      readonly kind: 'not-in-doubt';
      readonly asked: string;
      readonly state: FileState;
      readonly hold: HoldReason | null;
      readonly isApproved?: boolean | undefined;
    }
  /** Nobody on the service has this e-mail address or id. */
  | { readonly kind: 'unknown-user'; readonly asked: string }
  /** They are not in what could be read of the service's list, which is not all of it. */
  | { readonly kind: 'user-not-shown'; readonly asked: string }
  /** The service does not let this account look people up by their address. */
  | { readonly kind: 'no-look-up'; readonly email: string; readonly serviceSays: string | null }
  | { readonly kind: 'unknown-change'; readonly asked: string }
  /** An equal paid change waits, is being sent, or was sent without an answer. */
  | { readonly kind: 'change-open'; readonly changeId: number }
  /** A free change was not accepted, and a person has to choose what to do with it. */
  | { readonly kind: 'change-refused'; readonly changeId: number; readonly cause: RefusalCause }
  /** What was asked for does not fit the state the change is in. */
  | {
      readonly kind: 'change-elsewhere';
      readonly changeId: number;
      readonly state: ChangeState['state'];
    }
  /** The file has no record of its own on the service: there is nothing to do that with. */
  | {
      readonly kind: 'not-on-platform';
      readonly asked: string;
      readonly wish: 'delete' | 'download';
    };

/** Why a certificate is not here. */
export type CertificateFault =
  | ServiceFault
  /** The service has none, though it may say that the file is recorded. */
  | {
      readonly kind: 'no-certificate-yet';
      readonly state: FileState;
      readonly isApproved?: boolean | undefined;
    }
  /** Nothing was saved. */
  | { readonly kind: 'not-a-certificate'; readonly what: NotACertificate };

/** Why a file of the service did not come to a folder of this computer. What came of it by then is kept. */
export type DownloadFault =
  /** The folder contains something of this name; `freeName` is a free one. */
  | { readonly kind: 'name-taken'; readonly path: string; readonly freeName: string }
  /** Null: the disk said so before anybody knew how much would come. */
  | {
      readonly kind: 'no-room';
      readonly path: string;
      readonly neededBytes: number | null;
      readonly freeBytes: number;
    }
  /** `own-data`: Labseal keeps its own things there. */
  | {
      readonly kind: 'cannot-write';
      readonly path: string;
      readonly why: 'own-data' | 'not-a-folder' | 'system';
      readonly errno: string | null;
    }
  /**
   * What the store behind the service's link answered. `gone`: it has no such content. `refused`: also with a new link.
   * `redirect`: it sent us somewhere else, where we did not go. `compressed`: bytes that are not those of the content, though
   * plain ones were asked for. `strange`: nothing that a content could be taken from.
   */
  | {
      readonly kind: 'store-trouble';
      readonly what: 'gone' | 'refused' | 'redirect' | 'compressed' | 'strange';
      readonly status: number;
    }
  /** It is on its way to the same folder already. */
  | { readonly kind: 'downloading'; readonly asked: string }
  | { readonly kind: 'unknown-download'; readonly id: string };

/** Faults when changing people and their things, and when opening a link. Part of `CoreFault`. */
export type PeopleFault =
  | AvatarFault
  /** Somebody's balance is not what was on screen when an administrator decided. */
  | { readonly kind: 'balance-moved'; readonly seenCredits: number; readonly credits: number }
  /** Credits cannot be subtracted: the service's word for it is not documented, and none was entered yet. */
  | { readonly kind: 'no-subtract-word' }
  /** A private file, which the service gives to nobody. */
  | { readonly kind: 'no-download'; readonly asked: string }
  /** The service gave a download address that no browser should be sent to. */
  | { readonly kind: 'bad-link' }
  /** A file was written while it was being read or sent. */
  | { readonly kind: 'changed-meanwhile'; readonly path: string };
