/**
 * Plants violations in a copy of the configuration and expects the linter and the compiler to report each with its own
 * words: a boundary that stops working would otherwise go unnoticed. Messages are repeated here on purpose.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-boundaries-'));

afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

/** A line of code, and what the linter must say about it; null for a line that is allowed. */
type Line = readonly [code: string, message: string | null];

const ASK_FOR_A_PORT = 'src-main is plain Node: take a port, bind it in hosts/electron';
const NO_PAGE_NO_MOCK = 'src-main imports neither the page nor the mock';
const MOCK_ENTRY = 'hosts may start the mock through its entry, nothing else';
const NO_HOST_NO_MOCK = 'neither hosts nor the mock';
const WIRE_ONLY = 'the mock shares the wire (src-shared/service) and nothing else';
const ANYWHERE =
  'src-shared runs anywhere: it imports zod/mini, @noble/hashes, multiformats, bidi-js, zip.js and itself';
const PAGE_ONLY = 'the page talks through bridge/, and its schemas are zod/mini';
const IN_UI = 'wrap it in ui/ or parts/ first';
const WORDS = 'words/ is imported everywhere and imports nothing of the page';
const TAKES_PROPS = 'ui/ knows no data: it takes props';
const TRANSPORT = 'bridge/ is the transport alone: reading and changing is data/';
const SHOWS_NOTHING = 'data/ reads and changes, and shows nothing';
const SERVES_FEATURES = 'parts/ serves several features and imports none';
const ONLY_ITS_INDEX =
  'of another feature only its index.ts; share through parts/, data/, ui/ or words/';
const CLOCK = 'take the Clock port; app/ binds the real one';
const NO_FETCH = 'it follows redirects: use service/ (axios) or pipeline/upload/wire/ (node:http)';

const PORTS_ONLY: readonly Line[] = [
  ['export const a1 = Date.now();', CLOCK],
  ["export const a2 = new Date('2026-01-01');", CLOCK],
  ['setTimeout(() => a1, 1);', CLOCK],
  ['setInterval(() => a1, 1);', CLOCK],
  ['setImmediate(() => a1);', CLOCK],
  ["export const a3 = fetch('https://example.org');", NO_FETCH],
  ['export const a4 = Math.random();', 'take the Randomness port'],
  ['export const a5 = crypto.randomUUID();', 'take the Ids port'],
  ['export const a6 = Math.max(1, 2);', null],
];
const OWN_TIME: readonly Line[] = [['export const b1 = Date.now();', null]];

/** What each module of src-main may import, and what the linter says of the others. */
const MODULES: Readonly<Record<string, readonly [may: readonly string[], message: string]>> = {
  platform: [[], 'platform/ imports no other module'],
  digests: [['platform'], 'digests/ imports platform/ alone'],
  db: [['platform', 'digests'], 'db/ imports platform/ and digests/ alone'],
  service: [['platform', 'digests'], 'service/ imports platform/ and digests/ alone'],
  session: [['platform', 'digests', 'db', 'service'], 'session/ imports what is below it'],
  'pipeline/upload': [['platform', 'digests', 'db', 'service'], 'take it as a port'],
  features: [
    ['platform', 'digests', 'db', 'service', 'session', 'pipeline'],
    'take it as a parameter; app/ composes features',
  ],
  app: [
    ['platform', 'digests', 'db', 'service', 'session', 'pipeline', 'features'],
    'app/ composes what is below it; hosts bind it',
  ],
  'use-cases': [['platform', 'pipeline', 'features', 'app'], 'use-cases/ works with the account'],
  'hosts/cli': [['platform', 'app', 'use-cases'], 'hosts make calls: use-cases/'],
  'hosts/web': [['platform', 'features', 'app', 'use-cases'], 'hosts make calls: use-cases/'],
  'hosts/electron': [['platform', 'features', 'app', 'use-cases'], 'hosts make calls: use-cases/'],
};
const NAMES = [...new Set(Object.keys(MODULES).map((name) => name.split('/')[0] ?? ''))];
const TAKES_PORTS = new Set(['db', 'service', 'session', 'pipeline/upload']);
const STAGES = 'common watch settle fingerprint scan decide check spend upload'.split(' ');
const LATER_STAGES = ['confirm', 'certify', 'run'];

