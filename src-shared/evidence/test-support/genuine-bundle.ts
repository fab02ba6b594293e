/** A genuine evidence bundle as contents by their paths, and the lists that whoever changes one can write anew. */
import { startDigests } from '../../../src-main/digests/digest-algorithms.ts';
import type { ListAlgorithm } from '../../model/proofs/hash-method.ts';
import { BAG_DECLARATION, manifestName, manifestText, tagManifestName } from '../bag-format.ts';

export type Bundle = Record<string, string | Uint8Array>;

export function hashOf(content: string | Uint8Array, algorithm: ListAlgorithm = 'sha256'): string {
  const running = startDigests([algorithm]);
  running.update(Buffer.from(content as string));
  return running.finish()[algorithm] ?? '';
}

/** As the bundled service issues it. */
export function certificateOf(name: string, content: string | Uint8Array, number = 1) {
  return {
    certificateId: `c-${number}`,
    file: { id: `r-${number}`, name, sizeBytes: Buffer.byteLength(content) },
    FileHash: hashOf(content),
    FileHashMethod: 'SHA-256, hex',
    project: { id: 'p-1', name: 'Tides' },
    owner: { name: 'Ada Løvland', address: `0x${'ab'.repeat(20)}` },
    uploaded: '2026-11-26T11:17:00.000Z',
    recorded: '2026-11-26T11:18:10.000Z',
    transaction: { hash: `0x${hashOf(`tx ${number}`)}`, blockNumber: 19 },
    verifyUrl: `https://notary.example/verify/r-${number}`,
  };
}

/** How a text is drawn that nobody is to see. */
export const UNSEEN = ['3 Tr', '1 g', '/F1 0.1 Tf', '0 0 0 0 re W n'] as const;

const drawn = (line: string) => `(${line.replaceAll('·', '\\267')}) Tj 0 -14 Td`;

/** A page of these lines, which every reader of PDFs opens; those after `unseen` are drawn in its way. */
export function pdfPage(
  lines: readonly string[],
  unseen = '',
  hidden: readonly string[] = [],
): string {
  const clip = unseen.endsWith('W n') ? unseen : '';
  const text = `BT /F1 10 Tf 40 780 Td ${lines.map(drawn).join('\n')} ET\n${clip}\nBT /F1 10 Tf ${clip === '' ? unseen : ''} 40 300 Td ${hidden.map(drawn).join('\n')} ET`;
  return `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>> endobj
4 0 obj <</Length ${text.length}>> stream
${text}
endstream endobj
5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>> endobj
trailer <</Root 1 0 R>>
%%EOF
`;
}

export const pdfOf = (content: string | Uint8Array, unseen = '', hidden: readonly string[] = []) =>
  pdfPage(
    ['FINGERPRINT · SHA-256, hex', hashOf(content), 'TRANSACTION:', `0x${'cd'.repeat(32)}`],
    unseen,
    hidden,
  );

export function genuineBundle(files: Readonly<Record<string, string>>): Bundle {
  const bundle: Bundle = { 'bagit.txt': BAG_DECLARATION, 'README.txt': 'Read me.' };
  const described = Object.entries(files).map(([path, content], index) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const base = `certificates/${index + 1}-${name}`;
    bundle[`data/files/${path}`] = content;
    bundle[`data/${base}.json`] = JSON.stringify(certificateOf(name, content, index + 1));
    bundle[`data/${base}.pdf`] = pdfOf(content);
    return {
      original: path,
      content: { path: `files/${path}`, state: 'included' },
      verdict: 'match',
      certificate: { json: `${base}.json`, pdf: `${base}.pdf` },
    };
  });
  bundle['data/checks.json'] = JSON.stringify({
    format: 'labseal-evidence-checks',
    version: 1,
    service: 'https://notary.example',
    files: described,
  });
  return relisted(bundle);
}

/** With lists and sums written anew. */
export function relisted(changed: Bundle, algorithm: ListAlgorithm = 'sha256'): Bundle {
  const kept = Object.entries(changed).filter(([path]) => !/^(tag)?manifest-|^bag-info/.test(path));
  const payload = kept.filter(([path]) => path.startsWith('data/'));
  const bytes = payload.reduce((sum, [, content]) => sum + Buffer.byteLength(content), 0);
  const listOf = (entries: readonly (readonly [string, string | Uint8Array])[]) =>
    manifestText(entries.map(([path, content]) => ({ path, digest: hashOf(content, algorithm) })));
  const bundle = Object.fromEntries(kept);
  bundle['bag-info.txt'] = `Payload-Oxum: ${bytes}.${payload.length}\n`;
  bundle[manifestName(algorithm)] = listOf(payload);
  const tags = Object.entries(bundle).filter(([path]) => !path.startsWith('data/'));
  return { ...bundle, [tagManifestName(algorithm)]: listOf(tags) };
}

/** The same below a folder. */
export function below(folder: string, bundle: Bundle): Bundle {
  return Object.fromEntries(
    Object.entries(bundle).map(([path, content]) => [`${folder}/${path}`, content]),
  );
}
