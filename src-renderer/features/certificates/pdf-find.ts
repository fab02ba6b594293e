/** Finds words in a PDF: on which pages they are, and where in the text that lies over a page. */
import type { OpenPdf } from './pdf-document.ts';

/** A certificate has a page or two; whoever sends a million of them is not searched to the end. */
const MOST_SEARCHED_PAGES = 200;

export interface Found {
  /** Counted from 1. */
  readonly page: number;
  /** Which of the marks of its page, counted from 0. */
  readonly place: number;
}

/** Written alike for comparing: letters without case, any blanks as one. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Every piece of text that holds the words, in the order of reading. Rejects on abort. */
export async function findInPdf(
  pdf: OpenPdf,
  words: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const sought = plain(words);
  const found: Found[] = [];
  if (sought === '') return found;
  for (let number = 1; number <= Math.min(pdf.pageCount, MOST_SEARCHED_PAGES); number += 1) {
    const page = await pdf.page(number);
    const { items } = await page.getTextContent();
    signal.throwIfAborted();
    let place = 0;
    for (const item of items) {
      if (!('str' in item) || !plain(item.str).includes(sought)) continue;
      found.push({ page: number, place });
      place += 1;
    }
  }
  return found;
}

/** Marks the pieces of a drawn page that hold the words, and brings the current one into sight. */
export function markFound(layer: HTMLElement, words: string, current: number | null): void {
  const sought = plain(words);
  let place = 0;
  for (const piece of layer.querySelectorAll<HTMLElement>('span')) {
    const holds =
      sought !== '' && piece.childElementCount === 0 && plain(piece.textContent).includes(sought);
    delete piece.dataset['found'];
    if (!holds) continue;
    piece.dataset['found'] = place === current ? 'current' : 'other';
    if (place === current) piece.scrollIntoView({ block: 'center', inline: 'nearest' });
    place += 1;
  }
}
