/**
 * Does a person's main job with the program that came out of the package, on plain Node and far from the checkout: the
 * packed service is started, somebody signs in, a file is notarized, its certificate is saved, and the page is served.
 * What the package lacks is noticed here, since nothing of the checkout is in reach.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const BORINGSSL = new URL('../boringssl-crypto.ts', import.meta.url).href;
const SERVICE = /Mock service at (\S+)/;
const RESEARCHER = /researcher: (\S+) {2}password (\S+)/;
const PAGE = /Labseal is running at (http:\/\/[^/]+)\//;
const PATIENCE_MS = 60_000; // a busy computer is given a minute
const FILE_BYTES = 50_000;

type Start = (args: readonly string[]) => ChildProcessWithoutNullStreams;

/** What was seen, a sentence each; rejects with the sentence of what went wrong. */
export async function runPacked(program: string, place: string): Promise<readonly string[]> {
  const cli = path.join(program, 'out', 'main', 'cli.js');
  const startIn = (home: string): Start => {
    const settings = { LABSEAL_HOME: path.join(place, home), LABSEAL_TOKEN_STORE: 'file' };
    const env = { PATH: process.env['PATH'] ?? '', ...settings };
    // With what Electron's library for hashes has alone, in threads too.
    const node = ['--import', BORINGSSL, cli];
    return (args) => spawn(process.execPath, [...node, ...args], { cwd: place, env });
  };
  const [work, page] = await Promise.all([
    doMainJob(startIn('home'), place),
    lookAtPage(startIn('home-of-the-page')),
  ]);
  return [...work, page];
}

async function doMainJob(start: Start, place: string): Promise<readonly string[]> {
  const service = start(['mock', '--port', '0']);
  try {
    const greeting = await hear(service, RESEARCHER);
    const [, url = ''] = SERVICE.exec(greeting) ?? [];
    const [, email = '', password = ''] = RESEARCHER.exec(greeting) ?? [];
    await prepareService(url);
    const labseal = async (args: readonly string[], input = '') => {
      const { code, stdout, stderr } = await end(start(args), input);
      if (code !== 0) throw new Error(`labseal ${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    };

    const login = ['auth', 'login', '--server', url, '--email', email, '--password-stdin'];
    await labseal(login, password);
    const { projects } = JSON.parse(await labseal(['project', 'list', '--json'])) as {
      readonly projects: readonly { readonly id: string }[];
    };
    const folder = path.join(place, 'measured');
    const file = path.join(folder, 'run-01.raw');
    await fs.mkdir(folder);
    await fs.writeFile(file, crypto.randomBytes(FILE_BYTES));
    const project = ['--project', projects[0]?.id ?? '', '--visibility', 'public'];
    await labseal(['folder', 'add', folder, ...project, '--label', 'raw', '--settle', '0']);
    await labseal(['sync', '--yes']);
    const { state } = JSON.parse(await labseal(['file', 'show', file, '--json'])) as {
      readonly state?: string;
    };
    if (state !== 'notarized') throw new Error(`the file ended as ${state ?? 'nothing'}`);
    await labseal(['certificate', 'verify', file]);
    const certificate = path.join(place, 'certificate.pdf');
    await labseal(['certificate', 'get', file, '--out', certificate]);
    const pdf = await fs.readFile(certificate);
    if (pdf.subarray(0, 5).toString() !== '%PDF-') throw new Error('the certificate is no PDF');
    const labels = ['--out', path.join(place, 'labels.pdf'), '--together', '测定 1'];
    await labseal(['evidence', 'qr-labels', file, ...labels]);
    return [
      `a file of ${FILE_BYTES / 1_000} kB was notarized and verified by the packed program`,
      `its certificate is a PDF of ${pdf.length} bytes, and labels are printed in every script`,
    ];
  } finally {
    service.kill('SIGTERM');
    await ended(service);
  }
}

/** The bundled service takes two seconds to record, which nothing here is about; and it fingerprints as Electron's library cannot. */
async function prepareService(url: string): Promise<void> {
  const answer = await fetch(`${url}/__mock/readings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chainDelayMs: 50,
      fileHash: { algorithm: 'sha3-256', encoding: 'hex' },
    }),
  });
  if (!answer.ok) throw new Error(`the bundled service answered ${answer.status}`);
}

async function lookAtPage(start: Start): Promise<string> {
  const host = start(['serve', '--port', '0']);
  try {
    const [, origin = ''] = PAGE.exec(await hear(host, PAGE)) ?? [];
    const page = await (await fetch(origin)).text();
    const parts = [...page.matchAll(/(?:src|href)="\.?\/?([^":]+\.(?:js|css))"/g)];
    for (const [, part = ''] of parts) {
      const answer = await fetch(`${origin}/${part}`);
      if (!answer.ok) throw new Error(`the page lacks ${part}`);
    }
    if (parts.length === 0) throw new Error('the page has no parts');
    return `the page is served with its ${parts.length} first parts`;
  } finally {
    host.kill('SIGTERM');
    await ended(host);
  }
}

/** What was said by the time `wanted` was; rejects when the program ends or falls silent before. */
async function hear(program: ChildProcessWithoutNullStreams, wanted: RegExp): Promise<string> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const listen = (text: Buffer) => {
    said += text.toString();
    if (wanted.test(said)) resolve(said);
  };
  program.stdout.on('data', listen);
  program.stderr.on('data', listen);
  program.once('error', reject);
  program.once('close', () => reject(new Error(`it ended before it was ready: ${said}`)));
  const patience = setTimeout(() => reject(new Error(`it never got ready: ${said}`)), PATIENCE_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(patience);
  }
}

async function end(program: ChildProcessWithoutNullStreams, input: string) {
  let stdout = '';
  let stderr = '';
  program.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  program.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  program.stdin.end(input);
  return { code: await ended(program), stdout, stderr };
}

function ended(program: ChildProcessWithoutNullStreams): Promise<number | null> {
  if (program.exitCode !== null) return Promise.resolve(program.exitCode);
  return new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('close', resolve);
  });
}
