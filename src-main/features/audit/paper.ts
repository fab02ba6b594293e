/**
 * A document of text on A4, from front to back, with a line at the foot of each page: PDF/A-2a, whose parts a screen reader
 * knows by their kinds. Written with pdfkit.
 */
import { buffer } from 'node:stream/consumers';
import { isRightToLeft } from '../../../src-shared/pdf/visual-order.ts';
import { type FaceName, openPdf, type PdfFacts } from '../pdf-fonts.ts';

const MARGIN = 56; // points
const FOOT = 40; // above the lower edge
const INK = '#1c2333';
const SOFT = '#50586a';
const RULE = '#857e6e';
const LABEL_WIDTH = 190;
const SIGN_HEIGHT = 34;
/** Without room for this much, an entry or a heading begins on the next page. */
const LEAST_ROOM = 64;

export interface PaperEntry {
  readonly name: string;
  readonly text: string;
  readonly facts: string;
  readonly codes: readonly string[];
}

/** What a part of the text is, by the names of PDF. */
type Role = 'H1' | 'H2' | 'P' | 'TH' | 'TD';

export type Paper = Awaited<ReturnType<typeof openPaper>>;

export async function openPaper(about: PdfFacts) {
  const { document, fonts } = await openPdf(about, {
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 10 },
    subset: 'PDF/A-2a',
    tagged: true,
    bufferPages: true, // the last page's number stands on the first
  });
  const width = document.page.width - 2 * MARGIN;
  const bottom = document.page.height - MARGIN - 10;

  const root = document.struct('Document');
  document.addStructure(root);

  /** Letters that the face has not, and those from right to left, are read as they are, though they are drawn otherwise. */
  const partOf = (role: Role, text: string, face: FaceName, draw: (known: string) => void) => {
    const known = fonts.known(face, text);
    const options = known === text && !isRightToLeft(text) ? {} : { actual: text };
    return document.struct(role, options, () => draw(known));
  };
  const decorate = (type: 'Layout' | 'Pagination', draw: () => void) => {
    document.markContent('Artifact', { type });
    draw();
    document.endMarkedContent();
  };
  const put = (known: string, face: FaceName, size: number, color: string, gap = 0) => {
    document.fontSize(size).fillColor(color);
    fonts.write(face, known, [MARGIN, document.y], { width, paragraphGap: gap });
  };
  const write = (
    text: string,
    face: FaceName,
    size: number,
    color: string,
    gap: number,
    role: Role = 'P',
  ) => {
    root.add(partOf(role, text, face, (known) => put(known, face, size, color, gap)));
  };
  const needRoom = (height: number) => {
    if (document.y + height > bottom) document.addPage();
  };

  return {
    title: (text: string) => write(text, 'serif', 22, INK, 8, 'H1'),
    strong: (text: string) => write(text, 'sans', 13, INK, 12),
    text: (text: string) => write(text, 'sans', 9.5, INK, 8),
    note: (text: string) => write(text, 'sans', 9, SOFT, 2),
    /** In a face whose digits are equally wide. */
    code: (text: string) => write(text, 'mono', 8.5, INK, 10),
    heading(text: string) {
      needRoom(LEAST_ROOM);
      document.moveDown(1);
      write(text, 'serif', 13, INK, 6, 'H2');
    },
    facts(rows: readonly (readonly [label: string, value: string])[]) {
      const table = document.struct('Table');
      root.add(table);
      for (const [label, value] of rows) {
        needRoom(LEAST_ROOM / 2);
        const row = document.struct('TR');
        table.add(row);
        const top = document.y;
        const valueWidth = width - LABEL_WIDTH;
        document.fontSize(9.5).fillColor(SOFT);
        row.add(
          partOf('TH', label, 'sans', (known) =>
            fonts.write('sans', known, [MARGIN, top], { width: LABEL_WIDTH - 10 }),
          ),
        );
        const labelEnd = document.y;
        const valueLeft = MARGIN + LABEL_WIDTH;
        document.fillColor(INK);
        row.add(
          partOf('TD', value, 'sans', (known) =>
            fonts.write('sans', known, [valueLeft, top], { width: valueWidth }),
          ),
        );
        document.y = Math.max(document.y, labelEnd) + 3;
      }
      document.moveDown(0.8);
    },
    /** Lines to be written on by hand. */
    lines(labels: readonly string[]) {
      needRoom(labels.length * SIGN_HEIGHT + 10);
      for (const label of labels) {
        const base = document.y + SIGN_HEIGHT - 8;
        document.fontSize(9.5).fillColor(SOFT);
        root.add(
          partOf('P', label, 'sans', (known) =>
            fonts.write('sans', known, [MARGIN, base - 10], { width: LABEL_WIDTH - 10 }),
          ),
        );
        const [from, to] = [MARGIN + LABEL_WIDTH, MARGIN + width];
        decorate('Layout', () =>
          document.moveTo(from, base).lineTo(to, base).lineWidth(0.7).stroke(RULE),
        );
        document.y = base + 8;
      }
    },
    entry({ name, text, facts, codes }: PaperEntry) {
      needRoom(LEAST_ROOM);
      write(name, 'sans', 10, INK, 0);
      const entry = document.struct('P', {}, () => {
        put(fonts.known('sans', text), 'sans', 9, INK);
        put(fonts.known('sans', facts), 'sans', 8, SOFT);
        for (const code of codes) put(code, 'mono', 7, SOFT);
      });
      root.add(entry);
      document.moveDown(0.7);
    },
    /** `footOf`: the line at the foot of a page, counted from 1. */
    async end(footOf: (page: number, of: number) => string): Promise<Buffer> {
      const { start, count } = document.bufferedPageRange();
      for (let page = start; page < start + count; page += 1) {
        document.switchToPage(page);
        document.page.margins.bottom = 0; // the foot stands below what a page may fill
        const foot = fonts.known('sans', footOf(page - start + 1, count));
        document.fontSize(7.5).fillColor(SOFT);
        const place = [MARGIN, document.page.height - FOOT] as const;
        decorate('Pagination', () =>
          fonts.write('sans', foot, place, { width, height: 10, ellipsis: true, lineBreak: true }),
        );
      }
      document.end();
      return buffer(document);
    },
  };
}
