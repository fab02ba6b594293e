import { defineConfig, type OxlintConfig, type OxlintOverride } from 'oxlint';

// The import boundaries of ARCHITECTURE.md as lint rules. Each message names the module to use instead, and
// scripts/import-boundaries.slow.test.ts plants violations, so that a boundary which stops working is noticed.

type Rules = NonNullable<OxlintOverride['rules']>;
type Boundary = {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
};

const noElectron: Boundary = {
  regex: '^electron(/|$)',
  message: 'src-main is plain Node: take a port, bind it in hosts/electron',
};
const noPageNoMock: Boundary = {
  regex: '/src-(renderer|mock)/',
  message: 'src-main imports neither the page nor the mock',
};
const hostsSeeTheMockEntry: Boundary = {
  regex: '/src-renderer/|/src-mock/.+/',
  message: 'hosts may start the mock through its entry, nothing else',
};

const pageOnly: Boundary = {
  regex: '^(node:|electron(/|$)|ws(/|$)|zod$)|/src-(main|mock)/',
  message: 'the page talks through bridge/, and its schemas are zod/mini',
};
const librariesInUi: Boundary = {
  regex: '^(react-aria|react-stately|@react-|lucide-react|recharts)',
  message: 'wrap it in ui/ or parts/ first',
};

const PLUGINS = ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest'] as const;

/** The modules of src-main, in the direction of their imports: each may import those before it, as `MAY_IMPORT` says. */
const MODULES = [
  'platform',
  'digests',
  'db',
  'service',
  'session',
  'pipeline',
  'features',
  'app',
  'use-cases',
  'hosts',
] as const;
type Module = (typeof MODULES)[number];

const MAY_IMPORT: Readonly<Record<Module, readonly Module[]>> = {
  platform: [],
  digests: ['platform'],
  db: ['platform', 'digests'],
  service: ['platform', 'digests'],
  session: ['platform', 'digests', 'db', 'service'],
  pipeline: ['platform', 'digests', 'db', 'service'],
  features: ['platform', 'digests', 'db', 'service', 'session', 'pipeline'],
  app: ['platform', 'digests', 'db', 'service', 'session', 'pipeline', 'features'],
  'use-cases': ['platform', 'pipeline', 'features', 'app'],
  hosts: ['platform', 'features', 'app', 'use-cases'],
};

const INSTEAD: Readonly<Record<Module, string>> = {
  platform: 'platform/ imports no other module',
  digests: 'digests/ imports platform/ alone',
  db: 'db/ imports platform/ and digests/ alone',
  service: 'service/ imports platform/ and digests/ alone',
  session: 'session/ imports what is below it: db/, service/, platform/, digests/',
  pipeline: 'take it as a port of pipeline/common/ports.ts; app/ binds it',
  features: 'take it as a parameter; app/ composes features',
  app: 'app/ composes what is below it; hosts bind it',
  'use-cases': 'use-cases/ works with the account: features/ and app/',
  hosts: 'hosts make calls: use-cases/',
};

/** The stages of the pipeline: each calls those before it, and knows types alone of the others, which run/ hands to it. */
const STAGES = [
  'common',
  'watch',
  'settle',
  'fingerprint',
  'scan',
  'decide',
  'check',
  'spend',
  'upload',
  'confirm',
  'certify',
  'run',
];

/** Time, chance and network reach the engine only as ports, so that a test can play them. */
const portsOnly: Rules = {
  'no-restricted-globals': [
    'error',
    ...['Date', 'setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
      name,
      message: 'take the Clock port; app/ binds the real one',
    })),
    {
      name: 'fetch',
      message: 'it follows redirects: use service/ (axios) or pipeline/upload/wire/ (node:http)',
    },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: 'take the Randomness port' },
    { object: 'crypto', property: 'randomUUID', message: 'take the Ids port' },
  ],
};

/** What runs on time, chance and network that a test can play. */
const TAKES_PORTS: ReadonlySet<Module> = new Set(['db', 'service', 'session', 'pipeline']);
const LATER_STAGE = 'move the shared part to an earlier stage, or take it as a parameter';

