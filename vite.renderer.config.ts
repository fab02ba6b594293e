import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// The page that every windowed host shows. The Content Security Policy of the hosts allows nothing inline and nothing
// from elsewhere, so scripts, styles and fonts are files of their own, however small they are.
export default defineConfig({
  root: 'src-renderer',
  publicDir: 'public',
  base: './',
  logLevel: 'warn',
  plugins: [react(), pdfDecoders()],
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome150',
    sourcemap: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    // WebKit remembers a preload that failed as long as its process lives, and never asks for that script again.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // What changes with every release stays apart from what does not.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
            },
            {
              name: 'aria',
              test: /node_modules[\\/](react-aria|react-stately|@react-|@internationalized)/,
            },
            // What nearly every screen is made of comes in one piece: over HTTP/1 each small file waits its turn. What
            // draws graphs and charts is large, and comes with the screens that show one.
            {
              name: 'parts',
              test: /src-renderer[\\/](bridge|ui(?![\\/]chart)|words)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true, host: '127.0.0.1' },
});

/**
 * The decoders of scanned pages (fax, JBIG2) and of JPEG 2000, in JavaScript: the reader of PDFs looks for them by these
 * names, and the page allows no WebAssembly.
 */
function pdfDecoders(): Plugin {
  const names = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'];
  return {
    name: 'pdf-decoders',
    apply: 'build',
    async generateBundle() {
      for (const name of names) {
        const source = await readFile(
          new URL(`node_modules/pdfjs-dist/wasm/${name}`, import.meta.url),
        );
        this.emitFile({ type: 'asset', fileName: `pdf-decoders/${name}`, source });
      }
    },
  };
}
