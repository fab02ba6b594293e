/**
 * `npm run try:windows`: the way of the README on the Windows build of Node, with what only Windows has: names and paths of its
 * own, a file that another program holds, a change of case alone, a kill in the middle. Prints what it does and ends with 1 at
 * the first step that is not as it should be.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { systemChromium } from '../system-chromium.mjs';
import { whyNoWindows, windowsEnv, windowsNode } from './windows-node.mjs';

const EMAIL = 'researcher@example.org';
const isWindows = process.platform === 'win32';
const LONGEST_WAIT_MS = 120_000;
const PART = 'n'.repeat(60);
const LONG = [PART, PART, PART, PART, PART, 'deep.raw'].join('/');
const NAMES = [
  'rün 01.raw',
  'e\u0301te\u0301.raw',
  'CON.raw',
  'end..raw',
  "it's 100% & (1).raw",
  LONG,
];
/** Large enough that a kill meets some of them on their way. */
const MANY = Array.from({ length: 30 }, (_, at) => `many/scan ${at}.raw`);
/** Opens a file as programs of Windows do that let nobody else in; Node has no name for the flag. */
const HOLD = `const fs = require('node:fs');
fs.openSync(process.argv[1], fs.constants.O_RDWR | 0x10000000);
fs.writeFileSync(process.argv[2], 'held'); setInterval(() => {}, 1000);`;

/** @param {string} sentence */
const say = (sentence) => void process.stdout.write(`${sentence}\n`);

