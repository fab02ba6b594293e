/** A PDF written byte by byte, for what no library would write. */
import { deflateSync } from 'node:zlib';

export interface RawPdf {
  /** Number 1 is the first; 1 is the catalog unless `trailer` says otherwise. */
  readonly objects: readonly (string | Buffer)[];
  readonly version?: string;
  /** Entries of the trailer beside Size. */
  readonly trailer?: string;
}

/** With a classic table of places. */
export function rawPdf({ objects, version = '1.7', trailer = '/Root 1 0 R' }: RawPdf): Buffer {
  const pieces: Buffer[] = [Buffer.from(`%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`, 'latin1')];
  const places: number[] = [];
  let at = pieces[0]?.length ?? 0;
  const put = (piece: string | Buffer) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    pieces.push(bytes);
    at += bytes.length;
  };
  for (const [index, body] of objects.entries()) {
    places.push(at);
    put(`${index + 1} 0 obj\n`);
    put(body);
    put('\nendobj\n');
  }
  const table = at;
  put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const place of places) put(`${String(place).padStart(10, '0')} 00000 n \n`);
  put(`trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(pieces);
}

/** `entries`: of its dictionary, beside Length. */
export function stream(entries: string, content: string | Buffer): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

export function packed(entries: string, content: string | Buffer): Buffer {
  return stream(`${entries} /Filter /FlateDecode`, deflateSync(content, { level: 9 }));
}

/** Draws these words. */
export function words(text: string): string {
  return `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
}

export const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

export interface OnePage {
  /** What its content stream draws. */
  readonly content: string | Buffer;
  /** Further entries. */
  readonly catalog?: string;
  readonly page?: string;
  /** Of the page, beside the font F1. */
  readonly resources?: string;
  /** Objects from number 6 on; 1 to 5 are catalog, pages, page, content and font. */
  readonly more?: readonly (string | Buffer)[];
  readonly font?: string;
  readonly version?: string;
}

/** The usual page of A4, with whatever is added to it. */
export function onePage({
  content,
  catalog = '',
  page = '',
  resources = '',
  more = [],
  font = HELVETICA,
  version = '1.7',
}: OnePage): Buffer {
  const box = page.includes('/MediaBox') ? '' : '/MediaBox [0 0 595 842]';
  return rawPdf({
    version,
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R ${box} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
      typeof content === 'string' ? stream('', content) : content,
      font,
      ...more,
    ],
  });
}
