/**
 * The browsers that somebody without Labseal may have, as this computer has them: Firefox over WebDriver BiDi, which it speaks
 * itself, and WebKit over WebKitWebDriver (Debian: `webkit2gtk-driver`). A page is opened, given files, and asked.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { freePort, isListening } from './ports.ts';

export interface StrangeBrowser {
  open(address: string): Promise<void>;
  /** The JSON value of an expression in the page. */
  ask(expression: string): Promise<unknown>;
  /** Chooses files in the first element that the selector finds. */
  choose(selector: string, files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const onPath = (name: string) =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => fs.existsSync(file));

const FIREFOX = onPath('firefox-esr') ?? onPath('firefox');
const WEBKIT_DRIVER = onPath('WebKitWebDriver');
const [MINI_BROWSER] = fs.globSync('/usr/{lib,libexec}/{,*/}webkit2gtk-4.*/MiniBrowser');
/** Starts a screen for what shows windows, where there is none. */
const SCREEN = process.env['DISPLAY'] === undefined ? onPath('xvfb-run') : undefined;
const hasScreen = SCREEN !== undefined || process.env['DISPLAY'] !== undefined;

/** Null: this computer has none. */
export const BROWSERS = {
  Firefox: FIREFOX === undefined ? null : () => startFirefox(FIREFOX),
  WebKit:
    WEBKIT_DRIVER === undefined || MINI_BROWSER === undefined || !hasScreen
      ? null
      : () => startWebKit(WEBKIT_DRIVER, MINI_BROWSER),
} satisfies Readonly<Record<string, (() => Promise<StrangeBrowser>) | null>>;

/** It and what it started end together. */
function start(command: string, words: readonly string[]) {
  const child = spawn(command, words, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  return {
    child,
    async end(): Promise<void> {
      const isOver = child.exitCode !== null || child.signalCode !== null;
      const ended = isOver ? Promise.resolve() : once(child, 'exit');
      if (child.pid !== undefined && !isOver) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

/** The first match in what it writes to stderr. */
async function said({ stderr }: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const piece of stderr ?? []) {
    text += String(piece);
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`It ended without a word of its address: ${text}`);
}

interface BidiAnswer {
  readonly id?: number;
  readonly type: string;
  readonly result?: unknown;
  readonly message?: string;
}

async function startFirefox(program: string): Promise<StrangeBrowser> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-firefox-'));
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const running = start(program, words);
  const address = await said(running.child, /BiDi listening on (ws:\/\/\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: BidiAnswer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as BidiAnswer;
    waiting.get(answer.id ?? 0)?.(answer);
  });
  let id = 0;
  async function send<Result>(method: string, params: object): Promise<Result> {
    id += 1;
    const answer = await new Promise<BidiAnswer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type !== 'success') throw new Error(`${method}: ${answer.message}`);
    return answer.result as Result;
  }
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: readonly { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]?.context;
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async ask(expression) {
      const { result } = await send<{ result: { value: string } }>('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: false,
      });
      return JSON.parse(result.value);
    },
    async choose(selector, files) {
      const locator = { type: 'css', value: selector };
      const { nodes } = await send<{ nodes: readonly { sharedId: string }[] }>(
        'browsingContext.locateNodes',
        { context, locator },
      );
      await send('input.setFiles', {
        context,
        element: { sharedId: nodes[0]?.sharedId },
        files,
      });
    },
    async close() {
      socket.close();
      await running.end();
      fs.rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function startWebKit(driver: string, browser: string): Promise<StrangeBrowser> {
  const port = await freePort();
  const words = [`--port=${port}`, '--host=127.0.0.1'];
  const running =
    SCREEN === undefined ? start(driver, words) : start(SCREEN, ['-a', driver, ...words]);
  const at = `http://127.0.0.1:${port}`;
  async function send<Value>(method: string, place: string, body?: object): Promise<Value> {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${at}${place}`, { method, ...text });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${place}: ${JSON.stringify(value)}`);
    return value;
  }
  await expect.poll(() => isListening(port)).toBe(true);
  const options = { binary: browser, args: ['--automation'] };
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${sessionId}`;
  return {
    open: (url) => send('POST', `${session}/url`, { url }),
    ask: (expression) =>
      send('POST', `${session}/execute/sync`, { script: `return ${expression};`, args: [] }),
    async choose(selector, files) {
      const found = await send<Readonly<Record<string, string>>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      });
      const [element] = Object.values(found);
      await send('POST', `${session}/element/${element}/value`, { text: files.join('\n') });
    },
    async close() {
      await send('DELETE', session);
      await running.end();
    },
  };
}