/** Imports that the boundary refuses, or lets through when there is no message. */
function imports(specifiers: readonly string[], message: string | null): Line[] {
  return specifiers.map((specifier) => [`import '${specifier}';`, message]);
}

const inThePage: readonly Line[] = [
  ...OWN_TIME,
  ...imports(['node:fs', 'electron', 'ws', 'zod'], PAGE_ONLY),
  ...imports(['../../src-main/app/planted.ts', '../../src-mock/main.ts'], PAGE_ONLY),
];
const PLANTED: Readonly<Record<string, readonly Line[]>> = {
  'src-verify/planted.ts': [
    ...imports(
      [
        'node:fs',
        '../src-main/app/planted.ts',
        '../src-mock/planted.ts',
        '../src-renderer/planted.ts',
      ],
      'takes modules of src-shared alone',
    ),
    ...imports(['../src-shared/planted.ts', './element.ts'], null),
  ],
  'src-shared/model/planted.ts': [
    ...PORTS_ONLY,
    ...imports(['zod'], 'use zod/mini'),
    ...imports(
      ['axios', '@xyflow/react', 'node:fs', 'electron', '../../src-main/app/planted.ts'],
      ANYWHERE,
    ),
    ...imports(['zod/mini', './result.ts', '../service/limits.ts'], null),
  ],
  'src-shared/model/text/time.ts': OWN_TIME,
  'simulation/planted.ts': [
    ...PORTS_ONLY,
    ...imports(['../src-mock/main.ts', '../src-main/hosts/cli/main.ts'], NO_HOST_NO_MOCK),
    ...imports(['../src-main/app/account.ts', '../src-shared/model/result.ts'], null),
  ],
  'src-mock/resources/planted.ts': [
    ...OWN_TIME,
    ...imports(['electron', '../../src-main/app/planted.ts'], WIRE_ONLY),
    ...imports(['../../src-shared/model/result.ts', '../../src-shared/bridge/calls.ts'], WIRE_ONLY),
    ...imports(['../../src-shared/service/files.ts', 'node:http', '../http/answer.ts'], null),
  ],
  'src-renderer/words/planted.ts': [
    ...inThePage,
    ...imports(['react-aria-components'], IN_UI),
    ...imports(['../ui/planted.tsx', '../app/planted.tsx'], WORDS),
    ...imports(['react', '../../src-shared/model/result.ts'], null),
  ],
  'src-renderer/ui/planted.ts': [
    ...inThePage,
    ...imports(['../data/planted.ts', '../features/files/planted.tsx'], TAKES_PROPS),
    ...imports(['react-aria-components', 'lucide-react', '../words/en.ts'], null),
  ],
  'src-renderer/bridge/planted.ts': [
    ...inThePage,
    ...imports(['lucide-react'], IN_UI),
    ...imports(['../ui/planted.tsx', '../words/en.ts', '../data/planted.tsx'], TRANSPORT),
    ...imports(['zustand', 'zod/mini', '../../src-shared/bridge/calls.ts'], null),
  ],
  'src-renderer/data/planted.ts': [
    ...inThePage,
    ...imports(['lucide-react'], IN_UI),
    ...imports(['../ui/planted.tsx', '../words/en.ts', '../app/planted.tsx'], SHOWS_NOTHING),
    ...imports(['zustand', '../bridge/planted.ts'], null),
  ],
  'src-renderer/parts/planted.ts': [
    ...inThePage,
    ...imports(['../features/files/planted.tsx', '../app/planted.tsx'], SERVES_FEATURES),
    ...imports(['react-aria-components', '../ui/planted.tsx', '../data/planted.ts'], null),
  ],
  'src-renderer/features/files/planted.ts': [
    ...inThePage,
    ...imports(['react-aria-components', 'lucide-react', 'recharts'], IN_UI),
    ...imports(['../session/planted.tsx', '../../app/planted.tsx'], ONLY_ITS_INDEX),
    ...imports(
      ['../evidence/index.ts', './other.ts', '../../ui/planted.tsx', '../../words/en.ts'],
      null,
    ),
    ...imports(['../../bridge/planted.ts', '../../../src-shared/model/result.ts'], null),
  ],
  'src-renderer/app/planted.ts': [
    ...inThePage,
    ...imports(['react-aria-components'], IN_UI),
    ...imports(['../features/files/planted.tsx', '../ui/planted.tsx'], null),
  ],
  'src-main/db/planted.test.ts': [
    ...OWN_TIME,
    ...imports(['../app/planted.ts', '../../src-mock/main.ts'], null),
  ],
};

