import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { build, defineConfig, type Plugin } from 'vite';

const TARGET = 'es2023';
/** A classic script has no address of its own; pdf.js and zip.js ask for one where they load parts that are not used here. */
const NOWHERE = { 'import.meta': '{}' };
/** That the reader of PDFs takes seconds to build is no fault. */
const QUIET = { pluginTimings: false };
const TEMPLATE = 'src-verify/index.html';

/** `import text from './worker.ts?source'`: the module and what it imports, as the text of one classic script. */
function moduleAsText(): Plugin {
  return {
    name: 'module-as-text',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('?source')) return null;
      const made = await build({
        configFile: false,
        logLevel: 'warn',
        define: NOWHERE,
        build: {
          write: false,
          target: TARGET,
          reportCompressedSize: false,
          rolldownOptions: {
            checks: QUIET,
            input: id.slice(0, -'?source'.length),
            output: { format: 'iife' },
          },
        },
      });
      const [chunk] = Array.isArray(made) || !('output' in made) ? [] : made.output;
      if (chunk?.type !== 'chunk') return this.error(`${id} is no script`);
      // No text in it ends the page's own script.
      return `export const source = ${JSON.stringify(chunk.code).replaceAll('<', '\\u003c')}`;
    },
  };
}

const fingerprint = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Script and style in one page, whose policy lets nothing run or show but these, and no request leave. */
function onePage(): Plugin {
  return {
    name: 'one-page',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle);
      const script = parts
        .flatMap((part) => (part.type === 'chunk' ? [part.code.trim()] : []))
        .join('');
      const style = parts
        .flatMap((part) => (part.type === 'asset' ? [String(part.source)] : []))
        .join('');
      for (const text of [script, style]) {
        if (text === '' || /<\/(script|style)|<!--/i.test(text)) {
          this.error('a part is missing, or would end in its midst');
        }
      }
      const policy = [
        "default-src 'none'",
        `script-src ${fingerprint(script)} 'wasm-unsafe-eval'`,
        `style-src ${fingerprint(style)}`,
        'worker-src blob:',
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types digest-worker',
      ].join('; ');
      const values: Readonly<Record<string, string>> = {
        POLICY: policy,
        STYLE: style,
        SCRIPT: script,
      };
      const page = fs
        .readFileSync(TEMPLATE, 'utf8')
        // Not a blank around it: the fingerprints are of what stands between the tags.
        .replaceAll(/\s*%([A-Z]+)%\s*/g, (whole, name: string) => values[name] ?? whole);
      for (const name of Object.keys(bundle)) delete bundle[name];
      this.emitFile({ type: 'asset', fileName: 'verify.html', source: page });
    },
  };
}

// The page that checks a bundle without Labseal: one file that any browser opens from a disk, beside the built program.
export default defineConfig({
  logLevel: 'warn',
  define: NOWHERE,
  plugins: [moduleAsText(), onePage()],
  publicDir: false,
  build: {
    outDir: 'out/main',
    emptyOutDir: false,
    cssCodeSplit: false, // or the script would write the style
    target: TARGET,
    reportCompressedSize: false,
    rolldownOptions: { checks: QUIET, input: 'src-verify/main.ts', output: { format: 'iife' } },
  },
});
