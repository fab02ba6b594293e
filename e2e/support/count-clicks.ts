import type { Page } from '@playwright/test';

/** Counts what the pointer presses from now on, until the page is loaded anew; resolves to a reader of the count. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset['clicks'] = '0';
    window.addEventListener(
      'pointerdown',
      () => {
        document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks']) + 1);
      },
      true,
    );
  });
  return () => page.evaluate(() => Number(document.body.dataset['clicks']));
}
