/**
 * The demo for a user of the window: it is served in addition and shown in their browser, and ends with the window's
 * program.
 */
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { makeDemoInstance } from './demo-instance.ts';
import { openBrowser } from './open-browser.ts';
import type { Clock } from '../../platform/clock.ts';

export function demoInBrowser({
  dataFolder,
  clock,
  keepError,
  show = openBrowser,
}: {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly keepError: (where: string, error: unknown) => string;
  readonly show?: typeof openBrowser;
}) {
  const closing = new AbortController();
  const shown: (() => Promise<void>)[] = [];
  const demo = makeDemoInstance({
    start: async () => (await import('./demo/serve-demo.ts')).serveDemo(0),
    keepError,
  });
  return {
    opener: {
      port: async () => 0, // there is no page of ours that a browser could come back to
      async open() {
        const opened = await demo.open();
        if (!opened.ok) return opened;
        const { port, key } = opened.value;
        const page = await show(`http://127.0.0.1:${port}/#${key}`, dataFolder);
        shown.push(() => page.close());
        clock.sleep(MINUTE_MS, closing.signal).then(
          () => page.close(), // the key in it is good for a minute
          () => undefined, // closed: taken away there
        );
        return opened;
      },
    },
    async close() {
      closing.abort();
      await Promise.all(shown.map((takeAway) => takeAway()));
      await demo.close();
    },
  };
}