function moduleFile(folder: string): [string, readonly Line[]] {
  const [may, message] = MODULES[folder] ?? [[], ''];
  const [name = '', inside] = folder.split('/');
  const up = inside === undefined ? '../' : '../../';
  const refused = NAMES.filter((each) => each !== name && !may.includes(each));
  const isHost = name === 'hosts';
  return [
    `src-main/${folder}/planted.ts`,
    [
      ...(TAKES_PORTS.has(folder) ? PORTS_ONLY : OWN_TIME),
      ...imports(['electron'], folder === 'hosts/electron' ? null : ASK_FOR_A_PORT),
      ...imports(
        [`${up}../src-renderer/app/shell/shell.tsx`],
        isHost ? MOCK_ENTRY : NO_PAGE_NO_MOCK,
      ),
      ...imports([`${up}../src-mock/http/answer.ts`], isHost ? MOCK_ENTRY : NO_PAGE_NO_MOCK),
      ...imports([`${up}../src-mock/main.ts`], isHost ? null : NO_PAGE_NO_MOCK),
      ...imports(
        refused.map((each) => `${up}${each}/planted.ts`),
        message,
      ),
      ...imports(
        refused.map((each) => `${up}../src-main/${each}/planted.ts`),
        message,
      ),
      ...imports(
        may.map((each) => `${up}${each}/planted.ts`),
        null,
      ),
      ...imports(['electronic', 'node:fs', './neighbour.ts'], null),
    ],
  ];
}

const stageFile: [string, readonly Line[]] = [
  'src-main/pipeline/upload/wire/planted.ts',
  [
    ...imports(
      STAGES.map((stage) => `../../${stage}/planted.ts`),
      null,
    ),
    ...imports(
      LATER_STAGES.map((stage) => `../../${stage}/planted.ts`),
      'comes before it',
    ),
    ["export { other } from '../../run/planted.ts';", 'comes before it'],
    ["export const late = import('../../../features/planted.ts');", 'take it as a port'],
  ],
];
const planted = [...Object.entries(PLANTED), ...Object.keys(MODULES).map(moduleFile), stageFile];

const COPIED = fs
  .readdirSync(root)
  .filter((name) => /^(oxlint\.config\.ts|tsconfig(\.\w+)?\.json)$/.test(name));