async function tryWindows() {
  const { tree, program, first } = await windowsNode(say);
  const lab = path.join(tree, 'lab');
  fs.rmSync(lab, { recursive: true, force: true });
  fs.mkdirSync(lab, { recursive: true });
  const at = (/** @type {string} */ name) => path.join(lab, name);
  const env = windowsEnv({ LABSEAL_HOME: 'lab/home', LABSEAL_TOKEN_STORE: 'file' });
  let runs = 0;
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const running = new Set();

  /** @param {readonly string[]} args @param {string} [input] */
  function start(args, input = '') {
    runs += 1;
    const [said, given] = [at(`said-${runs}`), at(`given-${runs}`)];
    fs.writeFileSync(given, input);
    const files = [fs.openSync(given, 'r'), fs.openSync(said, 'w')];
    const [stdin, out] = files;
    const stdio = /** @type {import('node:child_process').StdioOptions} */ ([stdin, out, out]);
    const child = spawn(program, [...first, ...args], { cwd: tree, env, stdio });
    for (const file of files) fs.closeSync(file);
    running.add(child);
    const ended = once(child, 'exit').then(([code]) => {
      running.delete(child);
      return { code: Number(code), said: fs.readFileSync(said, 'utf8') };
    });
    const text = () => fs.readFileSync(said, 'utf8');
    return { child, ended, text };
  }

  const labseal = (/** @type {readonly string[]} */ args, input = '') =>
    start(['out/main/cli.js', ...args], input);

  /** @param {readonly string[]} args @param {{ code?: number, says?: RegExp, input?: string }} [wanted] */
  async function step(args, { code = 0, says = /(?:)/, input = '' } = {}) {
    const end = await labseal(args, input).ended;
    const words = end.said.trimEnd().split('\n').slice(-6);
    say(`$ labseal ${args.join(' ')}\n${words.map((line) => `    ${line}`).join('\n')}`);
    if (end.code !== code) throw new Error(`exit code ${end.code} instead of ${code}`);
    if (!says.test(end.said)) throw new Error(`it does not say ${says}`);
    return end.said;
  }

  try {
    for (const name of [...NAMES, ...MANY, 'held.raw', 'Case.raw']) {
      const file = path.toNamespacedPath(at(`data/${name}`));
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, MANY.includes(name) ? name.repeat(200_000) : name);
    }
    const mock = labseal(['mock', '--seed', 'demo', '--data', 'lab/mock']);
    const url = (await until(() => /http:\/\/127\.0\.0\.1:\d+/.exec(mock.text())))[0];
    const password = (await until(() => /researcher@\S+ +password (\S+)/.exec(mock.text())))[1];
    await fetch(`${url}/__mock/readings`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ chainDelayMs: 200 }),
    });
    const login = ['auth', 'login', '--server', url, '--email', EMAIL, '--password-stdin'];
    await step(login, { input: `${password}\n` });
    await step(login, { input: `${password}\n` }); // the token is replaced
    const { projects } = JSON.parse(await step(['project', 'list', '--json']));
    const project = projects.find((/** @type {{ name: string }} */ one) =>
      one.name.startsWith('Microscope'),
    );
    const labels = ['--visibility', 'private', '--label', 'raw,run-14'];
    await step(['folder', 'preview', 'lab/data', '--visibility', 'private'], { says: /\d+ files/ });
    const held = start(['-e', HOLD, 'lab/data/held.raw', 'lab/held']);
    await until(() => fs.existsSync(at('held')) || null);
    await step(['folder', 'add', 'lab/data', '--project', project.id, ...labels]);

    const recorded = async () => {
      const answer = await fetch(`${url}/__mock/ledger`);
      return /** @type {{ records: unknown[] }} */ (await answer.json()).records.length;
    };
    const before = await recorded();
    const cut = labseal(['sync', '--yes']);
    await until(async () => (await recorded()) > before || null);
    cut.child.kill('SIGKILL');
    await cut.ended;
    say('$ labseal sync --yes\n    … killed');
    await step(['sync', '--yes'], { code: 1, says: /held\.raw|1 file/ });
    held.child.kill('SIGKILL');
    await held.ended;
    await step(['sync', '--yes']);
    const paid = NAMES.length + MANY.length + 2;
    await step(['status'], { says: new RegExp(`^${500 - paid} credits$`, 'm') }); // the kill cost nothing
    fs.renameSync(at('data/Case.raw'), at('data/cASE.raw'));
    await step(['sync', '--yes'], { says: /No credits were used/ });
    await step(['file', 'list', '--json'], { says: /cASE\.raw/ });

    const main = 'lab/data/rün 01.raw';
    await step(['certificate', 'get', main, '--out', 'lab/rün-01.pdf']);
    await step(['certificate', 'verify', main], { says: /notarized/ });
    const whole = isWindows ? path.resolve(tree, main) : `Z:${path.resolve(tree, main)}`;
    await step(['certificate', 'verify', whole]);
    const shared = whole.replace(/^([A-Z]):/i, String.raw`\\localhost\$1$$`);
    if (isWindows && fs.existsSync(shared)) await step(['certificate', 'verify', shared]);
    else say(`Not tried: ${shared}, as no such share can be reached here`);
    await step(['certificate', 'verify', `lab/data/${LONG}`]);
    await step(['audit', 'lab/data']);
    await step(['evidence', 'export', 'lab/data', '--to', 'lab/evidence']);
    await step(['evidence', 'check', 'lab/evidence']);
    await readPage(labseal, at('home/serve.json'), project.name);
    await step(['doctor'], { says: /watched by notices/ });
  } finally {
    for (const child of running) child.kill('SIGKILL');
  }
}

/**
 * The page, served there and read by the Chromium of this computer.
 * @param {(args: readonly string[]) => { child: import('node:child_process').ChildProcess, ended: Promise<unknown> }} labseal
 * @param {string} addressFile
 * @param {string} projectName
 */
async function readPage(labseal, addressFile, projectName) {
  const serve = labseal(['serve']);
  const { address } = JSON.parse(
    await until(() => (fs.existsSync(addressFile) ? fs.readFileSync(addressFile, 'utf8') : null)),
  );
  const executablePath = systemChromium();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.locator('h1').first().waitFor({ timeout: LONGEST_WAIT_MS });
    await page.getByText(projectName).first().waitFor({ timeout: LONGEST_WAIT_MS });
    say(`$ labseal serve\n    ${await page.locator('h1').first().innerText()}, ${projectName}`);
  } finally {
    await browser.close();
  }
  serve.child.kill('SIGKILL');
  await serve.ended;
}

/**
 * @template Found
 * @param {() => Found | null | Promise<Found | null>} look
 * @returns {Promise<Found>}
 */
async function until(look) {
  const endMs = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > endMs)
      throw new Error(`nothing after ${LONGEST_WAIT_MS / 1_000} s: ${String(look)}`);
    await setTimeout(50);
  }
}

const reason = whyNoWindows(process.platform, process.env['LABSEAL_WINE']);
if (reason === null) await tryWindows();
else say(`Not run: ${reason}`);
