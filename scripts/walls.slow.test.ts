/**
 * Plants violations in a copy of the configuration and expects the linter and the compiler to report each with its own
 * words: a wall that stops working would otherwise go unnoticed. Messages are repeated here on purpose.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-walls-'));

afterAll(() => fs.rmSync(copy, { recursive: true, force: true }));

/** A line of code, and what the linter must say about it; null for a line that is allowed. */
type Line = readonly [code: string, message: string | null];

const ASK_FOR_A_PORT = 'the core is plain Node: ask for a port, bind it in host-electron';
const OUT_OF_SIGHT = 'the page and the mock are out of sight of the core';
const TAKE_A_PORT = 'take it as a port; core/create-core.ts binds it';
const NOTHING_ABOVE = 'state and service know nothing above them';
const KNOWS_NO_ROOM = 'every room may use ports and digests, so these know no room';
const HOSTS_BIND = 'hosts bind the core, not the other way round';
const HOSTS_SEE = 'hosts see core/ and the contract';
const MOCK_ENTRY = 'hosts may start the mock through its entry, nothing else';
const NO_HOST_NO_MOCK = 'hosts and the mock are no part of it';
const WIRE_ONLY = 'the mock shares the wire (src-shared/service) and nothing else';
const ANYWHERE = 'src-shared runs anywhere: it imports zod/mini and itself';
const PAGE_ONLY = 'the page talks through bridge/, and its schemas are zod/mini';
const IN_UI = 'wrap it in ui/ first';
const WORDS = 'words are said by everybody and know nobody';
const TAKES_PROPS = 'ui/ is shown what it shows: it takes props';
const SHOWS_NOTHING = 'the bridge carries facts and shows nothing';
const MEET_IN_APP = 'features meet in app/; share through ui/, bridge/ or words/';
const CLOCK = 'take the Clock port; core/ binds the real one';
const NO_FETCH = 'it follows redirects: use service/ (axios) or transfer/ (node:http)';

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

const CORE_ROOMS = ['session', 'sync', 'transfer', 'mirror', 'outbox', 'certificates'];
const HOSTS = ['host-cli', 'host-web', 'host-electron'];
const ALL_ROOMS = [...CORE_ROOMS, 'state', 'service', 'core', ...HOSTS];

/** Imports of a room that the wall refuses, or lets through when there is no message. */
function imports(specifiers: readonly string[], message: string | null): Line[] {
  return specifiers.map((specifier) => [`import '${specifier}';`, message]);
}

const inTheCore: readonly Line[] = [
  ...imports(['electron', 'electron/main'], ASK_FOR_A_PORT),
  ...imports(['../../src-renderer/app/shell.tsx', '../../src-mock/main.ts'], OUT_OF_SIGHT),
  ...imports(['electronic', 'node:fs', '../ports/clock.ts'], null),
  ...imports(['../../src-shared/model/result.ts', './neighbour.ts'], null),
];
const inThePage: readonly Line[] = [
  ...OWN_TIME,
  ...imports(['node:fs', 'electron', 'ws', 'zod'], PAGE_ONLY),
  ...imports(['../../src-main/core/planted.ts', '../../src-mock/main.ts'], PAGE_ONLY),
];
const otherRooms = (room: string) => CORE_ROOMS.filter((other) => other !== room);
const door = (room: string) => `../${room}/planted.ts`;

/** The same room by the long way round. */
const longWay = (room: string) => `../../src-main/${room}/planted.ts`;