interface Diagnostic {
  readonly message: string;
  readonly help?: string;
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** Runs a program of node_modules in the copy; its findings are on stdout whatever its exit code. */
function runInCopy(program: string, args: readonly string[]): Promise<string> {
  const file = path.join(root, 'node_modules', '.bin', program);
  return new Promise((resolve) => {
    execFile(file, args, { cwd: copy, maxBuffer: 2 ** 26 }, (_failure, stdout) => resolve(stdout));
  });
}

function plant(file: string, code: string): void {
  fs.mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
  fs.writeFileSync(path.join(copy, file), code);
}

/** Modules by name, and whether one is called after what it exports. */
const NAMED: Readonly<Record<string, readonly [code: string, isCalledAfterIt: boolean]>> = {
  'round-trip': ['export const makeSnapshot = 1;\n', false],
  'insert-rows': ['export function makeInsertion() {}\n', true],
  place: ['export type Place = string;\nexport const isKnown = true;\n', true],
  figures: ['export const first = 1;\nexport const last = 2;\n', true],
};

let diagnostics: readonly Diagnostic[] = [];
let misnamed: readonly string[] = [];

beforeAll(async () => {
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  for (const name of COPIED) fs.copyFileSync(path.join(root, name), path.join(copy, name));
  fs.cpSync(path.join(root, 'scripts', 'lint'), path.join(copy, 'scripts', 'lint'), {
    recursive: true,
  });
  for (const [file, lines] of planted) plant(file, lines.map(([code]) => `${code}\n`).join(''));
  for (const [name, [code]] of Object.entries(NAMED)) plant(`src-shared/named/${name}.ts`, code);
  const report = JSON.parse(await runInCopy('oxlint', ['--format', 'json'])) as {
    readonly diagnostics: readonly Diagnostic[];
  };
  diagnostics = report.diagnostics.filter(({ code }) => /no-restricted-/.test(code));
  misnamed = report.diagnostics
    .filter(({ code }) => code === 'labseal(called-after-export)')
    .map(({ filename }) => path.parse(filename).name)
    .filter((name) => name in NAMED);
}, 60_000);

describe('the linter', () => {
  test.for(planted)('keeps the boundaries of %s', ([file, lines]) => {
    const found = diagnostics
      .filter(({ filename }) => filename === file)
      .map(({ labels, message, help }) => ({
        line: labels[0]?.span.line ?? 0,
        words: `${message} ${help ?? ''}`,
      }));
    const seen = lines.map(([code, message], index) => {
      const words = found.filter(({ line }) => line === index + 1).map((each) => each.words);
      if (words.length === 0) return [code, null];
      return [
        code,
        words.find((each) => message !== null && each.includes(message)) ? message : words[0],
      ];
    });
    expect(seen).toEqual(lines);
  });

  test('wants a module called after the one value that it exports', () => {
    const names = Object.keys(NAMED).filter((name) => NAMED[name]?.[1] === false);
    expect(misnamed).toEqual(names);
  });

  test('reports nothing outside the planted lines, and a good number of them', () => {
    const expected = planted.flatMap(([, lines]) =>
      lines.filter(([, message]) => message !== null),
    );
    expect(diagnostics).toHaveLength(expected.length);
    expect(expected.length).toBeGreaterThan(150);
  });
});

describe('the compiler', () => {
  test('knows no Node in src-shared and src-renderer, and no page in src-main and src-mock', async () => {
    const node = 'export const pid = process.pid;\n';
    const page = 'export const title = document.title + window.location.href;\n';
    const module = "import fs from 'node:fs';\nexport const read = fs.readFileSync;\n";
    const code: Readonly<Record<string, string>> = {
      'src-shared/node-name.ts': node,
      'src-shared/node-module.ts': module,
      'src-shared/page-name.ts': page,
      'src-main/page-name.ts': page,
      'src-mock/page-name.ts': page,
      'src-renderer/node-name.ts': node,
      // At home:
      'src-renderer/page-name.ts': page,
      'src-main/node-name.ts': node,
      'src-mock/node-name.ts': node,
    };
    for (const [file] of planted) fs.rmSync(path.join(copy, file));
    for (const [file, text] of Object.entries(code)) plant(file, text);
    const references = ['shared', 'mock', 'main', 'renderer'].map((name) => ({
      path: `./tsconfig.${name}.json`,
    }));
    plant('tsconfig.json', JSON.stringify({ files: [], references }));
    const output = await runInCopy('tsc', ['-b', '--pretty', 'false']);
    const refused = [...output.matchAll(/^(src-[\w/.-]+)\(\d+,\d+\): error (TS\d+)/gm)];
    expect(new Set(refused.map(([, file]) => file))).toEqual(
      new Set(Object.keys(code).slice(0, 6)),
    );
  });
});
