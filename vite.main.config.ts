import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';

/** What stays in files that can be read and compared; the build carries them beside the code. */
const CARRIED = [
  { from: 'src-main/db/migrations', ending: '.sql', to: 'migrations' },
  { from: 'docs/guide/en', ending: '.md', to: 'guide' },
] as const;

function carriedFiles(): Plugin {
  return {
    name: 'carried-files',
    generateBundle() {
      for (const { from, ending, to } of CARRIED) {
        for (const name of fs.readdirSync(from).filter((file) => file.endsWith(ending))) {
          const source = fs.readFileSync(path.join(from, name));
          this.emitFile({ type: 'asset', fileName: `${to}/${name}`, source });
        }
      }
    },
  };
}

/** What was compiled of the build before: see src-main/hosts/cli/compiled-code.ts. */
function emptyCodeCache(): Plugin {
  return {
    name: 'empty-code-cache',
    buildStart: () => fs.rmSync('out/code-cache', { recursive: true, force: true }),
  };
}

/** Of the main thread's, asked only for what they do, and by most commands for nothing: they are loaded when something is called. */
const SELDOM = new Set(['node:child_process', 'node:worker_threads']);

/**
 * Node's own modules without what they load only when it is asked for. An `import` asks for everything that a module
 * exports, and `node:http` exports what belongs to fetch, `node:util` threads: without them, and without what axios asks
 * for, each command takes 8 MB less.
 */
function leanBuiltins(seldom: ReadonlySet<string>): Plugin {
  const prefix = '\0builtin:';
  return {
    name: 'lean-builtins',
    enforce: 'pre',
    // What is required is not touched: it asks for nothing more, and expects the module itself. Nor is what the bundler's own
    // code needs, which no layer may hold.
    resolveId: (id, _importer, { kind }) =>
      isBuiltin(id) && id !== 'node:module' && kind === 'import-statement' ? prefix + id : null,
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const name = id.slice(prefix.length);
      const exported: object = process.getBuiltinModule(name) ?? {};
      const names = Object.entries(Object.getOwnPropertyDescriptors(exported))
        .filter(([, { value }]) =>
          seldom.has(name) ? typeof value === 'function' : value !== undefined,
        )
        .map(([each]) => each);
      const whole = `process.getBuiltinModule('${name}')`;
      if (seldom.has(name)) {
        const asked = names.map((each) =>
          /^[A-Z]/.test(each)
            ? `export function ${each}(...given) { return new (${whole}.${each})(...given); }`
            : `export const ${each} = (...given) => ${whole}.${each}(...given);`,
        );
        return `export default new Proxy({}, { get: (_, each) => ${whole}[each] });
          ${asked.join('\n')}`;
      }
      // What nobody imports is not looked at.
      const read = names.map(
        (each) => `export const ${each} = /* @__PURE__ */ (() => whole.${each})();`,
      );
      return `const whole = ${whole};
        export default whole;
        ${read.join('\n')}`;
    },
  };
}

/**
 * Of axios only its way over `node:http`, and no forms: looking for the browser's classes takes up the whole fetch as well,
 * forms bring every media type there is, and HTTP/2, which is asked for nowhere, takes as long as all of HTTP/1.1.
 */
function leanAxios(): Plugin {
  const without = [
    [
      '/axios/lib/utils.js',
      "typeof G.FormData !== 'undefined' ? G.FormData : undefined",
      'undefined',
    ],
    ['/axios/lib/adapters/http.js', "import http2 from 'http2';", 'const http2 = null;'],
    ['/axios/lib/helpers/Http2Sessions.js', "import http2 from 'http2';", 'const http2 = null;'],
  ] as const;
  return {
    name: 'lean-axios',
    enforce: 'pre',
    load: (id) =>
      /\/axios\/lib\/(adapters\/(fetch|xhr)|platform\/node\/classes\/FormData)\.js$/.test(id)
        ? 'export const getFetch = () => null; export default null;'
        : null,
    transform(code, id) {
      const found = without.find(([file]) => id.endsWith(file));
      if (found === undefined) return null;
      const [, what, instead] = found;
      if (!code.includes(what)) this.error(`axios has no "${what}" any more`);
      return { code: code.replace(what, instead), map: null }; // in the same line
    },
  };
}

/** Of SQLite only what finds its native code stays outside: a dozen small files are found and read again by each start. */
function sqliteInside(): Plugin {
  return {
    name: 'sqlite-inside',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/better-sqlite3/lib/binding.js')
        ? `import { createRequire } from 'node:module';
          import { join } from 'node:path';
          const outside = createRequire(import.meta.url);
          export const getBinding = (given) => {
            const folder = join(outside.resolve('better-sqlite3/package.json'), '..');
            return outside(join(folder, 'lib/binding.js')).getBinding(given);
          };`
        : null,
  };
}

function escapedLetter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** One letter beyond ASCII makes a program of two bytes a letter, which is read and kept at twice the cost. */
function asciiCode(): Plugin {
  return {
    name: 'ascii-code',
    generateBundle(_options, bundle) {
      for (const each of Object.values(bundle)) {
        if (each.type === 'chunk') each.code = each.code.replaceAll(/[^\0-\x7F]/g, escapedLetter);
      }
    },
  };
}

/** What has native code, or reads files that lie beside its own. */
const OUTSIDE = [
  '@napi-rs/blake-hash',
  '@napi-rs/keyring',
  'electron',
  'electron-updater',
  'dejavu-fonts-ttf',
  'pdfkit',
  'swagger-ui-dist',
];

