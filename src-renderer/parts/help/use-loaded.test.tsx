import { act, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { HostAnswers, PartMissing } from '../../ui/layout/page-part.tsx';
import { useLoaded } from './use-loaded.ts';

const under = (answers: boolean, shown: ReactElement) => (
  <HostAnswers value={answers}>{shown}</HostAnswers>
);

test('what is missing is asked for once more each time the host is back, and what came is kept', async () => {
  let guide: { readonly text: string } | null = null;
  let asked = 0;
  const load = async () => {
    asked += 1;
    if (guide === null) throw new PartMissing();
    return guide;
  };
  function Guide(): ReactElement {
    const loaded = useLoaded(load);
    return <p>{loaded === 'missing' ? 'missing' : loaded?.text}</p>;
  }
  const { rerender } = render(under(false, <Guide />));
  await screen.findByText('missing');
  const hostIs = (answers: boolean) => act(async () => rerender(under(answers, <Guide />)));
  await hostIs(true);
  expect(asked).toBe(2); // it answers, and still has none: nothing is gained by asking on
  await hostIs(false);
  guide = { text: 'the guide' };
  await hostIs(true);
  expect(screen.getByText('the guide')).toBeVisible();
  await hostIs(false);
  await hostIs(true);
  expect(asked).toBe(3);
});
