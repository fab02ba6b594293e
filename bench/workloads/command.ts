import { fileURLToPath } from 'node:url';
import type { Lab } from '../../e2e/support/lab.ts';
import type { Budget, Contestant } from '../contest.ts';
import { openIndexedLab } from '../rest.ts';
import { program, type Workload } from '../peers.ts';
import { runProgram } from '../process-figures.ts';
import { startServed } from '../served.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/labseal', import.meta.url));
const TEXTS = ['--version', '--help'];
const QUESTIONS = ['status', 'file list'];
const BESIDE = ', beside serve';
const NODE = 'node, doing nothing';

export const command: Workload = {
  name: 'command',
  says: (size) =>
    `A short command from its start to its end, with ${size.toLocaleString('en')} known files: alone, and beside \`labseal serve\`. Node, doing nothing, is the least that any can take.`,
  unit: 'files',
  sizes: [2_000],
  rounds: 20,
  isRated: false,
  async prepare(size, { after }) {
    const [alone, served] = [await openIndexedLab(after, size), await openIndexedLab(after, size)];
    const { end } = await startServed(served);
    after.defer(end);
    return {
      contestants: [
        ...TEXTS.map((line) => ours(`labseal ${line}`, alone, line)),
        ...QUESTIONS.map((line) => ours(`labseal ${line}`, alone, line)),
        ...QUESTIONS.map((line) => ours(`labseal ${line}${BESIDE}`, served, line)),
        program('gh --version', 'gh', ['--version']),
        {
          name: NODE,
          part: 'limit',
          run: () => runProgram(process.execPath, ['--eval', '0']),
        },
      ],
      budgets: [
        ...TEXTS.map((line) => atMost(1.5, line)),
        ...['', BESIDE].flatMap((where) => [
          atMost(4, `status${where}`),
          atMost(5, `file list${where}`),
        ]),
      ],
    };
  },
};

function runIn(lab: Lab, line: string) {
  const env = { LABSEAL_HOME: lab.at('labseal'), LABSEAL_TOKEN_STORE: 'file' };
  return runProgram(LAUNCHER, line.split(' '), { env });
}

function ours(name: string, lab: Lab, line: string): Contestant {
  return { name, part: 'labseal', run: () => runIn(lab, line) };
}

function atMost(times: number, line: string): Budget {
  return { ours: `labseal ${line}`, figure: 'cpuMs', than: NODE, atMost: times };
}
