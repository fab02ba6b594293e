/** Addresses that a page of a PDF points to. They are text to be read and copied: nothing in a certificate is followed. */
import type { OpenPdf } from './pdf-document.ts';

const MOST_LINKS = 50;
const LONGEST_LINK = 2_000;

/** Each address once. Rejects when the page cannot be read. */
export async function linksOf(pdf: OpenPdf, pageNumber: number): Promise<readonly string[]> {
  const page = await pdf.page(pageNumber);
  const annotations: readonly unknown[] = await page.getAnnotations();
  const addresses = annotations.flatMap((annotation) => {
    const { url, unsafeUrl } = Object(annotation) as Record<string, unknown>;
    const address = url ?? unsafeUrl;
    return typeof address === 'string' ? [address.slice(0, LONGEST_LINK)] : [];
  });
  return [...new Set(addresses)].slice(0, MOST_LINKS);
}
