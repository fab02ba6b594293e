/** The guide as a static site, opened from a disk. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { writeGuideSite } from '../scripts/guide-site/write-guide-site.ts';
import { judge } from './support/accessibility.ts';

test('every page of the site opens without a network, leads on, fits a phone, and axe finds nothing', async ({
  page,
}, info) => {
  const folder = info.outputPath('guide');
  const files = await writeGuideSite(folder);
  const complaints: string[] = [];
  let isJudged = false; // axe itself asks for the styles, which the policy refuses
  page.on('console', (message) => isJudged || complaints.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) complaints.push(request.url());
  });
  const pages = files.filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(18);
  for (const name of pages) {
    await page.goto(pathToFileURL(path.join(folder, name)).href);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const links = await page
      .locator('a[href], img[src]')
      .evaluateAll((all) =>
        all.map((each) =>
          each instanceof HTMLAnchorElement ? each.href : (each as HTMLImageElement).src,
        ),
      );
    for (const link of links) {
      const { pathname, hash } = new URL(link);
      const target = decodeURIComponent(pathname);
      expect(fs.existsSync(target), link).toBe(true);
      const anchor = decodeURIComponent(hash.slice(1));
      if (anchor !== '') expect(fs.readFileSync(target, 'utf8')).toContain(`id="${anchor}"`);
    }
    isJudged = true;
    expect(await judge(page, name)).toEqual([]);
    isJudged = false;
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  }
  expect(complaints).toEqual([]);
});
