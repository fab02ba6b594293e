/** Syncthing as a peer: from its start until it knows every file of one folder, with nobody to send them to. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from './contest.ts';
import { watch } from './process-figures.ts';

const LOOK_EVERY_MS = 50;
const KEY = 'bench';

/** Makes its home, with the tree as its only folder and without any network. */
export function prepareSyncthing(
  home: string,
  tree: string,
  port: number,
  { isWatching = false } = {},
): void {
  fs.mkdirSync(home, { recursive: true });
  fs.mkdirSync(path.join(tree, '.stfolder'), { recursive: true }); // it wants its mark in what it watches
  const made = spawnSync('syncthing', ['generate', `--home=${home}`, '--no-default-folder']);
  if (made.status !== 0) throw new Error(String(made.stderr));
  const file = path.join(home, 'config.xml');
  const device = /<device id="([^"]+)"/.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? '';
  const folder = `<folder id="tree" path="${tree}" type="sendonly" rescanIntervalS="3600" fsWatcherEnabled="${isWatching}"><device id="${device}"></device></folder>`;
  const off = [
    'globalAnnounceEnabled',
    'localAnnounceEnabled',
    'relaysEnabled',
    'natEnabled',
    'crashReportingEnabled',
  ];
  const text = off
    .reduce(
      (config, option) => config.replace(new RegExp(`<${option}>true`), () => `<${option}>false`),
      fs.readFileSync(file, 'utf8'),
    )
    .replace(/<address>127\.0\.0\.1:\d+</, () => `<address>127.0.0.1:${port}<`)
    .replace(/<apikey>[^<]*</, () => `<apikey>${KEY}<`)
    .replace(/<listenAddress>[^<]*</, () => '<listenAddress>tcp://127.0.0.1:0<')
    .replace('</configuration>', () => `${folder}</configuration>`);
  fs.writeFileSync(file, text);
}

/** Runs it until it is idle and knows so many files, then ends it; its end is not in the figures. */
export async function runSyncthing(home: string, port: number, files: number): Promise<Figures> {
  const { figures, end } = await startSyncthing(home, port, files);
  await end();
  return figures;
}

export interface RunningSyncthing {
  readonly pid: number;
  /** From its start until it knew all. */
  readonly figures: Figures;
  readonly end: () => Promise<void>;
}

/** Resolves when it is idle and knows so many files. */
export async function startSyncthing(
  home: string,
  port: number,
  files: number,
): Promise<RunningSyncthing> {
  const startedMs = performance.now();
  const child = spawn('syncthing', ['serve', `--home=${home}`, '--no-browser', '--no-restart'], {
    env: { ...process.env, STMONITORED: '1' }, // otherwise it is a child of this process that does the work
    stdio: 'ignore',
  });
  const pid = child.pid ?? 0;
  const watching = new AbortController();
  const seen = watch(pid, watching.signal);
  while (!(await knowsAll(port, files))) await sleep(LOOK_EVERY_MS);
  const wallMs = performance.now() - startedMs;
  watching.abort();
  return {
    pid,
    figures: { wallMs, ...(await seen) },
    async end() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function knowsAll(port: number, files: number): Promise<boolean> {
  const status = await ask(port, '/rest/db/status?folder=tree');
  return status?.['state'] === 'idle' && status['localFiles'] === files;
}

/** Null while it does not answer yet. */
function ask(port: number, address: string): Promise<Record<string, unknown> | null> {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown> | null>();
  const options = { host: '127.0.0.1', port, path: address, headers: { 'X-API-Key': KEY } };
  const request = http.get(options, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => (body += text));
    response.on('end', () => {
      resolve(response.statusCode === 200 ? (JSON.parse(body) as Record<string, unknown>) : null);
    });
  });
  request.on('error', () => resolve(null));
  return promise;
}
