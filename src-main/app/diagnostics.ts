/**
 * Gathers a report for support: versions, states, counts, limits, our own bugs. Never a token, a password, an e-mail
 * address, a file's name or content; the home directory is written `~`. It only reads.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { EngineView } from '../../src-shared/model/status/account-status.ts';
import type { Diagnostics } from '../../src-shared/model/status/diagnostics.ts';
import { PRODUCT } from '../../src-shared/model/text/product.ts';
import { isoFromMs } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../platform/clock.ts';
import type { Account } from './account.ts';
import type { Core } from './create-core.ts';
import { blotSecrets } from '../platform/error-log.ts';
import { freeBytesOf } from '../platform/errno.ts';

const MOST_MISTAKES = 20;
const LONGEST_DETAILS = 2_000;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

export interface DiagnosticsParts {
  readonly core: Core;
  readonly clock: Clock;
  readonly dataFolder: string;
  /** Null without a running engine. */
  readonly engine: EngineView | null;
  /** Absolute: the person's home. */
  readonly home?: string;
  /** Of the program that runs this; its own when absent. */
  readonly versions?: NodeJS.ProcessVersions;
}

/** Never rejects because something is unreadable: that is left out. */
export async function gatherDiagnostics(parts: DiagnosticsParts): Promise<Diagnostics> {
  const { core, clock, dataFolder, engine, home = os.homedir() } = parts;
  const { node, electron, chrome: chromium } = parts.versions ?? process.versions;
  const { server, state } = core.session();
  await core.loadAccount();
  const opened = core.account();
  const asKnown = (text: string) => withoutHome(text, home);
  return {
    madeAt: isoFromMs(clock.nowMs()),
    program: {
      name: PRODUCT.name,
      version: PRODUCT.version,
      node,
      ...(electron === undefined ? {} : { electron }),
      ...(chromium === undefined ? {} : { chromium }),
    },
    computer: {
      system: process.platform,
      release: os.release(),
      architecture: process.arch,
      processors: os.availableParallelism(),
      memoryBytes: os.totalmem(),
      freeDiskBytes: await freeBytesOf(dataFolder).catch(() => null), // not every drive tells
    },
    dataFolder: asKnown(dataFolder),
    service: server,
    session: {
      state: state.state,
      kept: state.state === 'signed-in' ? state.keeping.kept : null,
    },
    engine: engine === null ? null : engineView(engine, asKnown),
    account: opened.ok ? accountView(opened.value, asKnown) : null,
    mistakes: await latestMistakes(dataFolder, asKnown),
  };
}

/** A fault may name a folder. */
function engineView(engine: EngineView, asKnown: (text: string) => string): EngineView {
  return JSON.parse(JSON.stringify(engine), (_key, value: unknown) =>
    typeof value === 'string' ? asKnown(value) : value,
  ) as EngineView;
}

function accountView(account: Account, asKnown: (text: string) => string): Diagnostics['account'] {
  const { folders, counts, changes, isHistoryIncomplete } = account.status();
  const { exclude, settleSeconds, watching } = account.folderDefaults.get();
  return {
    folders: folders.map(({ path: folder, trouble, lastScanAtMs, files, bytes, needYou }) => ({
      path: asKnown(folder),
      trouble,
      lastScanAt: isoFromMs(lastScanAtMs),
      files,
      bytes,
      needYou,
    })),
    counts,
    changes,
    isHistoryIncomplete,
    waits: account.transfers.waits().map(({ cause, files }) => ({ cause, files })),
    limits: account.credits.limits(),
    folderDefaults: { settleSeconds, exclude, watching },
  };
}

/** Replaces the home directory with `~`, anywhere in a text and with any separators. */
export function withoutHome(text: string, home: string): string {
  if (path.dirname(home) === home) return text; // everything is below a root
  const spellings = [home, home.replaceAll('\\', '/'), home.replaceAll('\\', '\\\\')];
  // `/home/ada` is no part of `/home/adam`.
  const whole = spellings.map((spelling) => new RegExp(`${literal(spelling)}(?![\\w.-])`, 'g'));
  return whole.reduce((left, spelling) => left.replaceAll(spelling, '~'), text);
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

async function latestMistakes(
  dataFolder: string,
  asKnown: (text: string) => string,
): Promise<Diagnostics['mistakes']> {
  let text: string;
  try {
    text = await fs.readFile(path.join(dataFolder, 'errors.log'), 'utf8');
  } catch {
    return []; // no error yet, or the log is unreadable
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.slice(-MOST_MISTAKES).flatMap((line) => mistakeOf(line, asKnown) ?? []);
}

function mistakeOf(
  line: string,
  asKnown: (text: string) => string,
): Diagnostics['mistakes'][number] | null {
  let entry: Readonly<Record<string, unknown>>;
  try {
    entry = Object(JSON.parse(line)) as Readonly<Record<string, unknown>>;
  } catch {
    return null; // cut off when the disk was full
  }
  const text = (key: string) => {
    const value = entry[key];
    return typeof value === 'string'
      ? blotSecrets(asKnown(value)).replaceAll(EMAIL, '[hidden]')
      : '';
  };
  const details = text('details').slice(0, LONGEST_DETAILS);
  return { at: text('at'), id: text('id'), where: text('where'), details };
}
