import fs from 'node:fs';
import path from 'node:path';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { Starting } from './plain-pages.tsx';
import { expectText } from '../test-support/person.ts';

const html = fs.readFileSync(path.join(import.meta.dirname, '..', 'index.html'), 'utf8');
const shownFirst = /<div id="root">\s*(<p.*?<\/p>)/s.exec(html)?.[1];

test('the page shows its name before any script has come, and the same until its first screen has', async () => {
  const { promise, resolve } = Promise.withResolvers<{ Component: () => string }>();
  const route = { path: '/', hydrateFallbackElement: <Starting />, lazy: () => promise };
  const { container } = render(<RouterProvider router={createMemoryRouter([route])} />);
  expect(shownFirst).toMatch(/>Labseal</);
  expect(container.innerHTML).toBe(shownFirst);
  resolve({ Component: () => 'a screen' });
  await expectText('a screen');
  expect(container).not.toHaveTextContent('Labseal');
});
