/** PDFs by other hands in the real page, under its policy: all of them in one window, one after the other. */
import type { Page } from '@playwright/test';
import { PATIENCE_MS } from '../../src-renderer/features/certificates/pdf-timeout.ts';
import { button, expect, test } from '../support/face-test.ts';
import { HARMLESS, HOSTILE, type HostilePdf } from '../support/pdf-corpus.ts';
import { certificateAddress, playCertificates } from '../support/play-certificates.ts';

/** What is seen of a certificate when it has come to its end, one way or another. */
interface Seen {
  readonly end: HostilePdf['end'];
  readonly pages: string;
  readonly text: string;
  /** Dots of the drawing that are not white, of 40,000. */
  readonly ink: number;
}

/** Goes to the certificate and waits for what becomes of it, in the page itself: that is faster than asking it. */
function look(page: Page, asked: string): Promise<Seen> {
  return page.evaluate(
    async (to): Promise<Seen> => {
      document.querySelector('[role=region][aria-busy]')?.setAttribute('aria-busy', 'left');
      location.hash = to;
      const name = decodeURIComponent(to).split('/')[5] ?? '';
      for (let looks = 0; ; looks += 1) {
        if (looks > 6_000) throw new Error(`nothing became of ${name}: ${document.body.innerText}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (document.querySelector('h1')?.textContent.includes(`${name}.raw`) !== true) continue;
        const said = [...document.querySelectorAll('h2, h3')]
          .map((each) => each.textContent)
          .join();
        const nothing = { pages: '', text: said, ink: 0 };
        if (said.includes('takes too long to draw')) return { end: 'left', ...nothing };
        if (/cannot be shown|did not send a PDF/.test(said)) return { end: 'said', ...nothing };
        const box = document.querySelector('[role=region][aria-busy=false]');
        const sheet = box?.querySelector('canvas') ?? null;
        if (box === null || sheet === null) continue;
        const pen = new OffscreenCanvas(200, 200).getContext('2d');
        if (pen === null) throw new Error('nothing can be drawn in memory');
        pen.drawImage(sheet, 0, 0, 200, 200);
        const { data } = pen.getImageData(0, 0, 200, 200);
        let ink = 0;
        for (let at = 0; at < data.length; at += 4) {
          if ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 740) ink += 1;
        }
        const pages = box.getAttribute('aria-label') ?? '';
        return { end: 'shown', pages, text: box.textContent.replaceAll(/\s+/g, ' '), ink };
      }
    },
    `#${certificateAddress(asked)}`,
  );
}

test('PDFs of nine writers are drawn with their text; hostile ones run nothing, reach nobody and end', async ({
  lab,
  openFace,
}) => {
  await lab.signIn();
  const face = await openFace(lab);
  const { page, origin } = face;
  const outside: string[] = [];
  page.context().on('request', (request) => {
    if (!request.url().startsWith(origin)) outside.push(request.url());
  });
  page.on('dialog', (dialog) => outside.push(dialog.message()));
  await playCertificates(page);
  await page.setViewportSize({ width: 480, height: 480 });
  await page.clock.install();

  for (const { name, what, pages, text, ink } of HARMLESS) {
    const seen = await look(page, `harmless/${name}`);
    const shown = { end: 'shown', pages: `Page 1 of ${pages}` };
    expect.soft(seen, `${name}: ${what}`).toMatchObject(shown);
    expect.soft(seen.text, `the text of ${name}`).toContain(text ?? '');
    expect.soft(seen.ink, `the drawing of ${name}`).toBeGreaterThan(ink);
  }

  for (const { name, what, end } of HOSTILE) {
    const seeing = look(page, `hostile/${name}`);
    if (end === 'left') {
      // Each part of the work has its own patience, and nobody knows which one is being waited for.
      await expect(async () => {
        await page.clock.fastForward(PATIENCE_MS);
        await expect(page.getByText(/takes too long to draw/)).toBeVisible({ timeout: 500 });
      }).toPass();
    }
    expect.soft((await seeing).end, `${name}: ${what}`).toBe(end);
  }
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => 'pdfRan' in globalThis)).toBe(false);
  // Whatever was left behind, the next certificate is drawn.
  expect(await look(page, 'harmless/pdf-lib-plain')).toMatchObject({ end: 'shown' });

  await look(page, 'hostile/links');
  const links = page.getByRole('region', { name: 'Links on this page, as text' });
  await expect(links).toContainText('javascript:globalThis.pdfRan=true');
  const waysOut = page.locator('main :is(a[href^="javascript:"], iframe, embed, object)');
  await expect(waysOut).toHaveCount(0);

  await look(page, 'hostile/page-of-html');
  await expect(button(page, 'Try again')).toBeVisible();
  await button(page, 'Show data').click();
  await expect(page.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true');
});
