import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import type { HealthItem } from '../../../src-shared/model/status/health.ts';
import { LiveRegions } from '../../ui/feedback/live-region.tsx';
import { useSaidWarnings } from './use-said-warnings.ts';

const gone: HealthItem = {
  code: 'folder-trouble',
  folderId: '1',
  path: '/data/ms2',
  projectId: 'p1',
  trouble: 'absent',
};
const budget = (files: number): HealthItem => ({ code: 'budget-reached', files });

interface Shown {
  readonly health: readonly HealthItem[];
  readonly inBanner?: readonly HealthItem[];
  readonly isKnown?: boolean;
}

function Page({ health, inBanner = [], isKnown = true }: Shown): ReactElement {
  const isNews = useSaidWarnings(health, { inBanner, isKnown, nowMs: 0 });
  return <p>News in the banner: {inBanner.filter(isNews).length}</p>;
}

function open(first: Shown) {
  const shown = (props: Shown) => (
    <LiveRegions>
      <Page {...props} />
    </LiveRegions>
  );
  const { rerender } = render(shown(first));
  return (props: Shown) => rerender(shown(props));
}

const news = () => screen.getByText(/^News in the banner/).textContent;
const said = () => screen.getByRole('status').lastElementChild?.textContent ?? '';

test('a folder that vanishes and files that a limit holds are said once each, however many files they become', () => {
  const show = open({ health: [], isKnown: false });
  show({ health: [] });
  show({ health: [gone] });
  expect(said()).toBe(
    'The folder /data/ms2 is not there any more. Moved or unplugged? Show where it is now.',
  );
  show({ health: [gone, budget(3)] });
  const once =
    'A limit that you set is reached. 3 files wait for you; nothing was charged for them.';
  expect(said()).toBe(once);
  show({ health: [gone, budget(40)] });
  expect(said()).toBe(once);
});

test('what was said of a list, or once by the banner, is no news in the banner of the next page', () => {
  const signedOut: HealthItem = { code: 'signed-out', files: 2 };
  const show = open({ health: [] });
  show({ health: [signedOut] });
  show({ health: [signedOut], inBanner: [signedOut] });
  expect(news()).toBe('News in the banner: 0');
  show({ health: [] });
  show({ health: [signedOut], inBanner: [signedOut] });
  expect(news()).toBe('News in the banner: 1');
  show({ health: [signedOut] });
  show({ health: [signedOut], inBanner: [signedOut] });
  expect(news()).toBe('News in the banner: 0');
});

test('what was so from the start, and what the banner says, is not said again', () => {
  const show = open({ health: [gone] });
  const signedOut: HealthItem = { code: 'signed-out', files: 2 };
  show({ health: [gone, signedOut], inBanner: [signedOut] });
  show({ health: [gone, signedOut] });
  expect(said()).toBe('');
});
