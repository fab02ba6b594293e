import { expect, test } from 'vitest';
import { realClock } from '../../platform/real-ports.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { demoInBrowser } from './demo-in-browser.ts';

test('the demo is served beside the window, shown in the browser with a key that is good once, and ends with the program', async () => {
  const shown: string[] = [];
  let isTakenAway = false;
  const demo = demoInBrowser({
    dataFolder: temporaryFolder(),
    clock: realClock,
    keepError: () => 'kept',
    show: async (address) => {
      shown.push(address);
      return {
        isOpened: true,
        close: async () => {
          isTakenAway = true;
        },
      };
    },
  });
  const opened = await demo.opener.open();
  if (!opened.ok) throw new Error(opened.fault.kind);
  const { port, key } = opened.value;
  expect(shown).toEqual([`http://127.0.0.1:${port}/#${key}`]);
  const again = await demo.opener.open();
  expect(again.ok && again.value.port).toBe(port);
  expect(shown[1]).not.toBe(shown[0]);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  await demo.close();
  expect(isTakenAway).toBe(true);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
}, 60_000);
