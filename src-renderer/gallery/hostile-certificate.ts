/**
 * A certificate that tries everything a hostile one could: a script when it is opened, a program to be started, a form,
 * links. Its second page is there to be turned to.
 */
import type { CertificateForm } from '../../src-shared/bridge/certificate-calls.ts';

export const HEX = '9f2c41aa07be5d108e33c0f4'.padEnd(64, '7b04e1');

const DATA = {
  FileHash: HEX,
  JsonCid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  FileLinkStore: 'https://store.example.org/samples/1',
  chain: { network: 'lab-chain', block: 1_204_117, note: '<img src=x onerror=alert(1)>' },
};

export function certificateBytes(form: CertificateForm): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(form === 'json' ? JSON.stringify(DATA) : hostilePdf());
}

/** Lines of a page, from the top. */
function content(lines: readonly string[]): string {
  const shown = lines.map((line, index) => {
    const [font, size] = index === 0 ? ['F2', 22] : ['F1', 11];
    return `BT /${font} ${size} Tf 72 ${760 - index * 28} Td (${line}) Tj ET`;
  });
  return shown.join('\n');
}

const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;

const page = (contents: number, more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R
/Resources << /Font << /F1 7 0 R /F2 8 0 R >> >> ${more} >>`;

/** All letters are ASCII, so characters are bytes. */
function hostilePdf(): string {
  const first = [
    'Certificate of notarization',
    'File 2026-11-20_MS2_sample_0001.raw',
    `SHA-256 ${HEX.slice(0, 32)}`,
    `        ${HEX.slice(32)}`,
    'Recorded on the chain on 20 Nov 2026, 09:44 UTC, in block 1204117',
    'Check it at https://verify.example.org/1204117',
  ];
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\('run'\\); this.submitForm\\('http://127.0.0.1:1/'\\)) >>
/AcroForm << /Fields [11 0 R] /XFA 12 0 R >> >>`,
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5, '/Annots [9 0 R 10 0 R 11 0 R 13 0 R]'),
    page(6, ''),
    stream(content(first)),
    stream(
      content(['Annex', 'The second page of the certificate', 'Recorded by Lipidomics cohort B']),
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >>',
    '<< /Type /Annot /Subtype /Link /Rect [72 610 400 635] /A << /S /URI /URI (https://verify.example.org/1204117) >> >>',
    "<< /Type /Annot /Subtype /Link /Rect [72 700 400 740] /A << /S /URI /URI (javascript:alert('link')) >> >>",
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (typed) /Rect [72 500 300 520] >>',
    stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>'),
    '<< /Type /Annot /Subtype /Link /Rect [72 650 400 680] /A << /S /Launch /F (calc.exe) >> >>',
  ];
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = file.length;
  const entries = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}
