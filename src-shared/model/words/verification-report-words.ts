/** The labels of a saved verification report. What was found is said in the words of `verdict-words.ts`. */
import type { ServiceAnswer } from '../proofs/proof.ts';

export interface ReportWords {
  readonly title: string;
  readonly verdict: string;
  readonly checked: string;
  readonly service: string;
  readonly heldAgainst: string;
  readonly decidedBy: string;
  readonly file: string;
  readonly path: string;
  readonly size: string;
  readonly bytes: (count: number) => string;
  readonly modified: string;
  readonly record: string;
  readonly recordId: string;
  readonly project: string;
  readonly status: string;
  readonly notarized: string;
  readonly fingerprints: string;
  readonly fileFingerprint: string;
  readonly recordFingerprint: string;
  readonly asWritten: string;
  /** Where in the certificate it stands. */
  readonly at: string;
  readonly settledBy: string;
  readonly isAsUploaded: (isAsUploaded: boolean) => string;
  readonly serviceAsked: string;
  readonly serviceAnswer: (answer: ServiceAnswer, moment: string) => string;
  /** Who made the report, and whether the file was sent. */
  readonly footer: (product: string, wasSent: boolean) => string;
  readonly moment: (atMs: number) => string;
}
