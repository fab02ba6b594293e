import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CertificateFacts, certificateJson } from './certificate-facts.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { exampleFacts } from './test-support/example-facts.ts';
import { type PdfText, readPdf } from './test-support/read-pdf.ts';
import { inGroups } from './wording.ts';

const FRAME = { left: 26, right: 595.28 - 26, bottom: 26, top: 841.89 - 26 };
const FONTS = ['DejaVuSerifCondensed', 'DejaVuSansCondensed', 'DejaVuSansMono'];
const EAST_ASIAN = 'DroidSansFallback';
const DEMO = 'DEMO – issued by the bundled service';

/** Text without any space: lines may be broken anywhere. */
function tight(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** One text each, between the lines and the bars. */
const inLines = (text: string) =>
  text
    .trim()
    .split(/[|\n]/)
    .map((each) => each.trim());

async function read(over: Partial<CertificateFacts> = {}) {
  return readPdf(await certificatePdf(exampleFacts(over)));
}

const ids = (count: number) =>
  Array.from(
    { length: count },
    (_unused, index) => `file-${createHash('md5').update(`${index}`).digest('hex')}`,
  );

/** The most that can be asked of the page. */
const CROWDED: Partial<CertificateFacts> = {
  type: 'secondary',
  fileName: `${'Übersicht_Ανάλυση_Исследование_'.repeat(20)}end.csv`,
  fileHash: createHash('sha512').update('content').digest('hex'),
  fileHashMethod: 'SHA-512, hexadecimal '.repeat(10),
  mediaType: `application/${'x'.repeat(300)}`,
  label: 'label, '.repeat(100),
  projectName: 'Étude longitudinale '.repeat(30),
  ownerName: 'Maximiliane '.repeat(30),
  primaryData: ids(200),
  linkToProcedure: ids(60),
  procedureDescription: 'Peaks were picked and aligned. '.repeat(100),
  verifyUrl: `https://notary.example.org/${'path/'.repeat(60)}`,
};

describe('the certificate of a primary file', () => {
  let bytes: Buffer;
  let pdf: PdfText;
  beforeAll(async () => {
    bytes = await certificatePdf(exampleFacts());
    pdf = await readPdf(bytes);
  });

  test('is one A4 page with a title, its fonts embedded, below 55 kB, whole to the last byte', () => {
    expect(pdf.pageCount).toBe(1);
    expect(pdf.title).toBe('Certificate of notarization: run_01.raw');
    expect(pdf.size.map(Math.round)).toEqual([595, 842]);
    expect(bytes.length).toBeLessThan(55_000);
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
    expect(pdf.fonts).toEqual(new Set(FONTS));
    expect(bytes.toString('latin1').match(/\/FontFile2/g)).toHaveLength(FONTS.length);
  });

  test('is PDF/A-2a: a screen reader reads its heading, its paragraphs, two tables and what the code says', () => {
    const raw = bytes.toString('latin1');
    expect(raw).toContain('<pdfaid:part>2</pdfaid:part>');
    expect(raw).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
    expect(raw).toContain('/Marked true');
    expect(new Set(pdf.roles)).toEqual(new Set(['H1', 'P', 'Table', 'Figure']));
    expect(pdf.roles.slice(0, 3)).toEqual(['P', 'H1', 'P']);
    expect(raw).toContain('(QR code of the address to look it up)');
  });

  test('says that it is a demo, and nothing about procedures', () => {
    expect(pdf.text).toContain(DEMO);
    expect(pdf.text).not.toContain('PROCEDURE');
  });

  test('is the same for equal facts, whatever was drawn in between, and another for others', async () => {
    const other = exampleFacts({ blockNumber: 4_711_024, fileName: 'ÜŞ ΆΣ ЙУ.raw' });
    expect((await certificatePdf(other)).equals(bytes)).toBe(false);
    expect((await certificatePdf(exampleFacts())).equals(bytes)).toBe(true);
  });
});

test('a crowded certificate is one page below 100 kB, inside its frame, and no two lines touch', async () => {
  const bytes = await certificatePdf(exampleFacts(CROWDED));
  const { pageCount, pieces } = await readPdf(bytes);
  expect(pageCount).toBe(1);
  expect(bytes.length).toBeLessThan(100_000);
  for (const { x, y, width } of pieces) {
    expect(x).toBeGreaterThan(FRAME.left);
    expect(x + width).toBeLessThan(FRAME.right);
    expect(y).toBeGreaterThan(FRAME.bottom);
    expect(y).toBeLessThan(FRAME.top);
  }
  const touching = pieces.flatMap((one, index) =>
    pieces.slice(index + 1).filter(({ x, y, width }) => {
      const sideBySide = x + width <= one.x || one.x + one.width <= x;
      return !sideBySide && y !== one.y && Math.abs(y - one.y) < 9;
    }),
  );
  expect(touching).toEqual([]);
});

test('a certificate carries every fact', async () => {
  const facts = exampleFacts({
    type: 'secondary',
    primaryData: ['file-a', 'file-b'],
    linkToProcedure: ['file-c'],
    procedureDescription: 'Centrifuged at 300 g.',
  });
  const text = tight((await readPdf(await certificatePdf(facts))).text);
  const { ownerAddress, transactionHash, blockHash, jsonCid, fileId, certificateId } = facts;
  const shown = [
    ownerAddress,
    transactionHash,
    blockHash,
    jsonCid,
    fileId,
    certificateId,
    facts.verifyUrl,
    inGroups(facts.fileHash).slice(0, 8).join(' '),
    ...inLines(`
      run_01.raw | 6,442,450,944 bytes (6.4 GB) | application/octet-stream | microscopy, batch 7
      public file, secondary data | Cell line study | project-31c2a8f0 | Ada Lovelace | 4711023
      20 November 2026, 09:42:51 UTC | 20 November 2026, 09:44:12 UTC | SHA-256, hexadecimal
      file-a, file-b | file-c | Centrifuged at 300 g.
    `),
  ];
  expect(shown.filter((fact) => !text.includes(tight(fact)))).toEqual([]);
});

test.each(['md5', 'sha512'])(
  'a fingerprint of %s stands whole, in groups of four',
  async (name) => {
    const fileHash = createHash(name).update('content').digest('hex');
    const texts = new Set((await read({ fileHash })).pieces.map(({ text }) => text));
    expect(inGroups(fileHash).filter((group) => !texts.has(group))).toEqual([]);
  },
);

test('Latin, Greek, Cyrillic, Chinese, Japanese and Korean are set as they are; anything else is spelled out, never dropped', async () => {
  const { text } = await read({
    type: 'secondary',
    fileName: 'Größe_çağ_żółw_ñ Ανάλυση κυττάρων Исследование №5.txt',
    label: '실험, 試料 カラム.v2, 实验\u200B01.raw',
    projectName: 'data\u202Egpj.exe',
    ownerName: 'run\u0000\n.raw',
    procedureDescription: 'run\uD83D.raw שלום',
  });
  const shown = inLines(`
    Größe_çağ_żółw_ñ Ανάλυση κυττάρων Исследование №5.txt | 실험, 試料 カラム.v2, 实验[U+200B]01.raw
    data[U+202E]gpj.exe | run[U+0000][U+000A].raw | run[U+D83D].raw
    [U+05E9][U+05DC][U+05D5][U+05DD]
  `);
  expect(shown.filter((each) => !tight(text).includes(tight(each)))).toEqual([]);
});

test('a name with East Asian letters embeds one more font, as far as it is used', async () => {
  const { fonts } = await read({ fileName: '数据.raw', ownerName: 'Łukasz Żak' });
  expect(fonts).toEqual(new Set([...FONTS, EAST_ASIAN]));
  expect((await certificatePdf(exampleFacts({ fileName: '数据.raw' }))).length).toBeLessThan(
    60_000,
  );
});

test('a name too long for the page keeps its beginning and its end', async () => {
  const { text } = await read({ fileName: `START_${'middle_'.repeat(100)}END.raw` });
  expect(tight(text)).toMatch(/START_[midle_]+…[midle_]+END\.raw/);
});

test('whatever the texts are, it is one page that opens', async () => {
  const codes = fc.array(fc.nat(0x10ffff), { maxLength: 80 });
  const text = codes.map((each) => String.fromCodePoint(...each));
  await fc.assert(
    fc.asyncProperty(text, text, text, async (fileName, label, procedureDescription) => {
      const pdf = await read({ type: 'secondary', fileName, label, procedureDescription });
      expect(pdf.pageCount).toBe(1);
    }),
    { numRuns: 8 },
  );
});

test('a file without a record has no certificate', async () => {
  await expect(certificatePdf(exampleFacts({ recordedIso: '' }))).rejects.toThrow('recordedIso');
});

test('as JSON it carries every fact in full, under the names of the metadata document', () => {
  const facts = exampleFacts(CROWDED);
  const { fileHash: FileHash, jsonCid: JsonCid } = facts;
  expect(certificateJson(facts)).toMatchObject({ FileHash, JsonCid, notice: DEMO });
  const json = JSON.stringify(certificateJson(facts));
  const values = Object.values(facts).filter((value) => value !== null);
  expect(values.filter((value) => !json.includes(JSON.stringify(value)))).toEqual([]);
});