const PLANTED: Readonly<Record<string, readonly Line[]>> = {
  'src-shared/model/planted.ts': [
    ...PORTS_ONLY,
    ...imports(['zod'], 'use zod/mini'),
    ...imports(['axios', 'node:fs', 'electron', '../../src-main/core/planted.ts'], ANYWHERE),
    ...imports(['zod/mini', './result.ts', '../service/limits.ts'], null),
  ],
  'src-shared/model/time.ts': OWN_TIME,
  'src-main/core/planted.ts': [
    ...OWN_TIME,
    ...inTheCore,
    ...imports(HOSTS.map(door), HOSTS_BIND),
    ...imports([...CORE_ROOMS, 'state', 'service'].map(door), null),
  ],
  'src-main/ports/planted.ts': [...inTheCore, ...imports(ALL_ROOMS.map(door), KNOWS_NO_ROOM)],
  'src-main/digests/planted.ts': [...inTheCore, ...imports(ALL_ROOMS.map(door), KNOWS_NO_ROOM)],
  'simulation/planted.ts': [
    ...PORTS_ONLY,
    ...imports(['../src-mock/main.ts', '../src-main/host-cli/main.ts'], NO_HOST_NO_MOCK),
    ...imports(['../src-main/core/account.ts', '../src-shared/model/result.ts'], null),
  ],
  'src-mock/resources/planted.ts': [
    ...OWN_TIME,
    ...imports(['electron', '../../src-main/core/planted.ts'], WIRE_ONLY),
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
    ...imports(['../bridge/planted.ts', '../features/files/planted.tsx'], TAKES_PROPS),
    ...imports(['react-aria-components', 'lucide-react', '../words/en.ts'], null),
  ],
  'src-renderer/bridge/planted.ts': [
    ...inThePage,
    ...imports(['lucide-react'], IN_UI),
    ...imports(['../ui/planted.tsx', '../words/en.ts', '../app/planted.tsx'], SHOWS_NOTHING),
    ...imports(['zustand', 'zod/mini', '../../src-shared/bridge/calls.ts'], null),
  ],
  'src-renderer/features/files/planted.ts': [
    ...inThePage,
    ...imports(['react-aria-components', 'lucide-react'], IN_UI),
    ...imports(['../session/planted.tsx', '../../app/planted.tsx'], MEET_IN_APP),
    ...imports(['react-router', './other.ts', '../../ui/planted.tsx', '../../words/en.ts'], null),
    ...imports(['../../bridge/planted.ts', '../../../src-shared/model/result.ts'], null),
  ],
  'src-renderer/app/planted.ts': [
    ...inThePage,
    ...imports(['react-aria-components'], IN_UI),
    ...imports(['../features/files/planted.tsx', '../ui/planted.tsx'], null),
  ],
  'src-main/sync/planted.test.ts': [
    ...OWN_TIME,
    ...imports([door('transfer'), '../../src-mock/main.ts'], null),
  ],
};

const roomFiles: [string, readonly Line[]][] = [
  ...['state', 'service'].map((room): [string, readonly Line[]] => [
    `src-main/${room}/planted.ts`,
    [
      ...PORTS_ONLY,
      ...inTheCore,
      ...imports([...CORE_ROOMS, 'core', ...HOSTS].map(door), NOTHING_ABOVE),
    ],
  ]),
  ...CORE_ROOMS.map((room): [string, readonly Line[]] => [
    `src-main/${room}/planted.ts`,
    [
      ...PORTS_ONLY,
      ...inTheCore,
      ...imports([...otherRooms(room), 'core', ...HOSTS].map(door), TAKE_A_PORT),
      ...imports(otherRooms(room).map(longWay), TAKE_A_PORT),
      [`export { other } from '${door(otherRooms(room)[0] ?? '')}';`, TAKE_A_PORT],
      [`export const late = import('${door('core')}');`, TAKE_A_PORT],
      ...imports(['../state/planted.ts', '../service/planted.ts', `../${room}/other.ts`], null),
    ],
  ]),
  ...['host-cli', 'host-web'].map((room): [string, readonly Line[]] => [
    `src-main/${room}/planted.ts`,
    [
      ...OWN_TIME,
      ...imports(['electron'], ASK_FOR_A_PORT),
      ...imports(['../../src-renderer/app/shell.tsx'], MOCK_ENTRY),
      ...imports(['../../src-mock/http/answer.ts'], MOCK_ENTRY),
      ...imports([...CORE_ROOMS, 'state', 'service'].map(door), HOSTS_SEE),
      ...imports(['../core/planted.ts', '../../src-mock/main.ts'], null),
    ],
  ]),
  [
    'src-main/host-electron/planted.ts',
    [
      ...OWN_TIME,
      ...imports(['../../src-renderer/app/shell.tsx'], MOCK_ENTRY),
      ...imports([...CORE_ROOMS, 'state', 'service'].map(door), HOSTS_SEE),
      ...imports(['electron', '../core/planted.ts', '../host-web/planted.ts'], null),
    ],
  ],
];
const planted = [...Object.entries(PLANTED), ...roomFiles];

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

let diagnostics: readonly Diagnostic[] = [];

beforeAll(async () => {
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  for (const name of COPIED) fs.copyFileSync(path.join(root, name), path.join(copy, name));
  for (const [file, lines] of planted) plant(file, lines.map(([code]) => `${code}\n`).join(''));
  const report = JSON.parse(await runInCopy('oxlint', ['--format', 'json'])) as {
    readonly diagnostics: readonly Diagnostic[];
  };
  diagnostics = report.diagnostics.filter(({ code }) => /no-restricted-/.test(code));
}, 60_000);

describe('the linter', () => {
  test.for(planted)('keeps the walls of %s', ([file, lines]) => {
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