const WORKERS = {
  'certificate-worker': 'src-mock/certificate/certificate-worker.ts',
  'copy-worker': 'src-main/features/evidence/bundle/copy-worker.ts',
  'pdf-worker': 'src-main/features/evidence/check/pdf-worker.ts',
  'read-worker': 'src-main/features/evidence/check/read-worker.ts',
  'drive-worker': 'src-main/platform/disk/drive-worker.ts',
  'digest-worker': 'src-main/digests/digest-worker.ts',
  'hash-worker': 'src-main/digests/hash-worker.ts',
  'keychain-process': 'src-main/session/keychain-process.ts',
  'reading-worker': 'src-main/digests/reading-worker.ts',
  'fingerprint-worker': 'src-main/pipeline/fingerprint/fingerprint-worker.ts',
  'scan-worker': 'src-main/pipeline/scan/scan-worker.ts',
  'small-file-worker': 'src-main/pipeline/upload/form/small-file-worker.ts',
  'watch-worker': 'src-main/pipeline/watch/watch-worker.ts',
};

/** Everything that is loaded at once with one of these modules. What describes schemas for others is none of it. */
function loadedWith(entries: readonly string[]): Rolldown.CodeSplittingNameFunction {
  const found = new Set<string>();
  return (id, graph) => {
    const next = found.size > 0 ? [] : entries.map((entry) => path.resolve(entry));
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      if (found.has(at) || /zod\/v4\/core\/(to-json|json)-schema/.test(at)) continue;
      found.add(at);
      next.push(...(graph.getModuleInfo(at)?.importedIds ?? []));
    }
    return found.has(id) ? 'shared' : null;
  };
}

/** Commands that bring a service, a host or papers of their own along. */
const LARGE_COMMANDS = /serve|mock|doctor|evidence/;

/**
 * Finding and reading a file costs each start half a millisecond, and left alone the modules become a file for each set of
 * commands: 150 for `status`. So what is loaded at once is one file, in layers: each is complete with those before it, what
 * is asked most often has its own, and of the others none is loaded for a part of it alone. What workers load is built apart:
 * each its own and nothing else, many times in a process.
 */
const LAYERS = [
  loadedWith(['src-main/hosts/cli/compiled-code.ts', 'src-main/hosts/cli/help/prepared-help.ts']),
  // Without `start.ts` itself: what waits for its work would wait for itself.
  loadedWith([
    'src-main/hosts/cli/program.ts',
    'src-main/platform/leave-at-once.ts',
    'src-main/platform/threads/worker-thread.ts',
  ]),
  loadedWith([
    'src-main/hosts/cli/application.ts',
    'src-main/hosts/cli/sync/status-command.ts',
    'src-main/hosts/cli/file/file-list-command.ts',
  ]),
  loadedWith([
    'src-main/hosts/cli/own-calls.ts',
    ...['account', 'credit', 'file'].map((noun) => `src-main/use-cases/${noun}-handlers.ts`),
    ...['status', 'credit', 'file'].map((noun) => `src-shared/bridge/${noun}-calls.ts`),
  ]),
  loadedWith(
    fs
      .globSync('src-main/hosts/cli/*/*-command{,s}.ts')
      .filter((file) => !LARGE_COMMANDS.test(file)),
  ),
  loadedWith(['src-main/use-cases/verify-alone.ts']),
  loadedWith(['src-main/app/account.ts', ...fs.globSync('src-shared/bridge/*-calls.ts')]),
].map((name, index, { length }) => ({
  name,
  debugName: `layer ${index + 1}`,
  priority: length - index,
}));

/** What is built for plain Node: ES modules. Packages come inside: finding and reading 200 small files was a third of every start. */
function ofNode(
  input: Readonly<Record<string, string>>,
  chunks: string,
  own: {
    readonly plugins?: readonly Plugin[];
    readonly groups?: typeof LAYERS;
    readonly seldom?: ReadonlySet<string>;
  },
): UserConfig {
  const { plugins = [], groups, seldom = new Set<string>() } = own;
  return {
    logLevel: 'warn',
    plugins: [leanBuiltins(seldom), leanAxios(), sqliteInside(), ...plugins, asciiCode()],
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'out/main',
      emptyOutDir: plugins.length > 0,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        checks: {
          importIsUndefined: false, // what `leanBuiltins` leaves out, and nobody uses
          ineffectiveDynamicImport: false, // the layers say what is loaded together
        },
        input: { ...input },
        // Each file lies flat in out/main, so that `new URL('./migrations/', import.meta.url)` and the workers' paths hold in
        // every chunk.
        output: {
          format: 'es',
          comments: { legal: true, annotation: false, jsdoc: false },
          entryFileNames: '[name].js',
          // What several entries share is named after all of them; the first word is enough.
          chunkFileNames: ({ name }) => `${chunks}-${name.split('~', 1)[0]}-[hash].js`,
          ...(groups === undefined ? {} : { codeSplitting: { groups } }),
        },
      },
    },
  };
}

const main = ofNode(
  {
    cli: 'src-main/hosts/cli/main.ts',
    main: 'src-main/hosts/electron/main.ts',
    mock: 'src-mock/main.ts',
  },
  'chunk',
  { plugins: [carriedFiles(), emptyCodeCache()], groups: LAYERS, seldom: SELDOM },
);

/** One CommonJS file: what runs in the sandbox can require nothing but `electron`. */
const preload = {
  logLevel: 'warn',
  build: {
    ssr: 'src-main/hosts/electron/preload.ts',
    target: 'chrome150',
    outDir: 'out/preload',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'preload.cjs' } },
  },
  ssr: { noExternal: true, external: ['electron'] },
} satisfies UserConfig;

//   --mode workers   adds what runs in threads and processes of its own.
//   --mode preload   builds what the page of the desktop app is given.
export default defineConfig(({ mode }) => {
  if (mode === 'workers') return ofNode(WORKERS, 'part', {});
  return mode === 'preload' ? preload : main;
});
