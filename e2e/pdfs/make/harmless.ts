/** PDFs that nobody wrote to harm: by the libraries of this repository, and by hand what those do not write. */
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { jsPDF, type jsPDFOptions } from 'jspdf';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import PDFKit from 'pdfkit';
import { onePage, packed, rawPdf, stream, words } from './raw-pdf.ts';

const THEN = new Date('2026-11-21T09:00:00Z');

type Bytes = Buffer;

type Draw = (pdf: PDFKit.PDFDocument) => void;

async function pdfKit(options: PDFKit.PDFDocumentOptions, draw: Draw): Promise<Bytes> {
  const pdf = new PDFKit({ ...options, info: { CreationDate: THEN, Title: 'Certificate' } });
  const place = path.join(os.tmpdir(), `pdf-${process.pid}.pdf`);
  const file = pdf.pipe(createWriteStream(place));
  draw(pdf);
  pdf.end();
  await finished(file);
  const bytes = await readFile(place);
  await rm(place);
  return bytes;
}

async function pdfLib(
  draw: (pdf: PDFDocument) => Promise<void>,
  useObjectStreams: boolean,
): Promise<Bytes> {
  const pdf = await PDFDocument.create();
  pdf.setCreationDate(THEN);
  pdf.setModificationDate(THEN);
  await draw(pdf);
  return Buffer.from(await pdf.save({ useObjectStreams }));
}

function jsPdf(options: jsPDFOptions, draw: (pdf: jsPDF) => void): Bytes {
  const pdf = new jsPDF(options);
  pdf.setCreationDate(THEN);
  pdf.setFileId('0123456789ABCDEF0123456789ABCDEF');
  draw(pdf);
  return Buffer.from(pdf.output('arraybuffer'));
}

/** A second version of the page, appended as programs do that save in place. */
function withUpdate(): Bytes {
  const first = onePage({ content: words('Before') });
  const place = first.length;
  const object = Buffer.concat([
    Buffer.from('4 0 obj\n', 'latin1'),
    stream('', words('Certificate updated in place')),
    Buffer.from('\nendobj\n', 'latin1'),
  ]);
  const previous = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1] ?? '0';
  const table = place + object.length;
  const tail = `xref\n4 1\n${String(place).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.concat([first, object, Buffer.from(tail, 'latin1')]);
}

/** All objects but the catalog in a stream, their places in another one: no table at all. */
function withoutTable(): Bytes {
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ];
  let at = 0;
  const index = bodies.map((body, number) => {
    const entry = `${number + 1} ${at}`;
    at += body.length + 1;
    return entry;
  });
  const head = `${index.join(' ')} `;
  const group = packed(
    `/Type /ObjStm /N ${bodies.length} /First ${head.length}`,
    head + bodies.join(' '),
  );
  const pieces: Bytes[] = [Buffer.from('%PDF-1.5\n', 'latin1')];
  let length = pieces[0]?.length ?? 0;
  const places = new Map<number, number>();
  for (const [number, body] of [
    [5, group],
    [6, stream('', words('Certificate in object streams'))],
  ] as const) {
    places.set(number, length);
    const bytes = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`, 'latin1'),
      body,
      Buffer.from('\nendobj\n', 'latin1'),
    ]);
    pieces.push(bytes);
    length += bytes.length;
  }
  places.set(7, length);
  const rows = [[0, 0, 255], ...bodies.map((_body, number) => [2, 5, number])];
  for (const number of [5, 6, 7]) rows.push([1, places.get(number) ?? 0, 0]);
  const table = Buffer.from(
    rows.flatMap(([kind = 0, place = 0, third = 0]) => [kind, place >> 8, place & 255, third]),
  );
  pieces.push(
    Buffer.from('7 0 obj\n', 'latin1'),
    packed('/Type /XRef /Size 8 /W [1 2 1] /Root 1 0 R', table),
    Buffer.from(`\nendobj\nstartxref\n${length}\n%%EOF\n`, 'latin1'),
  );
  return Buffer.concat(pieces);
}

function typeThree(): Bytes {
  const glyph = stream('', '600 0 0 0 500 700 d1 0 0 500 700 re f');
  return onePage({
    content: `${words('Certificate with drawn letters')} BT /F2 40 Tf 72 600 Td (AAA) Tj ET`,
    resources: '/Font << /F1 5 0 R /F2 6 0 R >>',
    more: [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a 7 0 R >> /Encoding << /Type /Encoding /Differences [65 /a] >> /FirstChar 65 /LastChar 65 /Widths [600] /Resources << >> >>',
      glyph,
    ],
  });
}

