import { act, render, screen } from '@testing-library/react';
import { type ReactElement, type ReactNode, useSyncExternalStore } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BrokenScreen } from '../../app/plain-pages.tsx';
import { makeListeners } from '../../../src-shared/model/listeners.ts';
import {
  HostAnswers,
  lazyPart,
  loadAllParts,
  loadScreen,
  LONGEST_LOAD_MS,
  type PagePart,
  pagePart,
  PartMissing,
} from './page-part.tsx';

const idle = () => Promise.resolve();

/**
 * A host that is away until it is told to be there. `answers`: what the page knows of that. `isRefused`: its scripts are not
 * to be had even then, since it is a newer one or the browser does not ask again.
 */
function host({ isRefused = false } = {}) {
  const asked: string[] = [];
  let isThere = false;
  const { on, tell } = makeListeners();
  return {
    asked,
    setThere: (value: boolean) => {
      isThere = value;
      tell();
    },
    Around: ({ children }: Readonly<{ children: ReactNode }>) => (
      <HostAnswers value={useSyncExternalStore(on, () => isThere)}>{children}</HostAnswers>
    ),
    serve: async <Part,>(name: string, part: Part): Promise<Part> => {
      asked.push(name);
      await Promise.resolve();
      if (!isThere || isRefused) throw new TypeError('Failed to fetch dynamically imported module');
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
function framed(
  lazy: () => Promise<{ Component: () => ReactElement }>,
  { Around }: Pick<ReturnType<typeof host>, 'Around'> = host(),
) {
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
  render(<RouterProvider router={router} />, { wrapper: Around });
  return act(() => router.navigate(AUDITS));
}

function auditsOf({ serve }: ReturnType<typeof host>) {
  const parts: PagePart<unknown>[] = [];
  return { parts, part: pagePart(() => serve('screen', () => <p>the audits</p>), parts) };
}

test.each(['its screen is shown', 'the background'])(
  'a screen that cannot be loaded says so inside its frame, and opens when the host is back: %s',
  async (how) => {
    const away = host();
    const { part, parts } = auditsOf(away);
    await framed(async () => ({ Component: await loadScreen(part) }), away);
    expect(
      await screen.findByRole('heading', { name: 'This page is not loaded yet' }),
    ).toBeVisible();
    expect(screen.getByRole('navigation')).toHaveTextContent('the frame');
    expect(screen.getByRole('alert')).toHaveTextContent('Labseal does not answer');
    expect(screen.queryByRole('button')).toBeNull(); // nothing to press helps
    await act(async () => {
      away.setThere(true);
      if (how === 'the background') await loadAllParts(idle, parts);
    });
    expect(await screen.findByText('the audits')).toBeVisible();
  },
);

test('what a host that answers does not bring is not called away: the page is to be loaded again', async () => {
  const newer = host({ isRefused: true });
  const { part } = auditsOf(newer);
  await framed(async () => ({ Component: await loadScreen(part) }), newer);
  expect(await screen.findByText(/does not answer/)).toBeVisible();
  act(() => newer.setThere(true));
  expect(await screen.findByText(/has not come/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Load again' })).toBeVisible();
  expect(newer.asked).toEqual(['screen', 'screen']); // at first, and at the return
});

test('a part of a screen that cannot be loaded says so in its place, and appears when the host is back', async () => {
  const { setThere, serve, Around } = host();
  const Viewer = lazyPart(() => serve('viewer', ({ name }: { name: string }) => <p>{name}</p>));
  render(<Viewer name="paper.pdf" />, { wrapper: Around });
  expect(await screen.findByRole('alert')).toHaveTextContent('Labseal does not answer');
  act(() => setThere(true));
  expect(await screen.findByText('paper.pdf')).toBeVisible();
});

test('nobody waits long without a word, and what comes late is shown', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const coming = Promise.withResolvers<() => ReactElement>();
  const slow = host();
  slow.setThere(true);
  const Viewer = lazyPart(() => coming.promise);
  const loading = loadScreen(pagePart(() => coming.promise, []));
  const viewer = render(<Viewer />, { wrapper: slow.Around });
  await act(() => vi.advanceTimersByTimeAsync(LONGEST_LOAD_MS - 1));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert')).toHaveTextContent('load the page again');
  viewer.unmount();

  // A whole screen, which the router waited for.
  const LateScreen = await loading;
  const router = createMemoryRouter([{ path: '/', element: <LateScreen /> }]);
  render(<RouterProvider router={router} />, { wrapper: slow.Around });
  expect(screen.getByRole('alert')).toHaveTextContent('load the page again');
  coming.resolve(() => <p>the paper</p>);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText('the paper')).toBeVisible();
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
