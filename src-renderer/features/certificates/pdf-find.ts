/**
 * Finds words in a PDF with pdf.js's own search, which reads letters of any case and accent alike. Letter-spaced labels come as
 * single letters, or with a space after each of them, which is taken out. The hits are places in the text that lies over a page.
 */
import 'pdfjs-dist'; // which the viewer's parts find in the window
import type { PDFDocumentProxy } from 'pdfjs-dist';
import {
  type EventBus,
  PDFFindController,
  type PDFLinkService,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { OpenPdf } from './pdf-document.ts';

/** A certificate has a page or two; whoever sends a million of them is not searched to the end. */
const MOST_SEARCHED_PAGES = 200;

/** A place in the text of a page: characters of its pieces, one after the other. */
export interface Mark {
  readonly begin: number;
  readonly length: number;
}

export interface Found extends Mark {
  /** Counted from 1. */
  readonly page: number;
}

/** One for each open PDF: its text is read once. */
export function makePdfFinder({ pageCount, page }: Pick<OpenPdf, 'pageCount' | 'page'>) {
  const listeners = new Map<string, (event: object) => void>();
  // pdf.js's own wants a newer browser than its search does.
  const eventBus: Pick<EventBus, 'on' | 'dispatch'> = {
    on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    dispatch: (name: string, event: object) => listeners.get(name)?.(event),
  };
  const linkService = { pagesCount: Math.min(pageCount, MOST_SEARCHED_PAGES), page: 1 };
  const controller = new PDFFindController({
    linkService: linkService as PDFLinkService,
    eventBus: eventBus as EventBus,
    delay: 0, // whoever types waits before asking
    updateMatchesCountOnProgress: false,
  });
  const getPage = async (number: number) => {
    const opened = await page(number);
    return {
      async getTextContent(options: Parameters<typeof opened.getTextContent>[0]) {
        const content = await opened.getTextContent(options);
        const closed = (item: (typeof content.items)[number]) =>
          'str' in item ? { ...item, str: closedUp(item.str).text } : item;
        return { ...content, items: content.items.map(closed) };
      },
    };
  };
  controller.setDocument({ getPage } as unknown as PDFDocumentProxy);

  /** Everywhere the words are, in the order of reading. Rejects on abort. */
  return async function find(words: string, signal: AbortSignal): Promise<readonly Found[]> {
    signal.throwIfAborted();
    const query = words.trim();
    if (query === '') return [];
    const done = new Promise<void>((resolve, reject) => {
      eventBus.on('updatefindmatchescount', () => resolve());
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    linkService.page = 1;
    eventBus.dispatch('find', {
      type: '',
      // In letter-spaced labels the spaces between words are gone, too.
      query: [...new Set([query, query.replaceAll(/\s+/g, '')])],
      caseSensitive: false,
      entireWord: false,
      matchDiacritics: false,
      findPrevious: false,
      highlightAll: true,
    });
    await done;
    const lengths: readonly (readonly number[])[] = controller.pageMatchesLength ?? [];
    return (controller.pageMatches ?? []).flatMap((begins: readonly number[], at: number) =>
      begins.map((begin, nth) => ({ page: at + 1, begin, length: lengths[at]?.[nth] ?? 0 })),
    );
  };
}

const LETTER_SPACED = /(?<!\S)\S(?: \S){2,}(?!\S)/gu;

/** A text without the spaces in letter-spaced words, and where each of its characters was before. */
function closedUp(text: string): { readonly text: string; readonly places: readonly number[] } {
  const words = Array.from(text.matchAll(LETTER_SPACED), ({ index, 0: { length } }) => ({
    begin: index,
    end: index + length,
  }));
  const places = Array.from({ length: text.length }, (_unused, at) => at).filter(
    (at) => text[at] !== ' ' || !words.some(({ begin, end }) => begin < at && at < end),
  );
  return { text: places.map((at) => text[at]).join(''), places };
}

/** The text over a drawn page: its pieces, and what each says. */
export interface TextPieces {
  readonly elements: readonly HTMLElement[];
  readonly texts: readonly string[];
}

/** Exactly the marked characters. */
export function rangesOf({ elements, texts }: TextPieces, { begin, length }: Mark): Range | null {
  const from = placeAt(texts, begin);
  const to = placeAt(texts, begin + length - 1);
  const [first, last] = [from, to].map((place) => elements[place?.piece ?? -1]?.firstChild ?? null);
  if (from === null || to === null || first == null || last == null) return null;
  const range = document.createRange();
  range.setStart(first, Math.min(from.offset, first.textContent?.length ?? 0));
  range.setEnd(last, Math.min(to.offset + 1, last.textContent?.length ?? 0));
  return range;
}

function placeAt(texts: readonly string[], at: number) {
  let before = 0;
  for (const [piece, text] of texts.entries()) {
    const { places } = closedUp(text);
    const offset = places[at - before];
    if (offset !== undefined) return { piece, offset };
    before += places.length;
  }
  return null;
}

/** Names of the highlights in the style sheet. */
const [FOUND, CURRENT] = ['found', 'found-current'] as const;

/** Marks the words themselves, and brings the current ones into sight. A browser without highlights marks nothing. */
export function markFound(pieces: TextPieces, marks: readonly Mark[], current: Mark | null): void {
  const ranges = marks.flatMap((mark) => rangesOf(pieces, mark) ?? []);
  const now = current === null ? null : rangesOf(pieces, current);
  if ('highlights' in CSS) {
    CSS.highlights.set(FOUND, new Highlight(...ranges));
    CSS.highlights.set(CURRENT, now === null ? new Highlight() : new Highlight(now));
  }
  now?.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
