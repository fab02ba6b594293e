/** The documented exit codes, and which fault ends with which. */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { ProofResult } from '../../../src-shared/model/proofs/proof.ts';
import type { EvidenceFault } from '../../../src-shared/model/proofs/evidence.ts';

export const EXIT = {
  done: 0,
  /** Finished, but some files need a person; or the request cannot be fulfilled. */
  needsPerson: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  engineRunning: 5,
  /** A verification that neither proves nor disproves. */
  unproven: 6,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Of whatever was proven, or not. */
export const PROOF_EXITS: Readonly<Record<ProofResult, ExitCode>> = {
  proven: EXIT.done,
  unproven: EXIT.unproven,
  differs: EXIT.needsPerson,
  denied: EXIT.needsPerson,
};

/** For the manual. */
export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'Done.',
  1: 'Finished, but some files need a person, or the request cannot be fulfilled.',
  2: 'Invalid command.',
  3: 'Not signed in, or the sign-in cannot be read.',
  4: 'The service cannot be reached.',
  5: 'The data folder is in use by another Labseal.',
  6: 'Not proven yet: the file fits, but its certificate is not confirmed, or it cannot be told.',
  130: 'Interrupted.',
};

/** Invalid input; `message` is a sentence that says what to write instead. */
export class UsageError extends Error {}

/** The file that was asked for could not be written to its end; `message`: why. */
export class UnsavedAnswer extends Error {}

/** A person left a question with Ctrl-C or Ctrl-D. */
export class InterruptedQuestion extends Error {}

/** A person ended the work with Ctrl-C; `message`: what becomes of it. */
export class InterruptedWork extends Error {}

/** The system knows neither a home folder of this user nor another place for its data. */
export class NoHome extends Error {}

/** A fault of the core that ends the command. `sentence`: what the command itself says about it, else null. */
export class CommandFault extends Error {
  readonly fault: CoreFault;
  readonly sentence: string | null;

  constructor(fault: CoreFault, sentence: string | null = null) {
    super(fault.kind);
    this.fault = fault;
    this.sentence = sentence;
  }
}

/** A bug that the program which carried the call out has kept in its log. */
export class KeptMistake extends Error {
  readonly logId: string;

  constructor(logId: string) {
    super('the call met a bug');
    this.logId = logId;
  }
}

/** The program that carried a call out ended before its answer. */
export class RunningEnded extends Error {}

/** The request is invalid and no retry can help. */
const WRONG_CHOICE: ReadonlySet<EvidenceFault['kind']> = new Set([
  'nothing-chosen',
  'too-many-records',
  'nothing-known',
  'taken',
  'no-such-place',
  'watched-place',
  'inside-bundle',
  'own-data',
]);

export function exitCodeOf(fault: CoreFault): ExitCode {
  switch (fault.kind) {
    case 'no-account':
    case 'not-signed-in':
    case 'wrong-credentials':
    case 'superseded':
    case 'sign-in-not-saved':
      return EXIT.notSignedIn;
    case 'unavailable':
    case 'throttled':
    case 'not-the-service':
    case 'unknown-outcome':
      return EXIT.unreachable;
    case 'engine-running':
      return EXIT.engineRunning;
    case 'no-server':
    case 'bad-address':
    case 'bad-authorities':
    case 'bad-proxy':
    case 'not-a-token':
    case 'no-such-folder':
    case 'not-a-folder':
    case 'unreadable-folder':
    case 'already-watched':
    case 'inside-watched':
    case 'contains-watched':
    case 'holds-own-data':
    case 'not-that-folder':
    case 'not-in-folder':
    case 'bad-rule':
    case 'no-label':
    case 'bad-label':
    case 'unknown-project':
    case 'unknown-folder':
    case 'unknown-file':
    case 'unknown-audit':
    case 'cannot-pick':
    case 'not-in-doubt':
    case 'unknown-user':
    case 'unknown-change':
    case 'cannot-approve':
    case 'not-an-image':
    case 'image-too-large':
    case 'no-subtract-word':
      return EXIT.usage;
    case 'refused':
    case 'forbidden':
    case 'no-look-up':
    case 'user-not-shown':
    case 'not-found':
    case 'too-large':
    case 'data-folder':
    case 'database':
    case 'sent-already':
    case 'dearer-than-agreed':
    case 'limits-not-named':
    case 'more-than-balance':
    case 'no-offer':
    case 'preview-changed':
    case 'below-reserve':
    case 'not-in-line':
    case 'audit-list-gone':
    case 'no-certificate-yet':
    case 'not-a-certificate':
    case 'change-open':
    case 'change-refused':
    case 'change-elsewhere':
    case 'not-on-platform':
    case 'balance-moved':
    case 'no-download':
    case 'name-taken':
    case 'no-room':
    case 'cannot-write':
    case 'store-trouble':
    case 'downloading':
    case 'unknown-download':
    case 'bad-link':
    case 'changed-meanwhile':
      return EXIT.needsPerson;
    case 'no-evidence':
      return WRONG_CHOICE.has(fault.why.kind) ? EXIT.usage : EXIT.needsPerson;
    default:
      return assertNever(fault);
  }
}
