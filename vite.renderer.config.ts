import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The page that every windowed host shows. The Content Security Policy of the hosts allows nothing inline and nothing
// from elsewhere, so scripts, styles and fonts are files of their own, however small they are.
//   --mode gallery   builds the same parts on a played bridge, for the browser tests and for looking at them.
export default defineConfig(({ mode }) => {
  const isGallery = mode === 'gallery';
  return {
    root: isGallery ? 'src-renderer/gallery' : 'src-renderer',
    publicDir: isGallery ? '../public' : 'public',
    base: './',
    plugins: [react()],
    build: {
      outDir: isGallery ? '../../out/gallery' : '../out/renderer',
      emptyOutDir: true,
      target: 'chrome150',
      sourcemap: true,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
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
            ],
          },
        },
      },
    },
    server: { port: 5173, strictPort: true, host: '127.0.0.1' },
  };
});