function boundaries(...patterns: readonly Boundary[]): Rules {
  return { 'no-restricted-imports': ['error', { patterns: [...patterns] }] };
}

/** No import of these folders of `above`, by whatever relative way. */
function closed(folders: readonly string[], message: string, above = 'src-main'): Boundary {
  return { regex: `^(\\.\\./)+(${above}/)?(${folders.join('|')})/`, message };
}

/** `also`: what is closed in a part of the module alone. */
function boundariesOf(module: Module, also: readonly string[] = []): readonly Boundary[] {
  const outside = MODULES.filter((each) => each !== module && !MAY_IMPORT[module].includes(each));
  const others = [...outside, ...also];
  return module === 'hosts'
    ? [hostsSeeTheMockEntry, closed(others, INSTEAD[module])]
    : [noElectron, noPageNoMock, closed(others, INSTEAD[module])];
}

const config: OxlintConfig = defineConfig({
  plugins: [...PLUGINS],
  jsPlugins: ['./scripts/lint/called-after-export.ts'],
  options: { typeAware: true, typeCheck: false, denyWarnings: true },
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  env: { builtin: true, es2024: true },
  ignorePatterns: ['out/**', 'release/**', '.tsbuild/**', 'node_modules/**'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'oxc/no-barrel-file': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'no-underscore-dangle': ['error', { allow: ['_writeRaw', '_default'] }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
    // It takes a promise that a function returns for a forgotten one; no-floating-promises finds those.
    'vitest/require-awaited-expect-poll': 'off',
    // Off, each for a reason: order matters in almost every loop of ours; namespaces of zod and fast-check are
    // meant to be used as such; workers have no target origin; parsed rows are asserted after their schema ran.
    'no-await-in-loop': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-post-message-target-origin': 'off',
  },
  overrides: [
    {
      files: ['{src-*,scripts,bench,simulation}/**'],
      excludeFiles: ['**/seeded-fast-check.ts'], // it stands in for a package
      rules: { 'labseal/called-after-export': 'error' },
    },
    {
      files: ['src-shared/**'],
      rules: {
        ...portsOnly,
        'no-restricted-imports': [
          'error',
          {
            paths: [{ name: 'zod', message: 'use zod/mini' }],
            patterns: [
              {
                // The linter's expressions know no lookahead, and take one for nothing.
                regex:
                  '^([^.z@mb]|z[^o]|zo[^d]|zod[^/]|@[^nz]|@n[^o]|@z[^i]|@zi[^p]|m[^u]|mu[^l]|mul[^t]|b[^i]|bi[^d]|bid[^i])|/src-(main|renderer|mock)/',
                message:
                  'src-shared runs anywhere: it imports zod/mini, @noble/hashes, multiformats, bidi-js, zip.js and itself',
              },
            ],
          },
        ],
      },
    },
    { files: ['src-shared/model/text/time.ts'], rules: { 'no-restricted-globals': 'off' } },
    ...MODULES.filter((module) => module !== 'pipeline').map((module) => ({
      files: [`src-main/${module}/**`],
      env: { node: true },
      rules: {
        ...(TAKES_PORTS.has(module) ? portsOnly : {}),
        ...boundaries(...boundariesOf(module)),
      },
    })),
    ...STAGES.map((stage, index) => {
      const later = STAGES.slice(index + 1);
      const message = `${stage}/ comes before it in the pipeline: ${LATER_STAGE}`;
      return {
        files: [`src-main/pipeline/${stage}/**`],
        env: { node: true },
        rules: {
          ...portsOnly,
          ...boundaries(
            ...boundariesOf('pipeline'),
            ...(later.length > 0
              ? [{ ...closed(later, message, 'src-main/pipeline'), allowTypeImports: true }]
              : []),
          ),
        },
      };
    }),
    {
      // Electron's own names are for hosts/electron, whose entry and preload hand on what others need of it.
      files: ['src-main/hosts/{cli,web,desktop}/**'],
      env: { node: true },
      rules: boundaries(noElectron, ...boundariesOf('hosts')),
    },
    {
      // A command turns options into calls and answers into words.
      files: ['src-main/hosts/cli/**'],
      env: { node: true },
      rules: boundaries(noElectron, ...boundariesOf('hosts', ['features'])),
    },
    {
      // Its tests may look at what was written.
      files: ['src-main/hosts/cli/**/*.test.ts'],
      env: { node: true },
      rules: boundaries(noElectron, ...boundariesOf('hosts')),
    },
    {
      files: ['src-mock/**'],
      env: { node: true },
      rules: boundaries({
        regex: '^electron(/|$)|/src-(main|renderer)/|/src-shared/(model|bridge)/',
        message: 'the mock shares the wire (src-shared/service) and nothing else',
      }),
    },
    {
      // A simulated world has its own time and chance, or it could not be played again.
      files: ['simulation/**'],
      env: { node: true },
      rules: {
        ...portsOnly,
        ...boundaries({
          regex: '^electron(/|$)|/src-(renderer|mock)/|/src-main/hosts/',
          message: 'the simulation plays src-main below its hosts: neither hosts nor the mock',
        }),
      },
    },
    { files: ['simulation/service/http-date.ts'], rules: { 'no-restricted-globals': 'off' } },
    {
      files: ['src-renderer/**'],
      env: { browser: true },
      plugins: [...PLUGINS, 'react', 'jsx-a11y'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        // The compiler writes the import; a component is a function, and its props are typed.
        'react/react-in-jsx-scope': 'off',
        ...boundaries(pageOnly, librariesInUi),
      },
    },
    {
      // It runs in any browser.
      files: ['src-verify/**'],
      env: { browser: true },
      rules: boundaries({
        regex: '^node:|/src-(main|mock|renderer)/',
        message: 'the page without Labseal takes modules of src-shared alone',
      }),
    },
    {
      files: ['src-renderer/words/**'],
      rules: boundaries(pageOnly, librariesInUi, {
        regex: '^(\\.\\./)+(ui|parts|bridge|data|features|app)/',
        message: 'words/ is imported everywhere and imports nothing of the page',
      }),
    },
    {
      files: ['src-renderer/ui/**'],
      rules: boundaries(pageOnly, {
        regex: '^(\\.\\./)+(parts|bridge|data|features|app)/',
        message: 'ui/ knows no data: it takes props',
      }),
    },
    {
      files: ['src-renderer/bridge/**'],
      rules: boundaries(pageOnly, librariesInUi, {
        regex: '^(\\.\\./)+(ui|parts|words|data|features|app)/',
        message: 'bridge/ is the transport alone: reading and changing is data/',
      }),
    },
    {
      files: ['src-renderer/data/**'],
      rules: boundaries(pageOnly, librariesInUi, {
        regex: '^(\\.\\./)+(ui|parts|words|features|app)/',
        message: 'data/ reads and changes, and shows nothing',
      }),
    },
    {
      files: ['src-renderer/parts/**'],
      rules: boundaries(pageOnly, {
        regex: '^(\\.\\./)+(features|app)/',
        message: 'parts/ serves several features and imports none',
      }),
    },
    {
      files: ['src-renderer/features/**'],
      rules: boundaries(pageOnly, librariesInUi, {
        regex: '^\\.\\./[a-z-]+/([^i]|i[^n]|in[^d])|^(\\.\\./)+app/',
        message: 'of another feature only its index.ts; share through parts/, data/, ui/ or words/',
      }),
    },
    {
      // What tools load, and what stands in for a package that has one.
      files: [
        '*.config.ts',
        'scripts/seeded-fast-check.ts',
        'scripts/lint/**',
        'e2e/support/effort-reporter.ts',
        'e2e/support/make-ready.ts',
      ],
      env: { node: true },
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // A fixture that uses no other one is written this way.
      files: ['e2e/**/support/**'],
      rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
    },
    {
      files: [
        '**/*.test.{ts,tsx}',
        '**/test-support/**',
        'e2e/**',
        'bench/**',
        'scripts/**',
        'build/**',
      ],
      env: { vitest: true, node: true },
      rules: {
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
      },
    },
  ],
});

export default config;
