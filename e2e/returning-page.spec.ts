/** A page that is open while Labseal ends and starts again, and while other programs listen where it was. */
import { once } from 'node:events';
import net from 'node:net';
import type { Page } from '@playwright/test';
import { AWAY, button, expect, HOST_ENDED, row, said, test, title } from './support/face-test.ts';
import { addressOf } from './support/page-address.ts';

/** What the browser says of a host that ended, and of what is none. */
const NO_HOST = new RegExp(`${HOST_ENDED.source}|ERR_|Failed to load`);

const sessionOf = (page: Page): Promise<string> =>
  page.evaluate(() => sessionStorage.getItem('labseal-session') ?? '');

/** Another program at the port. It keeps every byte it gets, and hands all of them on when there is somebody behind it. */
async function impostorAt(port: number, behind: () => number | null) {
  let heard = '';
  const lines = new Set<net.Socket>();
  const server = net.createServer((line) => {
    lines.add(line);
    line.on('error', () => undefined).on('close', () => lines.delete(line));
    const elsewhere = behind();
    line.on('data', (bytes) => {
      heard += unmasked(bytes);
    });
    if (elsewhere === null) return;
    const onward = net.connect(elsewhere, '127.0.0.1').on('error', () => undefined);
    // The host looks at the names in the head: it is told its own.
    line.on('data', (bytes) => {
      onward.write(bytes.toString('latin1').replaceAll(`:${port}`, `:${elsewhere}`), 'latin1');
    });
    onward.pipe(line);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    heard: () => heard,
    async leave() {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The text of a request or of a frame of a WebSocket; browsers hide what is in theirs. */
function unmasked(bytes: Buffer): string {
  const isFrame = bytes[0] === 0x81;
  if (!isFrame) return bytes.toString('latin1');
  const short = (bytes[1] ?? 0) & 0x7f;
  const at = short === 126 ? 4 : 2;
  const mask = bytes.subarray(at, at + 4);
  return String.fromCharCode(
    ...bytes.subarray(at + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0)),
  );
}

test('a page goes on by itself when Labseal starts again: it asks for no key, and a reload needs none', async ({
  newLab,
  openFace,
}) => {
  const { page, origin, program, allow } = await openFace(newLab);
  allow(NO_HOST);
  await button(page, 'Sign in').click();
  program.send('SIGKILL');
  await program.ended;
  await expect(said(page, AWAY)).toBeVisible();
  const next = newLab.start(['serve']);
  expect((await addressOf(next)).origin).toBe(origin);
  await expect(said(page, AWAY)).toBeHidden();
  await expect(title(page)).toHaveText('Sign in');
  await page.reload();
  await expect(title(page)).toHaveText('Sign in');
});

test('a screen that was asked for while Labseal ended says so in its place, and appears when Labseal is back', async ({
  newLab,
  openFace,
  context,
}) => {
  const ending = Promise.withResolvers<undefined>();
  await context.route(/signed-out-screens/, async (route) => {
    await ending.promise; // neither this fetch nor the one in the background was done before
    await route.abort('connectionreset');
  });
  const { page, program, allow } = await openFace(newLab);
  allow(NO_HOST);
  await button(page, 'Sign in').click();
  program.send('SIGKILL');
  await program.ended;
  ending.resolve(undefined);
  await expect(title(page)).toHaveText('This page is not loaded yet');
  await expect(said(page, 'could not be loaded, because Labseal does not answer')).toBeVisible();
  // One that failed is never asked for again by WebKit, even by a page that is loaded again.
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0);
  await context.unroute(/signed-out-screens/);
  await addressOf(newLab.start(['serve']));
  await expect(title(page)).toHaveText('Sign in');
});

test('a screen that a Labseal of another build does not have leads to the page of that build', async ({
  newLab,
  openFace,
  context,
}) => {
  let isOld = true; // until the page is loaded again
  await context.route(/signed-out-screens/, (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  const { page, allow } = await openFace(newLab);
  allow(NO_HOST);
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  await button(page, 'Sign in').click();
  await expect(said(page, 'This part of the page has not come')).toBeVisible();
  await button(page, 'Load again').click();
  await expect(title(page)).toHaveText('Sign in');
});

test('what reads certificates is asked for again when it did not come', async ({ demo }) => {
  demo.allow(/Failed to load/);
  const page = await demo.openWindow();
  await page.route(/pdf\.worker/, (route) => route.fulfill({ status: 404 }));
  await demo.goTo('/certificates', page);
  await row(page, /Saved here/)
    .first()
    .click();
  await expect(page.getByText('This certificate cannot be drawn now')).toBeVisible();
  await page.unrouteAll();
  await button(page, 'Try again').click();
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeVisible();
});

test('a page whose scripts do not come says what to do', async ({ newLab, context }) => {
  await context.route(/assets\/index-.*\.js/, (route) => route.abort('connectionreset'));
  const page = await context.newPage();
  await page.goto((await addressOf(newLab.start(['serve']))).address);
  await expect(page.getByText('load this page again')).toBeVisible();
  await context.unrouteAll();
  await page.reload();
  await expect(title(page)).toHaveText('Prove what your data was, and when.');
});

test('a page whose key was not answered goes on when Labseal answers', async ({
  newLab,
  context,
}) => {
  const { address } = await addressOf(newLab.start(['serve']));
  const page = await context.newPage();
  let lost = 2;
  await page.route(/\/api\/(session|proof)$/, (route) => {
    lost -= 1;
    return lost >= 0 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto(address);
  await expect(title(page)).toHaveText('Prove what your data was, and when.');
  expect(lost).toBeLessThan(0);
});

test('a program that listens where Labseal was gets no session, nor does one that hands the question on', async ({
  newLab,
  openFace,
}) => {
  const { page, origin, program, allow } = await openFace(newLab);
  allow(NO_HOST);
  const session = await sessionOf(page);
  expect(session).toMatch(/^[\w-]{32}$/);
  program.send('SIGTERM');
  await program.ended;
  let behind: number | null = null;
  const impostor = await impostorAt(Number(new URL(origin).port), () => behind);
  await expect.poll(impostor.heard).toContain('Upgrade: websocket');
  await expect(said(page, AWAY)).toBeVisible();

  // Labseal starts at another port; the listener is a way to it that sees everything.
  const next = newLab.start(['serve']);
  const moved = await addressOf(next);
  expect(moved.origin).not.toBe(origin);
  behind = Number(new URL(moved.origin).port);
  const asked = () => impostor.heard().split('"kind":"prove"').length - 1;
  await expect.poll(asked).toBeGreaterThan(0);
  await expect(page.getByLabel('Newest address, or its key')).toBeVisible();
  expect(impostor.heard()).not.toContain(session);

  // The newest address opens where it leads to: its key is not said here.
  await page.getByLabel('Newest address, or its key').fill(moved.address);
  await button(page, 'Connect').click();
  await expect(title(page)).toHaveText('Prove what your data was, and when.');
  expect(new URL(page.url()).origin).toBe(moved.origin);
  for (const secret of [session, moved.key]) expect(impostor.heard()).not.toContain(secret);
  await impostor.leave();
});