/** A picture of 16 by 8 dots: the page of a fax, put in as JBIG2 would hold it. */
function jbig2(): Bytes {
  const white = Buffer.from([0x00, 0x10, 0x01, 0x00, 0x10, 0x01]); // end of block: every row as the white one above
  const page = segment(0, 48, [...u32(16), ...u32(8), ...u32(0), ...u32(0), 0x04, 0, 0]);
  const region = segment(1, 38, [...u32(16), ...u32(8), ...u32(0), ...u32(0), 0, 0x01, ...white]);
  return imagePage(
    'Certificate with a JBIG2 picture',
    stream(
      '/Type /XObject /Subtype /Image /Width 16 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode',
      Buffer.concat([page, region]),
    ),
  );
}

function segment(number: number, kind: number, data: readonly number[]): Bytes {
  return Buffer.from([...u32(number), kind, 0, 1, ...u32(data.length), ...data]);
}

function u32(value: number): readonly number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function imagePage(text: string, image: Buffer): Bytes {
  return onePage({
    content: `${words(text)} q 200 0 0 100 72 500 cm /I1 Do Q 72 480 200 4 re f`,
    resources: '/XObject << /I1 6 0 R >>',
    more: [image],
  });
}

function manyColours(): Bytes {
  const tint = '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 0.5 0] /N 1 >>';
  return onePage({
    content: `${words('Certificate in many colours')}
/CS1 cs 0.8 scn 72 600 80 80 re f /CS2 cs 60 40 -30 scn 172 600 80 80 re f
0.9 0.1 0 0.2 k 272 600 80 80 re f q 72 480 400 80 re W n /Sh1 sh Q
/Pattern cs /P1 scn 72 380 400 80 re f`,
    resources: `/ColorSpace << /CS1 [/Separation /Seal /DeviceCMYK ${tint}] /CS2 [/Lab << /WhitePoint [0.95 1 1.09] /Range [-100 100 -100 100] >>] >>
/Shading << /Sh1 << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [72 0 472 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >>
/Pattern << /P1 6 0 R >>`,
    more: [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources << >>',
        '0 0.4 0.6 rg 0 0 10 10 re f',
      ),
    ],
  });
}

const inlineImage = `${words('Certificate with a picture in its text')}
q 200 0 0 100 72 500 cm BI /W 4 /H 2 /BPC 8 /CS /G /F /AHx ID 00408000FF804020> EI Q`;

