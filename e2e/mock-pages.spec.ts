import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { judge } from './support/accessibility.ts';
import { type MockService, startMockService } from '../src-mock/mock-service.ts';

interface Visit {
  readonly service: MockService;
  /** What the browser complained about or asked of anybody else. */
  readonly complaints: readonly string[];
}

/** A service of its own for every test. */
const test = base.extend<{ visit: Visit }>({
  visit: async ({ page }, use) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'labseal-pages-'));
    const service = await startMockService({ dataFolder });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.url) && !url.startsWith('data:')) complaints.push(`asked ${url}`);
    });
    await use({ service, complaints });
    await service.close();
    await rm(dataFolder, { recursive: true });
  },
});

function operation(page: Page, id: string): Locator {
  return page.locator(`[id="operations-${id}"]`);
}

/** Opens an operation for trying out. */
async function tryOut(described: Locator): Promise<void> {
  await described.locator('.opblock-summary-control').click();
  await described.getByRole('button', { name: 'Try it out' }).click();
}

async function execute(described: Locator): Promise<Locator> {
  await described.getByRole('button', { name: 'Execute' }).click();
  return described.locator('.live-responses-table .response').first();
}

test('the reference shows all operations and asks no other machine', async ({
  page,
  visit: { service, complaints },
}) => {
  await page.goto(`${service.url}/docs`);
  await expect(page.locator('.opblock')).toHaveCount(44);
  await expect(page.getByRole('heading', { name: /notarization service/ })).toBeVisible();
  await operation(page, 'Public_files-uploadPublicFile')
    .locator('.opblock-summary-control')
    .click();
  await expect(page.getByText('Price: the size in MB, in credits.')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('there is nothing for axe to find in the reference, in light and dark, an operation of each kind open', async ({
  page,
  visit: { service },
}) => {
  await page.goto(`${service.url}/docs`);
  for (const kind of ['get', 'post', 'patch', 'delete']) {
    const first = page.locator(`.opblock-${kind}`).first();
    await first.locator('.opblock-summary-control').click();
    await first.getByRole('button', { name: 'Try it out' }).click();
    await expect(first.getByRole('button', { name: 'Execute' })).toBeVisible();
  }
  await page.mouse.move(0, 0);
  // The viewer paints an operation that was just opened once more.
  await expect(async () => expect(await judge(page, 'reference', false)).toEqual([])).toPass();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Write your own client' }).click();
  const own = await opened;
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Write your own client');
  expect(await judge(own, 'own client')).toEqual([]);
});

test('signing in and uploading a file can be tried out from the reference', async ({
  page,
  visit: { service, complaints },
}) => {
  const account = service.demoAccounts.find(({ role }) => role === 'principal investigator');
  if (account === undefined) throw new Error('the demo has no principal investigator');
  await page.goto(`${service.url}/docs`);

  const login = operation(page, 'Account-login');
  await tryOut(login);
  const { email, password } = account;
  await login.locator('textarea').fill(JSON.stringify({ email, password }));
  const answer = await execute(login);
  await expect(answer).toContainText('200');
  const { token } = JSON.parse(
    await answer.locator('.highlight-code code').first().innerText(),
  ) as {
    token: string;
  };

  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.getByLabel('bearer-value').fill(token);
  await page.getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).click();

  const headers = { Authorization: `Bearer ${token}` };
  const projects = await page.request.get(`${service.url}/projects`, { headers });
  const { records } = (await projects.json()) as { records: { id: string }[] };

  const upload = operation(page, 'Private_files-uploadPrivateFile');
  await tryOut(upload);
  await upload.getByPlaceholder('projectId').fill(records[0]?.id ?? '');
  const content = { name: 'tried.txt', mimeType: 'text/plain', buffer: Buffer.from('tried out') };
  await upload.locator('input[type=file]').setInputFiles(content);
  await expect(await execute(upload)).toContainText('201');
  expect(complaints).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`first page and mailbox work at 320 px, ${colorScheme}`, async ({
    page,
    visit: { service, complaints },
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    const someone = { name: 'Noa', lastName: 'New', organisation: 'Lab', location: 'Here' };
    const data = {
      ...someone,
      email: `noa+${'x'.repeat(60)}@example.org`,
      password: 'long enough 1!',
    };
    expect((await page.request.post(`${service.url}/users`, { data })).status()).toBe(200);

    await page.goto(service.url);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await fits()).toBe(true);
    await page.getByRole('link', { name: 'Mailbox' }).click();
    await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible();
    await expect(page.getByText(data.email)).toBeVisible();
    expect(await fits()).toBe(true);
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe(colorScheme === 'light' ? 'rgb(250, 249, 246)' : 'rgb(20, 23, 29)');

    const activation = page.getByRole('link', { name: 'Activate the account' });
    expect((await page.request.get((await activation.getAttribute('href')) ?? '')).status()).toBe(
      200,
    );
    expect(complaints).toEqual([]);
  });
}
