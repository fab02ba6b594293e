/** What a page does in a real browser, measured in it. */
import type { Page } from '@playwright/test';

const FRAMES = 120;
const WHEEL_PIXELS = 4_000;

/** Milliseconds from one frame to the next while the wheel turns over what the pointer is on. */
export async function framesWhileScrolling(page: Page): Promise<readonly number[]> {
  const frames = page.evaluate((count) => {
    return new Promise<number[]>((resolve) => {
      const times: number[] = [];
      let before = performance.now();
      const frame = (now: number) => {
        times.push(now - before);
        before = now;
        if (times.length < count) requestAnimationFrame(frame);
        else resolve(times);
      };
      requestAnimationFrame(frame);
    });
  }, FRAMES);
  for (let turn = 0; turn < FRAMES / 2; turn += 1) await page.mouse.wheel(0, WHEEL_PIXELS);
  return frames;
}

/** What scripts hold once everything that can go is gone. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** From a change of the address inside the page to the frame in which something that fits the selector is there. */
export function timeToShow(page: Page, hash: string, selector: string): Promise<number> {
  return page.evaluate(
    ([address, wanted]) => {
      const began = performance.now();
      location.hash = address;
      return new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector(wanted) === null) requestAnimationFrame(look);
          else resolve(performance.now() - began);
        };
        requestAnimationFrame(look);
      });
    },
    [hash, selector] as const,
  );
}

/** When the page first showed something, in milliseconds since 1970; waits for it. */
export function firstPaintAtMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (;;) {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (paint !== undefined) return performance.timeOrigin + paint.startTime;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
}

/** When the page had its heading, in milliseconds since 1970; waits for it. */
export function headingAtMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    while (document.querySelector('h1') === null) await new Promise(requestAnimationFrame);
    return performance.timeOrigin + performance.now();
  });
}

/** From keys to the frames that show them. */
export async function timesOfKeys(page: Page, keys: number, everyMs: number) {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seenMs: seen });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => seen.push(performance.now() - timeStamp))),
      true,
    );
  });
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(key % 8 === 7 ? 'Control+A' : 'l');
    await page.waitForTimeout(everyMs);
  }
  return page.evaluate(() => (window as unknown as { seenMs: number[] }).seenMs);
}
