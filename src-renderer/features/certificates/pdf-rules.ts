/** What a PDF may do here, and what counts as one. */
import { MOST_CANVAS_BYTES } from './pdf-zoom.ts';

/** A picture of more is left out. */
export const MOST_PICTURE_PIXELS = 64_000_000;

/** What is allowed to a PDF: nothing but to be looked at. Scripts are none of pdf.js's own, and nothing here brings them. */
export const PDF_RULES = {
  enableXfa: false,
  useWasm: false,
  useWorkerFetch: false,
  useSystemFonts: false,
  maxImageSize: MOST_PICTURE_PIXELS,
  canvasMaxAreaInBytes: MOST_CANVAS_BYTES,
  verbosity: 0,
} as const;

/** Everything before its head is skipped, as by every reader of PDFs; a page of HTML has none. */
const HEAD_WITHIN_BYTES = 1_024;

export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_WITHIN_BYTES)).includes('%PDF-');
}
