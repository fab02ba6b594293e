/** What is said about an upload whose result is unknown. Moments and durations are written by the face, in its own way. */
import type { Received } from '../files/file-view.ts';
import type { DoubtGroup } from '../files/upload-evidence.ts';

export interface UploadResultFigures {
  readonly moment: (atMs: number) => string;
  readonly duration: (ms: number) => string;
}

export interface UploadResultWords {
  /** What came in place of the service's answer, and when; null: the program ended before anything came. */
  readonly received: (
    received: Received | null,
    atMs: number,
    figures: UploadResultFigures,
  ) => string;
  /** What is known about so many files. */
  readonly evidence: (
    group: Pick<DoubtGroup, 'evidence' | 'files' | 'checkedAfterMs'>,
    figures: UploadResultFigures,
  ) => string;
}