/** By file name. */
export async function harmlessPdfs(): Promise<Readonly<Record<string, Bytes>>> {
  const plain = await pdfLib(async (pdf) => {
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    pdf.addPage([595, 842]).drawText('Certificate by pdf-lib', { x: 72, y: 700, size: 24, font });
  }, false);
  return {
    'pdf-lib-plain.pdf': plain,
    'pdf-lib-form.pdf': await pdfLib(async (pdf) => {
      const page = pdf.addPage([595, 842]);
      page.drawText('Certificate with a form', { x: 72, y: 700, size: 24 });
      const form = pdf.getForm();
      const name = form.createTextField('name');
      name.setText('Robin Marsh');
      name.addToPage(page, { x: 72, y: 600, width: 200, height: 24 });
      form.createCheckBox('agreed').addToPage(page, { x: 72, y: 560, width: 16, height: 16 });
      const choice = form.createDropdown('kind');
      choice.addOptions(['primary', 'secondary']);
      choice.addToPage(page, { x: 72, y: 520, width: 120, height: 20 });
    }, true),
    'pdf-lib-attachment.pdf': await pdfLib(async (pdf) => {
      pdf.addPage([595, 842]).drawText('Certificate with an attachment', { x: 72, y: 700 });
      await pdf.attach(Buffer.from('a,b\n1,2\n'), 'run.csv', {
        mimeType: 'text/csv',
        creationDate: THEN,
        modificationDate: THEN,
      });
    }, true),
    'pdf-lib-symbols.pdf': await pdfLib(async (pdf) => {
      const page = pdf.addPage([595, 842]);
      const symbol = await pdf.embedFont(StandardFonts.Symbol);
      const signs = await pdf.embedFont(StandardFonts.ZapfDingbats);
      page.drawText('Certificate with signs', { x: 72, y: 700, size: 24 });
      page.drawText('αβγ∑', { x: 72, y: 640, size: 40, font: symbol });
      page.drawText('✓✔✘', { x: 72, y: 580, size: 40, font: signs });
    }, false),
    'pdf-lib-200-pages.pdf': await pdfLib(async (pdf) => {
      const font = await pdf.embedFont(StandardFonts.TimesRoman);
      for (let number = 1; number <= 200; number += 1) {
        const page = pdf.addPage([595, 842]);
        page.drawText(`Certificate page ${number}`, { x: 72, y: 700, font });
      }
    }, true),
    'pdf-lib-turned.pdf': await pdfLib(async (pdf) => {
      const page = pdf.addPage([842, 595]);
      page.setRotation({ type: 'degrees', angle: 270 } as never);
      page.setCropBox(-50, -20, 700, 500);
      page.drawText('Certificate on its side', { x: 72, y: 300, size: 24 });
      page.drawRectangle({ x: 72, y: 200, width: 200, height: 60, color: rgb(0.1, 0.4, 0.6) });
    }, false),
    'jspdf-plain.pdf': jsPdf({ unit: 'pt', format: 'a4', compress: true }, (pdf) => {
      pdf.text('Certificate by jsPDF', 72, 100);
      pdf.setFillColor(20, 100, 150).circle(200, 300, 60, 'F');
      pdf.link(72, 90, 200, 20, { url: 'https://example.org/proof' });
    }),
    'jspdf-protected.pdf': jsPdf(
      {
        unit: 'pt',
        format: 'a5',
        encryption: { userPassword: '', ownerPassword: 'owner', userPermissions: ['print'] },
      },
      (pdf) => void pdf.text('Certificate with rights', 72, 100),
    ),
    'pdfkit-1.3.pdf': await pdfKit({ pdfVersion: '1.3', compress: false }, (pdf) => {
      pdf.fontSize(24).text('Certificate as of 1999');
      pdf.addPage().text('Second page');
    }),
    'pdfkit-tagged.pdf': await pdfKit({ pdfVersion: '1.7', tagged: true, lang: 'en' }, (pdf) => {
      const part = pdf.struct('Document');
      pdf.addStructure(part);
      const heading = pdf.struct('H1', {}, () => {
        pdf.fontSize(24).text('Certificate with structure');
      });
      part.add(heading);
      pdf.outline.addItem('Certificate');
      pdf.linearGradient(72, 200, 400, 200).stop(0, 'green').stop(1, 'red');
      part.end();
    }),
    'pdfkit-notes.pdf': await pdfKit({}, (pdf) => {
      pdf.fontSize(24).text('Certificate with notes', 72, 100);
      pdf.highlight(72, 100, 120, 24).note(72, 200, 20, 20, 'A note').underline(72, 100, 200, 24);
    }),
    'by-hand-updated.pdf': withUpdate(),
    'by-hand-object-streams.pdf': withoutTable(),
    'by-hand-drawn-letters.pdf': typeThree(),
    'by-hand-colours.pdf': manyColours(),
    'by-hand-picture-in-text.pdf': onePage({ content: inlineImage }),
    'by-hand-jbig2.pdf': jbig2(),
    'by-hand-2.0.pdf': onePage({
      version: '2.0',
      content: words('Certificate as of 2020'),
      catalog: '/Lang (en) /ViewerPreferences << /DisplayDocTitle true >>',
    }),
    'by-hand-no-table.pdf': withWrongTable(),
    'by-hand-cut-off.pdf': plain.subarray(0, plain.lastIndexOf('xref') - 4),
    'by-hand-late-beginning.pdf': Buffer.concat([
      Buffer.from('\r\n\r\nsent by a printer\r\n'),
      onePage({ content: words('Certificate after other words') }),
    ]),
    'by-hand-inherited.pdf': rawPdf({
      objects: [
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 2 /MediaBox [0 0 400 300] /Resources << /Font << /F1 6 0 R >> >> >>',
        '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2 /Rotate 180 >>',
        '<< /Type /Page /Parent 3 0 R /Contents [7 0 R 8 0 R] /UserUnit 2 >>',
        '<< /Type /Page /Parent 3 0 R >>',
        '<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold >>',
        stream('', 'BT /F1 24 Tf 40 200 Td (Certificate'),
        stream('', ' in pieces) Tj ET'),
      ],
    }),
  };
}

/** The table's place is a lie, as after a transfer that changed line ends. */
function withWrongTable(): Bytes {
  const right = onePage({ content: words('Certificate without a table') }).toString('latin1');
  return Buffer.from(right.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
}
