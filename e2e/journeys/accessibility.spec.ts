import { judgeAll, openDemo } from '../support/accessibility.ts';
import { expect, test } from '../support/face-test.ts';

/** Where people are most of the time; accessibility.spec.ts goes through every screen in every state. */
const MAIN_SCREENS = [
  '/',
  '/activity',
  '/credits',
  '/outbox',
  '/settings',
  '/verify',
  '/watch',
  '/projects/:projectId/files',
  '/projects/:projectId/files/:fileId/certificate',
  '/projects/:projectId/folders',
  '/projects/:projectId/members',
];

test('axe finds nothing on the main screens, in light and dark', async ({ demo }) => {
  const { face, ids } = await openDemo(demo);
  expect(await judgeAll(face, MAIN_SCREENS, ids)).toEqual([]);
});
