import { defineConfig, type OxlintConfig, type OxlintOverride } from 'oxlint';

// The walls of ARCHITECTURE.md as lint rules. Each message names the door to use instead, and
// scripts/walls.slow.test.ts plants one violation per room, so that a wall which stops working is noticed.

type Rules = NonNullable<OxlintOverride['rules']>;
type Wall = { readonly regex: string; readonly message: string };

const noElectron: Wall = {
  regex: '^electron(/|$)',
  message: 'the core is plain Node: ask for a port, bind it in host-electron',
};
const noPageNoMock: Wall = {
  regex: '/src-(renderer|mock)/',
  message: 'the page and the mock are out of sight of the core',
};
const hostsSeeTheMockEntry: Wall = {
  regex: '/src-renderer/|/src-mock/.+/',
  message: 'hosts may start the mock through its entry, nothing else',
};

const pageOnly: Wall = {
  regex: '^(node:|electron(/|$)|ws(/|$)|zod$)|/src-(main|mock)/',
  message: 'the page talks through bridge/, and its schemas are zod/mini',
};
const librariesInUi: Wall = {
  regex: '^(react-aria|react-stately|@react-|lucide-react)',
  message: 'wrap it in ui/ first',
};

const PLUGINS = ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest'] as const;

const CORE_ROOMS = [
  'session',
  'sync',
  'transfer',
  'download',
  'mirror',
  'outbox',
  'certificates',
] as const;

/** Time, chance and network reach the engine only as ports, so that a test can play them. */
const portsOnly: Rules = {
  'no-restricted-globals': [
    'error',
    ...['Date', 'setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
      name,
      message: 'take the Clock port; core/ binds the real one',
    })),
    {
      name: 'fetch',
      message: 'it follows redirects: use service/ (axios) or transfer/ (node:http)',
    },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: 'take the Randomness port' },
    { object: 'crypto', property: 'randomUUID', message: 'take the Ids port' },
  ],
};

function walls(...patterns: readonly Wall[]): Rules {
  return { 'no-restricted-imports': ['error', { patterns: [...patterns] }] };
}

function closed(rooms: readonly string[], message: string): Wall {
  return { regex: `^(\\.\\./)+(src-main/)?(${rooms.join('|')})/`, message };
}

const config: OxlintConfig = defineConfig({
  plugins: [...PLUGINS],
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
      files: ['src-shared/**'],
      rules: {
        ...portsOnly,
        'no-restricted-imports': [
          'error',
          {
            paths: [{ name: 'zod', message: 'use zod/mini' }],
            patterns: [
              {
                regex: '^([^.z]|z[^o]|zo[^d]|zod[^/])|/src-(main|renderer|mock)/',
                message: 'src-shared runs anywhere: it imports zod/mini and itself',
              },
            ],
          },
        ],
      },
    },
    { files: ['src-shared/model/time.ts'], rules: { 'no-restricted-globals': 'off' } },
    {
      files: ['src-main/{state,service}/**'],
      env: { node: true },
      rules: {
        ...portsOnly,
        ...walls(
          noElectron,
          noPageNoMock,
          closed(
            [...CORE_ROOMS, 'core', 'host-[a-z]+'],
            'state and service know nothing above them',
          ),
        ),
      },
    },
    ...CORE_ROOMS.map((room) => ({
      files: [`src-main/${room}/**`],
      env: { node: true },
      rules: {
        ...portsOnly,
        ...walls(
          noElectron,
          noPageNoMock,
          closed(
            [...CORE_ROOMS.filter((other) => other !== room), 'core', 'host-[a-z]+'],
            'take it as a port; core/create-core.ts binds it',
          ),
        ),
      },
    })),
    {
      files: ['src-main/{ports,digests}/**'],
      env: { node: true },
      rules: walls(
        noElectron,
        noPageNoMock,
        closed(
          [...CORE_ROOMS, 'state', 'service', 'core', 'host-[a-z]+'],
          'every room may use ports and digests, so these know no room',
        ),
      ),
    },
    {
      files: ['src-main/core/**'],
      env: { node: true },
      rules: walls(
        noElectron,
        noPageNoMock,
        closed(['host-[a-z]+'], 'hosts bind the core, not the other way round'),
      ),
    },
    {
      files: ['src-main/host-{web,cli}/**'],
      env: { node: true },
      rules: walls(
        noElectron,
        hostsSeeTheMockEntry,
        closed(['state', 'service', ...CORE_ROOMS], 'hosts see core/ and the contract'),
      ),
    },
    {
      // Electron's own names are for the entry and the preload; everybody else is given what they need of it.
      files: ['src-main/host-electron/**'],
      env: { node: true },
      rules: walls(
        hostsSeeTheMockEntry,
        closed(['state', 'service', ...CORE_ROOMS], 'hosts see core/ and the contract'),
      ),
    },
    {
      files: ['src-mock/**'],
      env: { node: true },
      rules: walls({
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
        ...walls({
          regex: '^electron(/|$)|/src-(renderer|mock)/|/src-main/host-[a-z]+/',
          message:
            'the simulation plays the core behind its own doors: hosts and the mock are no part of it',
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
        ...walls(pageOnly, librariesInUi),
      },
    },
    {
      files: ['src-renderer/words/**'],
      rules: walls(pageOnly, librariesInUi, {
        regex: '^(\\.\\./)+(ui|bridge|features|app)/',
        message: 'words are said by everybody and know nobody',
      }),
    },
    {
      files: ['src-renderer/ui/**'],
      rules: walls(pageOnly, {
        regex: '^(\\.\\./)+(bridge|features|app)/',
        message: 'ui/ is shown what it shows: it takes props',
      }),
    },
    {
      files: ['src-renderer/bridge/**'],
      rules: walls(pageOnly, librariesInUi, {
        regex: '^(\\.\\./)+(ui|words|features|app)/',
        message: 'the bridge carries facts and shows nothing',
      }),
    },
    {
      files: ['src-renderer/features/**'],
      rules: walls(pageOnly, librariesInUi, {
        regex: '^\\.\\./[a-z]|^(\\.\\./)+app/',
        message: 'features meet in app/; share through ui/, bridge/ or words/',
      }),
    },
    {
      // What tools load, and what stands in for a package that has one.
      files: ['*.config.ts', 'scripts/seeded-fast-check.ts'],
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
        '**/*.contract.ts',
        '**/test-support/**',
        'e2e/**',
        'bench/**',
        'scripts/**',
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
