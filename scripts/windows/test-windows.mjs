/**
 * `npm run test:windows`: the quick tests, and of the slow ones what needs a process, on the Windows build of Node. Where there is
 * none, it says why and is no failure. `-- FILTER…` runs the tests whose paths contain one of these alone.
 */
import fs from 'node:fs';
import path from 'node:path';
import { run, say } from '../command.mjs';
import { closingLine, countTests, failureLines, readReports } from '../test-summary.mjs';
import { whyNoWindows, windowsEnv, windowsNode } from './windows-node.mjs';

/** Processes, locks, watchers, sockets and the command line; the rest of the slow tests is the same on every system. */
const SLOW = [
  'src-main/db',
  'src-main/platform',
  'src-main/pipeline/watch',
  'src-main/features/outbox/crash',
  'src-main/hosts/cli/program',
  'src-main/hosts/cli/beside-running',
];
const REPORTS = 'test-results/windows';

/** @param {readonly string[]} filters */
async function testWindows(filters) {
  const { tree, program, first } = await windowsNode(say);
  const reports = path.join(tree, REPORTS);
  fs.rmSync(reports, { recursive: true, force: true });
  fs.mkdirSync(reports, { recursive: true });
  const steps = [
    { name: 'quick', files: filters },
    { name: 'slow', files: filters.length > 0 ? filters : SLOW },
  ];
  /** @type {import('../test-summary.mjs').EndedStep[]} */
  const ended = [];
  for (const { name, files } of steps) {
    const startMs = performance.now();
    const output = path.join(reports, `${name}.log`);
    say(`Running the ${name} tests; what they say is in ${output}`);
    const env = windowsEnv({ LABSEAL_TEST_REPORTS: REPORTS, LABSEAL_TEST_REPORT: name });
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--passWithNoTests',
      '--project',
      name,
    ];
    const file = fs.openSync(output, 'w'); // a pipe is not what Node expects there
    const code = await run(program, [...first, ...vitest, ...files], { cwd: tree, env, file });
    fs.closeSync(file);
    const tookMs = performance.now() - startMs;
    ended.push({ name, outcome: code === 0 ? 'passed' : 'failed', tookMs });
  }
  const read = readReports(reports).map((one) => {
    const file = one.file.replace(/^.*?(?=(src-[a-z]+|scripts|simulation|bench|build|e2e)\/)/, '');
    return Object.assign(one, { file, repeat: `npm run test:windows -- ${file}` });
  });
  process.stdout.write(`${failureLines(read, '')}\n${closingLine(ended, countTests(read))}\n`);
  return ended.every(({ outcome }) => outcome === 'passed') ? 0 : 1;
}

const reason = whyNoWindows(process.platform, process.env['LABSEAL_WINE']);
if (reason === null) {
  process.exitCode = await testWindows(process.argv.slice(2));
} else {
  process.stdout.write(`Not run: ${reason}\n`);
}
