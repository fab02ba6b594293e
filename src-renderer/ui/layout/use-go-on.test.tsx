import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useGoOn } from './use-go-on.ts';

test('what is done later leads on, and not from where the person has gone meanwhile', async () => {
  const seen: { goOn?: (path: string) => void } = {};
  const Form = () => {
    seen.goOn = useGoOn();
    return null;
  };
  const router = createMemoryRouter(
    [
      { path: '/form', Component: Form },
      { path: '*', Component: () => null },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  await act(() => router.navigate('/elsewhere'));
  act(() => seen.goOn?.('/done'));
  expect(router.state.location.pathname).toBe('/elsewhere');
  await act(() => router.navigate('/form'));
  await act(async () => seen.goOn?.('/done'));
  expect(router.state.location.pathname).toBe('/done');
});
