import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Markdown } from '../../parts/help/guide-markdown.tsx';
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { hrefOf, press } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import { HelpScreen } from './help-screen.tsx';
import { HELP_PAGES } from '../../../src-shared/model/text/guide-topics.ts';
import { HELP_TOPICS, helpFor, ROUTES } from '../../paths.ts';
import { openGuideSearch, readGuide } from '../../parts/help/guide.ts';

test('every page of the guide is there in both languages, with a title', async () => {
  for (const language of ['en', 'it'] as const) {
    for (const page of HELP_PAGES) {
      const { title, lead, parts } = await readGuide(language, page);
      expect(title).not.toBe('');
      expect(lead.length + parts.length).toBeGreaterThan(0);
    }
  }
});

test('every screen of a signed-in person has a page of its own in the guide', () => {
  expect(helpFor(ROUTES.verify)).toBe('check-a-proof');
  expect(helpFor('/projects/p/files/7/certificate')).toBe('check-a-proof');
  expect(helpFor('/projects/p/members')).toBe('principal-investigator');
  expect(helpFor(ROUTES.activity)).toBe('when-something-is-wrong');
  expect(helpFor('/projects/p/files')).toBe('researcher');
  expect(helpFor(ROUTES.overview)).toBe('researcher');
  expect(helpFor(ROUTES.users)).toBe('administrator');
});

test('a paragraph is found by any of its words, whatever their accents; a heading counts most', async () => {
  const find = await openGuideSearch('en');
  expect(find('fingerprint')[0]).toMatchObject({ page: 'glossary', title: 'Fingerprint' });
  expect(find('BAG scanner')).toEqual([]);
  expect(find('delete backup').map(({ anchor }) => anchor)).toContain(
    'may-i-delete-a-file-once-it-is-notarized',
  );
  expect(find(' ')).toEqual([]);
  const trova = await openGuideSearch('it');
  expect(trova('disponibilita').map(({ anchor }) => anchor)).toContain('for-a-paper');
});

test('a paragraph is opened at its heading, and the guide is searched', async () => {
  visit(fakeBridge({}), { path: '/help', address: '/help?page=glossary&part=outbox' }, () => (
    <HelpScreen />
  ));
  const heading = await screen.findByRole('heading', { level: 2, name: 'Outbox' });
  await waitFor(() => expect(heading).toHaveFocus());
  await userEvent.type(screen.getByRole('searchbox'), 'proxy');
  await userEvent.click(await screen.findByRole('link', { name: 'A proxy' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Instrument computers' }),
  ).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'qqq');
  expect(await screen.findByText('Nothing in the guide has these words.')).toBeVisible();
});

test('"?" beside a word shows its paragraph in place', async () => {
  visit(fakeBridge({}), { path: '/' }, () => (
    <HelpMark topic={HELP_TOPICS.fingerprint} about="Fingerprint" />
  ));
  await press('Help: Fingerprint');
  expect(await screen.findByText(/computed from all bytes of a file/)).toBeVisible();
  expect(hrefOf('Read on in the guide')).toContain('page=glossary&part=fingerprint');
});

test('the pictures of the guide are on its pages, and say what they show', async () => {
  for (const page of HELP_PAGES) {
    const { lead, parts } = await readGuide('it', page);
    const tokens = [...lead, ...parts.flatMap((part) => part.tokens)];
    const { container, unmount } = visit(fakeBridge({}), { path: '/' }, () => (
      <Markdown tokens={tokens} />
    ));
    const wanted = tokens.flatMap(({ raw }) => raw.match(/!\[/g) ?? []);
    expect(container.querySelectorAll('img[alt]:not([alt=""])')).toHaveLength(wanted.length);
    unmount();
  }
});
