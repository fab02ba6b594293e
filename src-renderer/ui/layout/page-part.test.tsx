import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { BrokenScreen } from '../../app/plain-pages.tsx';
import { press } from '../../test-support/person.ts';
import { lazyPart, loadAllParts, type PagePart, pagePart, PartMissing } from './page-part.tsx';

const idle = () => Promise.resolve();

/** A host that is away until it is told to be there. */
function host() {
  const asked: string[] = [];
  let isThere = false;
  return {
    asked,
    setThere: (value: boolean) => {
      isThere = value;
    },
    serve: async <Part,>(name: string, part: Part): Promise<Part> => {
      asked.push(name);
      await Promise.resolve();
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
      return part;
    },
  };
}

test('every part is loaded in the background, once, and what they bring along too', async () => {
  const { asked, setThere, serve } = host();
  setThere(true);
  const parts: PagePart<unknown>[] = [];
  pagePart(() => {
    pagePart(() => serve('inner', 1), parts);
    return serve('outer', 1);
  }, parts);
  await loadAllParts(idle, parts);
  expect(asked).toEqual(['outer', 'inner']);
  await loadAllParts(idle, parts);
  expect(asked).toEqual(['outer', 'inner']);
});

test('the background goes on where it ended, once the host is back', async () => {
  const { asked, setThere, serve } = host();
  const parts: PagePart<unknown>[] = [];
  const part = pagePart(() => serve('part', 1), parts);
  await loadAllParts(idle, parts);
  expect(part.loaded()).toBeNull();
  await expect(part.load()).rejects.toBeInstanceOf(PartMissing);
  setThere(true);
  await loadAllParts(idle, parts);
  expect(part.loaded()).toBe(1);
  expect(asked).toEqual(['part', 'part', 'part']);
});

test('a screen that cannot be loaded says so inside its frame, and opens with "Try again"', async () => {
  const { setThere, serve } = host();
  const part = pagePart(() => serve('screen', () => <p>the audits</p>));
  const router = createMemoryRouter([
    { path: '/', element: <p>the overview</p> },
    {
      path: '/audits',
      errorElement: <BrokenScreen />,
      lazy: async () => ({ Component: await part.load() }),
    },
  ]);
  render(<RouterProvider router={router} />);
  await act(() => router.navigate('/audits'));
  expect(await screen.findByRole('heading', { name: 'This page is not loaded yet' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Labseal does not answer');
  setThere(true);
  await press('Try again');
  expect(await screen.findByText('the audits')).toBeVisible();
});

test('a part of a screen that cannot be loaded says so in its place', async () => {
  const { setThere, serve } = host();
  const Viewer = lazyPart(() => serve('viewer', ({ name }: { name: string }) => <p>{name}</p>));
  render(<Viewer name="paper.pdf" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Labseal does not answer');
  setThere(true);
  await press('Try again');
  expect(await screen.findByText('paper.pdf')).toBeVisible();
});

test('a bug in a screen is told apart from one that is not loaded', async () => {
  const router = createMemoryRouter([
    {
      path: '/',
      errorElement: <BrokenScreen />,
      lazy: () => Promise.reject(new Error('a bug')),
    },
  ]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('heading', { name: 'This page stopped working' })).toBeVisible();
});
