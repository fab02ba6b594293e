/** What else a screen can show: other views of it, what opens over it, and what it says without the service. */
import type { Page } from '@playwright/test';
import { SETTINGS_SECTIONS } from '../../src-renderer/paths.ts';
import type { Screen } from './every-screen.ts';

const button = (page: Page, name: RegExp | string) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const offline = (page: Page) =>
  page.getByRole('region', { name: 'Demo' }).getByText('Offline', { exact: true });

const FILES = '/projects/:projectId/files';

export const OVERLAYS: readonly Screen[] = [
  ...SETTINGS_SECTIONS.map((section) => ({
    name: `settings-${section}`,
    address: `/settings/${section}`,
  })),
  ...['needs-you', 'history'].map((view) => ({
    name: `activity-${view}`,
    address: `/activity?view=${view}`,
  })),
  {
    name: 'certificate-drawn',
    address: '/projects/:projectId/files/:proofId/certificate',
    open: (page) =>
      page
        .getByRole('region', { name: /^Page 1 of/ })
        .getByText('.csv')
        .waitFor(),
  },
  { name: 'lineage-of-secondary', address: '/projects/:secondaryId/lineage' },
  { name: 'lineage-graph', address: '/projects/:secondaryId/lineage?view=graph' },
  {
    name: 'search',
    address: '/',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'shortcuts',
    address: '/',
    open: async (page) => {
      await page.keyboard.press('Shift+F1');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'file-details',
    address: FILES,
    open: (page) => page.getByRole('grid').getByRole('row').nth(1).click(),
  },
  {
    name: 'file-deletion',
    address: '/projects/:projectId/files/:fileId',
    open: async (page) => {
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: /Delete on the service/ }).click();
    },
  },
  {
    name: 'evidence',
    address: '/projects/:projectId/files/:fileId',
    open: (page) => button(page, 'Evidence…').click(),
  },
  { name: 'pause', address: '/activity', open: (page) => button(page, 'Pause uploads').click() },
  {
    name: 'stop-watching',
    address: '/projects/:projectId/folders',
    open: (page) => button(page, /^Stop watching/).click(),
  },
  { name: 'limit', address: '/credits', open: (page) => button(page, /^Change: /).click() },
  {
    name: 'verdict',
    address: '/verify',
    open: async (page) => {
      const file = { name: 'any.csv', mimeType: 'text/csv', buffer: Buffer.from('unknown') };
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.getByRole('region', { name: /^Can’t tell yet/ }).waitFor();
    },
  },
  {
    name: 'offline',
    address: '/credits',
    open: async (page) => {
      await offline(page).click();
      await button(page, 'Refresh').click(); // noticed by who asks the service
      await page.getByRole('contentinfo').filter({ hasText: 'Offline' }).waitFor();
    },
    close: (page) => offline(page).click(),
  },
];
