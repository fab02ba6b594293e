import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CertificateFacts } from './certificate-facts.ts';
import { certificateJson } from './certificate-json.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { exampleFacts } from './test-support/example-facts.ts';
import { readPdf } from './test-support/read-pdf.ts';
import { inGroups } from './wording.ts';

const FRAME = { left: 26, right: 595.28 - 26, bottom: 26, top: 841.89 - 26 };

/** Text without any space: lines may be broken anywhere. */
function tight(text: string): string {
  return text.replaceAll(/\s/g, '');
}

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

describe('the certificate as a PDF', () => {
  test('is one A4 page with a title, below 100 kB, whole to the last byte', async () => {
    const bytes = await certificatePdf(exampleFacts());
    const { pageCount, title, size } = await readPdf(bytes);
    expect(pageCount).toBe(1);
    expect(title).toBe('Certificate of notarization: run_01.raw');
    expect(size.map(Math.round)).toEqual([595, 842]);
    expect(bytes.length).toBeLessThan(100_000);
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
  });

  test('stays one page, below 100 kB and inside its frame when every text is too long', async () => {
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
  });

  test('no two lines of a crowded page touch', async () => {
    const { pieces } = await read(CROWDED);
    const crowded = pieces.flatMap((one, index) =>
      pieces.slice(index + 1).filter(({ x, y, width }) => {
        const sideBySide = x + width <= one.x || one.x + one.width <= x;
        return !sideBySide && y !== one.y && Math.abs(y - one.y) < 9;
      }),
    );
    expect(crowded).toEqual([]);
  });

  test('carries every fact', async () => {
    const facts = exampleFacts({
      type: 'secondary',
      primaryData: ['file-a', 'file-b'],
      linkToProcedure: ['file-c'],
      procedureDescription: 'Centrifuged at 300 g.',
    });
    const { text } = await readPdf(await certificatePdf(facts));
    const shown = [
      'run_01.raw',
      '6,442,450,944 bytes (6.4 GB)',
      'application/octet-stream',
      'public file, secondary data',
      'microscopy, batch 7',
      'Cell line study',
      'project-31c2a8f0',
      'Ada Lovelace',
      facts.ownerAddress,
      '20 November 2026, 09:42:51 UTC',
      '20 November 2026, 09:44:12 UTC',
      'SHA-256, hexadecimal',
      inGroups(facts.fileHash).slice(0, 8).join(' '),
      facts.transactionHash,
      '4711023',
      facts.blockHash,
      facts.jsonCid,
      facts.fileId,
      facts.certificateId,
      facts.verifyUrl,
      'file-a, file-b',
      'file-c',
      'Centrifuged at 300 g.',
    ];
    for (const fact of shown) expect(tight(text)).toContain(tight(fact));
  });

  test('the fingerprint stands whole, in groups of four', async () => {
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      const fileHash = createHash(algorithm).update('content').digest('hex');
      const { pieces } = await read({ fileHash });
      const texts = pieces.map(({ text }) => text);
      for (const group of inGroups(fileHash)) expect(texts).toContain(group);
    }
  });

  test('a primary file says nothing about procedures', async () => {
    expect((await read()).text).not.toContain('PROCEDURE');
  });

  test('every certificate of this service says that it is a demo', async () => {
    expect((await read()).text).toContain('DEMO – issued by the bundled service');
  });

  test('equal facts give equal bytes, other facts other bytes', async () => {
    const [one, same, other] = await Promise.all([
      certificatePdf(exampleFacts()),
      certificatePdf(exampleFacts()),
      certificatePdf(exampleFacts({ blockNumber: 4_711_024 })),
    ]);
    expect(one.equals(same)).toBe(true);
    expect(one.equals(other)).toBe(false);
  });

  test('certificates drawn before leave no trace', async () => {
    const before = await certificatePdf(exampleFacts({ fileName: 'US.raw' }));
    await certificatePdf(exampleFacts({ fileName: 'ÜŞ ΆΣ ЙУ.raw' }));
    const after = await certificatePdf(exampleFacts({ fileName: 'US.raw' }));
    expect(after.equals(before)).toBe(true);
    expect((await readPdf(after)).text).toContain('US.raw');
  });

  test('Latin, Greek and Cyrillic names are set as they are', async () => {
    for (const fileName of [
      'Größe_çağ_żółw_ñ.raw',
      'Ανάλυση κυττάρων.csv',
      'Исследование №5.txt',
    ]) {
      expect(tight((await read({ fileName })).text)).toContain(tight(fileName));
    }
  });

  test.each([
    ['a script the font does not have', '实.raw', '[U+5B9E].raw'],
    ['a turn of the reading direction', 'data\u202Egpj.exe', 'data[U+202E]gpj.exe'],
    ['an invisible space', 'run\u200B01.raw', 'run[U+200B]01.raw'],
    ['a control character', 'run\u0000\n.raw', 'run[U+0000][U+000A].raw'],
    ['half a surrogate pair', 'run\uD83D.raw', 'run[U+D83D].raw'],
    ['a script read from the right', 'שלום', '[U+05E9][U+05DC][U+05D5][U+05DD]'],
  ])('%s is spelled out, never dropped', async (_what, fileName, shown) => {
    expect(tight((await read({ fileName })).text)).toContain(shown);
  });

  test('a name too long for the page keeps its beginning and its end', async () => {
    const { text } = await read({ fileName: `START_${'middle_'.repeat(100)}END.raw` });
    expect(tight(text)).toMatch(/START_[midle_]+…[midle_]+END\.raw/);
  });

  test('its fonts are inside', async () => {
    expect((await read()).fonts.toSorted()).toEqual([
      'DejaVuSansCondensed',
      'DejaVuSansMono',
      'DejaVuSerifCondensed',
    ]);
  });

  test('whatever the texts are, it is one page that opens', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(text, text, text, async (fileName, label, procedureDescription) => {
        const pdf = await read({ type: 'secondary', fileName, label, procedureDescription });
        expect(pdf.pageCount).toBe(1);
      }),
      { numRuns: 25 },
    );
  });

  test('a file without a record has no certificate', async () => {
    await expect(certificatePdf(exampleFacts({ recordedIso: '' }))).rejects.toThrow('recordedIso');
  });
});

describe('the certificate as JSON', () => {
  test('carries every fact in full, under the names of the metadata document', () => {
    const facts = exampleFacts(CROWDED);
    const json = JSON.stringify(certificateJson(facts));
    const values = Object.values(facts).filter((value) => value !== null);
    for (const value of values) expect(json).toContain(JSON.stringify(value));
    expect(certificateJson(facts)).toMatchObject({
      FileHash: facts.fileHash,
      JsonCid: facts.jsonCid,
    });
  });

  test('says that it is a demo', () => {
    expect(certificateJson(exampleFacts())).toMatchObject({
      notice: 'DEMO – issued by the bundled service',
    });
  });
});
