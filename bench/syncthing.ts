/** Syncthing as a peer: from its start until it knows every file of one folder, with nobody to send them to. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant, Figures } from './contest.ts';
import { watch } from './process-figures.ts';

const LOOK_EVERY_MS = 50;
const KEY = 'bench';
const PORT = 48_384;

/** `home`: its data folder, which it makes when it is not there; `files`: how many lie in the tree. */
export function makeSyncthing(home: string, tree: string, files: number, isWatching = false) {
  /** Resolves when it is idle and knows all files. */
  async function start() {
    if (!fs.existsSync(home)) prepare(home, tree, isWatching);
    const startedMs = performance.now();
    const child = spawn('syncthing', ['serve', `--home=${home}`, '--no-browser', '--no-restart'], {
      env: { ...process.env, STMONITORED: '1' }, // otherwise it is a child of this process that does the work
      stdio: 'ignore',
    });
    const pid = child.pid ?? 0;
    const watching = new AbortController();
    const seen = watch(pid, watching.signal);
    while (!(await knowsAll(files))) await sleep(LOOK_EVERY_MS);
    const wallMs = performance.now() - startedMs;
    watching.abort();
    return {
      pid,
      /** From its start until it knew all. */
      figures: { wallMs, ...(await seen) } satisfies Figures,
      end: async () => {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      },
    };
  }

  return {
    start,
    /** Runs it until it knows all, then ends it; its end is not in the figures. */
    run: async (): Promise<Figures> => {
      const { figures, end } = await start();
      await end();
      return figures;
    },
    forget: () => fs.rmSync(home, { recursive: true, force: true }),
    contestant: (name: string, run: () => Promise<Figures>): Contestant => ({
      name,
      part: 'peer',
      program: 'syncthing',
      run,
    }),
  };
}

/** Makes its home, with the tree as its only folder and without any network. */
function prepare(home: string, tree: string, isWatching: boolean): void {
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
    .replace(/<address>127\.0\.0\.1:\d+</, () => `<address>127.0.0.1:${PORT}<`)
    .replace(/<apikey>[^<]*</, () => `<apikey>${KEY}<`)
    .replace(/<listenAddress>[^<]*</, () => '<listenAddress>tcp://127.0.0.1:0<')
    .replace('</configuration>', () => `${folder}</configuration>`);
  fs.writeFileSync(file, text);
}

async function knowsAll(files: number): Promise<boolean> {
  const status = await ask('/rest/db/status?folder=tree');
  return status?.['state'] === 'idle' && status['localFiles'] === files;
}

/** Null while it does not answer yet. */
function ask(address: string): Promise<Record<string, unknown> | null> {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown> | null>();
  const options = { host: '127.0.0.1', port: PORT, path: address, headers: { 'X-API-Key': KEY } };
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
