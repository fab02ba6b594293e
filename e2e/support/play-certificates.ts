/** Answers about certificates, played on the real page and its program, so that any bytes can be a certificate. */
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import type { CertificateView, ShownProof } from '../../src-shared/bridge/certificate-calls.ts';
import { CALL_PATH, readCertificatePath } from '../../src-shared/bridge/loopback.ts';

/** `asked`: place and name in the corpus, without the ending. */
export const certificateAddress = (asked: string) =>
  `/projects/p1/files/${encodeURIComponent(asked)}/certificate`;

const bytesOf = (asked: string) =>
  fs.readFileSync(new URL(`../pdfs/${asked}.pdf`, import.meta.url));

const told = (value: object) => ({ json: { ok: true, value } });

/** Every certificate is a file of the corpus, by its place and name. */
export async function playCertificates(page: Page): Promise<void> {
  await page.route(`**${CALL_PATH}certificates.show`, async (route) => {
    const { fileId } = route.request().postDataJSON() as { fileId: string };
    await route.fulfill(told(proofOf(fileId)));
  });
  const form = {
    form: 'pdf',
    savedAtMs: 1,
    fileName: 'c.pdf',
    sizeBytes: 1,
    path: '/c.pdf',
  } as const;
  const view: CertificateView = { asked: '', forms: [form], pdfActions: [] };
  await page.route(`**${CALL_PATH}certificates.get`, (route) => route.fulfill(told(view)));
  await page.route('**/api/certificate/**', async (route) => {
    const path = readCertificatePath(new URL(route.request().url()).pathname);
    const body = path?.form === 'pdf' ? bytesOf(path.asked) : Buffer.from('{}');
    await route.fulfill({ body, contentType: 'application/octet-stream' });
  });
}

function proofOf(fileId: string): ShownProof {
  return {
    fileId,
    projectId: 'p1',
    visibility: 'public',
    name: `${fileId.split('/')[1] ?? ''}.raw`,
    status: 'Available',
    provenAtMs: 1,
    isSaved: true,
    sizeBytes: 1,
    blake3: null,
    sha256: null,
    ownerName: null,
    folderPath: null,
    copies: [],
  };
}
