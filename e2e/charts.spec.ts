/** A chart of the page, on the demo's own charges. */
import { openDemo } from './support/accessibility.ts';
import { expect, test } from './support/face-test.ts';

test('a chart comes with the screens that show one, and is read with the arrow keys and under the pointer', async ({
  demo,
}) => {
  const { face } = await openDemo(demo);
  const { page, goTo } = face;
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const isDrawn = () => fetched.some((url) => url.includes('chart-drawing'));
  await page.reload();
  await goTo('/files');
  await expect(page.getByRole('grid')).toBeVisible();
  expect(isDrawn()).toBe(false);
  await goTo('/credits');
  const chart = page.getByRole('application', { name: /^Spent by day/ });
  await expect(chart).toBeVisible();
  expect(isDrawn()).toBe(true);
  await chart.focus();
  const figure = page.getByRole('figure', { name: 'Spent by day' });
  const said = figure.getByRole('status');
  await expect(said).toContainText('Spent: ');
  const first = await said.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(said).not.toHaveText(first ?? '');
  await expect(figure.getByRole('term')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(figure.getByRole('term')).toBeHidden();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart has no place');
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await expect(figure.getByRole('term')).toBeVisible();
});
