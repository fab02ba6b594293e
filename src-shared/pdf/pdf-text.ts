/** What stands on the pages of a PDF, visible or not, in the order in which it is drawn; then what lies over them as notes and fields. */

const MOST_PAGES = 10;
const MOST_CHARACTERS = 500_000;

interface TextItem {
  readonly str?: string;
  readonly hasEOL?: boolean;
}

/** As pdf.js gives it. */
export interface OpenedPdf {
  readonly numPages: number;
  getPage(number: number): Promise<{
    getTextContent(): Promise<{ readonly items: readonly object[] }>;
    getAnnotations(): Promise<readonly object[]>;
  }>;
}

/** For a thread that reads one after another: pdf.js starts no thread of its own, and asks nobody for anything. */
const IN_A_THREAD = {
  verbosity: 0,
  useWasm: false,
  useSystemFonts: false,
  disableFontFace: true,
  enableXfa: false,
  useWorkerFetch: false,
} as const;

type GetDocument = (options: typeof IN_A_THREAD & { readonly data: Uint8Array }) => {
  readonly promise: Promise<OpenedPdf>;
  destroy(): Promise<void>;
};

/** From its bytes. Null: they cannot be read, are encrypted, or are no PDF. `getDocument`: that of pdf.js. */
export async function textOfPdf(
  data: Uint8Array,
  getDocument: GetDocument,
): Promise<string | null> {
  const task = getDocument({ ...IN_A_THREAD, data });
  try {
    return await pdfText(await task.promise);
  } catch {
    return null;
  } finally {
    await task.destroy();
  }
}

export async function pdfText(pdf: OpenedPdf): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  const add = (text: string) => {
    length += text.length;
    if (length <= MOST_CHARACTERS) pieces.push(text);
  };
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const { str = '', hasEOL = false } of items as readonly TextItem[]) {
      add(str + (hasEOL ? '\n' : ' '));
    }
    for (const note of await page.getAnnotations()) add(`\n${notedIn(note).join('\n')}\n`);
  }
  return pieces.join('');
}

function notedIn(note: object): readonly string[] {
  const { contentsObj, fieldValue, textContent } = note as {
    readonly contentsObj?: { readonly str?: unknown };
    readonly fieldValue?: unknown;
    readonly textContent?: readonly unknown[];
  };
  return [contentsObj?.str, fieldValue, ...(textContent ?? [])].filter(
    (each) => typeof each === 'string',
  );
}
