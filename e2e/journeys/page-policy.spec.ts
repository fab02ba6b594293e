/** The page under the policy of its host, its key, and the end of its host. */
import { openHost } from '../support/host.ts';
import { expect, test } from '../support/lab.ts';
import { addressOf } from '../support/page-address.ts';

test('the built page runs under the policy of its host, keeps its session over a reload, and says when the host is gone', async ({
  lab,
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  const { running } = await openHost(lab);
  const { address, key } = await addressOf(running);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).not.toContain(key);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(said).toEqual([]);
  // The component library finds its rule in the page and writes none of its own.
  await expect(page.locator('style')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Search/ })).toHaveCSS(
    'touch-action',
    'manipulation',
  );

  await page.evaluate(async () => {
    const told: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      told.push(event.effectiveDirective),
    );
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/pixel.png';
    document.body.append(image);
    const script = document.createElement('script');
    try {
      script.textContent = 'window.wasRun = true';
    } catch {
      told.push('trusted types'); // a text is no script, before the policy is even asked
    }
    document.body.append(script);
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    Object.assign(window, { told });
  });
  const refusals = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await expect.poll(refusals).toEqual(expect.arrayContaining(['img-src', 'connect-src']));
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  running.send('SIGTERM');
  await running.ended;
  await expect(page.getByText('Labseal does not answer.', { exact: true })).toBeVisible();
});
