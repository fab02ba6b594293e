import { expect, test } from 'vitest';
import { HELP_PAGES, helpFor, ROUTES } from '../../paths.ts';
import { parseGuide } from './markdown.tsx';
import { readGuide } from './guide.ts';

test('every page of the guide is there in both languages, with a title', async () => {
  for (const language of ['en', 'it'] as const) {
    for (const page of HELP_PAGES) {
      const { title, tokens } = parseGuide(await readGuide(language, page));
      expect(title).not.toBe('');
      expect(tokens.length).toBeGreaterThan(0);
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
