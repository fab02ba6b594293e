/**
 * Runs other programs for the repository's own commands. Their words go to stderr unless asked otherwise, so that
 * `labseal … --json` keeps stdout to itself even when it has to make the checkout ready first.
 */
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';

/** @param {string} sentence */
export const say = (sentence) => void process.stderr.write(`${sentence}\n`);

/**
 * Ends this process with the code that the work gives; where it throws, with a sentence and `failed`.
 * @param {() => number | Promise<number>} work
 * @param {number} [failed]
 */
export async function endWith(work, failed = 1) {
  try {
    process.exitCode = await work();
  } catch (cause) {
    say(cause instanceof Error ? cause.message : String(cause));
    process.exitCode = failed;
  }
}

/** The terminal interrupts the program too; ours is to see it end and pass its code on. */
const waitForItsEnd = () => {};

/**
 * @typedef {object} CommandOptions
 * @property {string} cwd
 * @property {'stdout' | 'stderr'} [output] where the program's stdout goes; stderr when not given
 * @property {number} [file] an open file, which gets all that the program says
 * @property {boolean} [input] whether the program may read our stdin; no when not given
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell]
 * @property {(words: Buffer) => void} [hear] is given all that the program says, on its way to where it goes
 */

/**
 * Runs a program to its end and gives its exit code (128 + number for a signal, as shells count). Rejects only when it
 * cannot be started. An interrupt from the terminal reaches the program by itself; this process waits for its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} options
 * @returns {Promise<number>}
 */
export function run(command, args, options) {
  const { cwd, output = 'stderr', file, input = false, env, shell = false, hear } = options;
  return new Promise((resolve, reject) => {
    const out = file ?? (output === 'stderr' ? 2 : 'inherit');
    /** @type {import('node:child_process').StdioOptions} */
    const stdio =
      hear === undefined
        ? [input ? 'inherit' : 'ignore', out, file ?? 'inherit']
        : [input ? 'inherit' : 'ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env: env ?? process.env, shell, stdio });
    if (hear !== undefined) {
      child.stdout?.on('data', hear).pipe(process[output], { end: false });
      child.stderr?.on('data', hear).pipe(process.stderr, { end: false });
    }
    const forward = () => child.kill('SIGTERM');
    process.on('SIGINT', waitForItsEnd);
    process.on('SIGTERM', forward);
    const finish = () => {
      process.off('SIGINT', waitForItsEnd);
      process.off('SIGTERM', forward);
    };
    child.once('error', (cause) => {
      finish();
      reject(cause);
    });
    child.once('close', (code, signal) => {
      finish();
      resolve(code ?? 128 + (signal === null ? 0 : os.constants.signals[signal]));
    });
  });
}

/**
 * How to call npm from here: the npm that runs us when there is one, else the one on PATH.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(env = process.env) {
  const { npm_execpath: program, npm_node_execpath: node } = env;
  if (program && node && /npm-cli\.c?js$/.test(program)) {
    return { command: node, args: [program], shell: false };
  }
  // npm is a .cmd file on Windows, which only a shell can start.
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

/**
 * The environment without this checkout's node_modules/.bin on PATH: npm must not run on a Node it is about to replace.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutOwnPrograms(root, env = process.env) {
  const own = path.join(root, 'node_modules', '.bin');
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (env[name] ?? '').split(path.delimiter).filter((folder) => folder !== own);
  return { ...env, [name]: folders.join(path.delimiter) };
}

/**
 * Runs npm in the checkout and gives its exit code.
 * @param {string} root
 * @param {readonly string[]} args
 * @param {Pick<CommandOptions, 'output' | 'env' | 'hear'>} [options]
 * @returns {Promise<number>}
 */
export async function runNpm(root, args, { output = 'stderr', env = process.env, hear } = {}) {
  const npm = npmCommand(env);
  try {
    return await run(npm.command, [...npm.args, ...args], {
      cwd: root,
      output,
      env: withoutOwnPrograms(root, env),
      shell: npm.shell,
      ...(hear === undefined ? {} : { hear }),
    });
  } catch (cause) {
    throw new Error('npm was not found; it comes with Node.js (https://nodejs.org).', { cause });
  }
}
