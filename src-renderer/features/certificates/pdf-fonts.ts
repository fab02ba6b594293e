/** The fonts that a PDF may name without bringing them, from our own files: nothing is looked for elsewhere. */

const ADDRESSES = import.meta.glob<string>(
  '../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
  { query: '?url', import: 'default', eager: true },
);

/** By the file's name, such as `FoxitSymbol.pfb`; null for a font that is not among them. */
export function fontAddress(fileName: string): string | null {
  return ADDRESSES[`../../../node_modules/pdfjs-dist/standard_fonts/${fileName}`] ?? null;
}

/** What pdf.js asks for binary data. Character maps and other decoders are not brought: it goes on without them. */
export class BundledFonts {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }) {
    const address = kind === 'standardFontDataUrl' ? fontAddress(filename) : null;
    if (address === null) throw new Error(`not bundled: ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
