/** How long a PDF may take before it is left alone: what is still at it then was made to have no end. */
import { TooSlow } from '../../ui/layout/in-time.ts';

/**
 * `no-pdf`: something else. `unreadable`: damaged or protected. `too-slow`: it was left alone after a while. `no-reader`:
 * what reads PDFs could not be fetched now; the next PDF asks for it again.
 */
export type PdfTrouble = 'no-pdf' | 'unreadable' | 'too-slow' | 'no-reader';

/** A certificate of a page or two takes a tenth of a second. */
export const PATIENCE_MS = 20_000;

/** Why a page was not drawn; a PDF that has no end is left. What is wrong with it is nobody's to repair here. */
export function troubleOf(pdf: { readonly leave: () => void }, error: unknown): PdfTrouble {
  if (!(error instanceof TooSlow)) return 'unreadable';
  pdf.leave();
  return 'too-slow';
}
