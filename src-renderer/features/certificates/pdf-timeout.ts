/** How long a PDF may take before it is left alone: what is still at it then was made to have no end. */

/** `no-pdf`: something else. `unreadable`: damaged or protected. `too-slow`: it was left alone after a while. */
export type PdfTrouble = 'no-pdf' | 'unreadable' | 'too-slow';

/** A certificate of a page or two takes a tenth of a second. */
export const PATIENCE_MS = 20_000;

export class TooSlow extends Error {
  constructor() {
    super('the PDF takes too long');
  }
}

/** What `work` comes to, or `TooSlow`; the work itself is not ended by that. */
export async function inTime<Value>(
  work: Promise<Value>,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a page was not drawn; a PDF that has no end is left. What is wrong with it is nobody's to repair here. */
export function troubleOf(pdf: { readonly leave: () => void }, error: unknown): PdfTrouble {
  if (!(error instanceof TooSlow)) return 'unreadable';
  pdf.leave();
  return 'too-slow';
}
