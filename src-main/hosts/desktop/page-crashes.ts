/** A page that ended by itself is loaded again, but not for ever: then a person is asked. */
import path from 'node:path';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { DesktopWords, Question } from '../../../src-shared/model/words/en/desktop.ts';
import type { Clock } from '../../platform/clock.ts';
import { realPrivateFiles } from '../../platform/disk/private-files.ts';
import type { ServeCall } from '../../use-cases/serve-calls.ts';

const MOST_IN_A_MINUTE = 3;

export interface PageCrashParts {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly words: () => DesktopWords;
  readonly ask: (question: Question) => Promise<number>;
  /** Loads the page again. */
  readonly reload: () => void;
  readonly diagnose: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** Each call is one end; false: it ended too often within a minute, and the person is asked. */
export function makePageCrashes(parts: PageCrashParts): () => boolean {
  let endsMs: readonly number[] = [];

  async function ask(): Promise<void> {
    const button = await parts.ask(parts.words().pageEnds);
    if (button === 0) parts.reload();
    else if (button === 1) await parts.diagnose();
  }

  return () => {
    const nowMs = parts.clock.nowMs();
    endsMs = [...endsMs, nowMs].filter((ms) => ms > nowMs - MINUTE_MS && ms <= nowMs);
    if (endsMs.length <= MOST_IN_A_MINUTE) return true;
    ask().catch(parts.onFault);
    return false;
  };
}

/** The report for support, as a private file: no page can show it. Returns its absolute path. */
export async function saveDiagnostics(dataFolder: string, serve: ServeCall): Promise<string> {
  const report = await serve('settings.diagnostics', {}, new AbortController().signal);
  const file = path.join(dataFolder, 'diagnostics.json');
  const text = JSON.stringify(report.ok ? report.value : report.fault, null, 2);
  await realPrivateFiles.write(file, `${text}\n`);
  return file;
}
