/** Labels with QR codes for samples, boxes and drives. */

/** A4 sheets with so many labels, or one label a page for a label printer. */
export const QR_LABEL_SHEETS = ['a4-65', 'a4-21', 'a4-8', 'roll'] as const;
export type QrLabelSheet = (typeof QR_LABEL_SHEETS)[number];

/** One label for each record, or one for all of them together. */
export const QR_LABEL_KINDS = ['each', 'together'] as const;
export type QrLabelKind = (typeof QR_LABEL_KINDS)[number];

/** More would be hours of printing; whoever has more labels the box. */
export const MOST_QR_LABELS = 1_000;

/** Most places of a sheet that are used up: all but the last of the largest sheet. */
export const MOST_USED_PLACES = 64;

export interface QrLabel {
  readonly title: string;
  readonly lines: readonly string[];
  /** Beginning of a fingerprint, to be compared by eye. */
  readonly print: string;
  /** What the code holds. The same in every language. */
  readonly content: string;
}
