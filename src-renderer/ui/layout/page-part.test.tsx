import { act, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { BrokenScreen } from '../../app/plain-pages.tsx';
import { press } from '../../test-support/person.ts';
import {
  lazyPart,
  loadAllParts,
  loadScreen,
  type PagePart,
  pagePart,
  PartMissing,
} from './page-part.tsx';

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

const AUDITS = '/audits';

/** A screen inside a frame that is there before any screen is, as every screen of the page is. */
function framed(lazy: () => Promise<{ Component: () => ReactElement }>) {
  const router = createMemoryRouter([
    {
      element: (
        <>
          <nav>the frame</nav>
          <Outlet />
        </>
      ),
      hydrateFallbackElement: <p>starting</p>,
      children: [
        { path: '/', element: <p>the overview</p> },
        { path: AUDITS, errorElement: <BrokenScreen />, lazy },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  return act(() => router.navigate(AUDITS));
}

function auditsOf({ serve }: ReturnType<typeof host>) {
  const parts: PagePart<unknown>[] = [];
  return { parts, part: pagePart(() => serve('screen', () => <p>the audits</p>), parts) };
}

test.each(['Try again', 'the host is back'])(
  'a screen that cannot be loaded says so inside its frame, and opens: %s',
  async (how) => {
    const away = host();
    const { part, parts } = auditsOf(away);
    await framed(async () => ({ Component: await loadScreen(part) }));
    expect(
      await screen.findByRole('heading', { name: 'This page is not loaded yet' }),
    ).toBeVisible();
    expect(screen.getByRole('navigation')).toHaveTextContent('the frame');
    expect(screen.getByRole('alert')).toHaveTextContent('Labseal does not answer');
    away.setThere(true);
    if (how === 'Try again') await press(how);
    else await act(() => loadAllParts(idle, parts));
    expect(await screen.findByText('the audits')).toBeVisible();
  },
);

test('a part of a screen that cannot be loaded says so in its place', async () => {
  const { setThere, serve } = host();
  const Viewer = lazyPart(() => serve('viewer', ({ name }: { name: string }) => <p>{name}</p>));
  render(<Viewer name="paper.pdf" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Labseal does not answer');
  setThere(true);
  await press('Try again');
  expect(await screen.findByText('paper.pdf')).toBeVisible();
});

function Broken(): ReactElement {
  throw new Error('a bug');
}

test('a bug in a screen is told apart from one that is not loaded', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  await framed(() => Promise.resolve({ Component: Broken }));
  expect(await screen.findByRole('heading', { name: 'This page stopped working' })).toBeVisible();
  expect(reported).toHaveBeenCalled();
  reported.mockRestore();
});
