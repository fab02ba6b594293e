import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const files = Object.values(scripts).flatMap(
  (line) => /\bnode (\S+\.(?:ts|mjs))/.exec(line)?.[1] ?? [],
);
const takingOptions = [...new Set(files)].filter((file) =>
  fs.readFileSync(file, 'utf8').includes('parseArgs('),
);

test.each(takingOptions)('%s --help says how it is called, and does nothing else', async (file) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, '--help']);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/npm |node /);
  expect(stdout).not.toMatch(/^ *\*/m);
});
