import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { HealthItem } from '../../../src-shared/model/status/health.ts';
import { paceOf } from '../../../src-shared/model/files/sending-speed.ts';
import { healthOf, useCore } from '../../data/bridge-context.ts';
import { StatusText } from '../../parts/files/status-text.tsx';
import { LastKnown } from '../../ui/feedback/last-known.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { accountStatus, statusView } from '../../test-support/builders.ts';
import { hrefOf, press } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { NOTHING_READ } from '../../data/core-store.ts';
import { HealthArea } from './health-area.tsx';

import { StatusBar } from './status-bar.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const DOWN: HealthItem = { code: 'server-down', why: null, files: 3, untilMs: null };
const SHORT: HealthItem = { code: 'credits-short', files: 24 };

function show(items: readonly HealthItem[]) {
  const bridge = fakeBridge({ 'folders.look': () => null });
  const area = () => <HealthArea items={items} nowMs={NOW} isNews={() => true} />;
  return { bridge, ...visit(bridge, { path: '/' }, area) };
}

const banner = () => screen.getAllByRole('status')[0];

describe('the banner', () => {
  test('the heaviest thing is shown with what to do, the others are behind one button; none while all is well', async () => {
    const well = show([]);
    expect(banner()).toBeEmptyDOMElement();
    well.unmount();
    const { bridge } = show([DOWN, SHORT]);
    expect(banner()).toHaveTextContent('The service does not answer as it should.');
    expect(screen.queryByText(/Not enough credits/)).toBeNull();
    await press('+1 more');
    expect(screen.getByRole('dialog')).toHaveTextContent('Not enough credits. 24 files wait');
    await userEvent.keyboard('{Escape}');
    await press('Try now');
    expect(bridge.asked.map(({ name }) => name)).toEqual(['folders.look']);
    await press('Help: The service does not answer as it should.');
    expect(await screen.findByText(/labseal doctor/)).toBeVisible();
    expect(hrefOf('Read on in the guide')).toContain('part=the-service-cannot-be-reached');
  });

  test('its title is announced, and not how long it still takes, which changes all the time', () => {
    show([{ ...DOWN, untilMs: NOW + 60_000 }]);
    expect(banner()).toHaveAttribute('aria-atomic', 'false');
    const unsaid = '[aria-live="off"]';
    expect(screen.getByText(/does not answer as it should/).closest(unsaid)).toBeNull();
    expect(screen.getByText(/Next try/).closest(unsaid)).not.toBeNull();
  });
});

const file = (fileId: string, state: 'uploading' | 'hashing', doneBytes: number) =>
  [fileId, { fileId, state, doneBytes, totalBytes: 10_000 }] as const;

const progressEvent = {
  kind: 'progress',
  files: [file('1', 'uploading', 4_000)[1]],
  scans: [],
} as const;

describe('the status bar', () => {
  test('says the same as the banner, in two words', () => {
    const rest = { needYou: 0, status: statusView(), balance: null, pace: null, nowMs: NOW };
    const bar = <StatusBar {...rest} health={[DOWN, SHORT]} />;
    const { rerender } = render(bar);
    expect(screen.getByRole('contentinfo')).toHaveTextContent('Service away');
    rerender(<StatusBar {...rest} health={[]} />);
    expect(screen.getByRole('contentinfo')).not.toHaveTextContent('away');
  });

  test('says how fast it sends and for how long, what waits, and when the service was heard', () => {
    const count = { files: 2, bytes: 1 } as const;
    const counts = [
      { state: 'uploading', hold: null, ...count },
      { state: 'held', hold: 'paused', ...count },
    ] as const;
    const status = statusView({ account: accountStatus({ counts }), heardAtMs: NOW - 180_000 });
    const pace = { bytesPerSecond: 4_200_000, leftMs: 120_000 };
    const rest = { needYou: 0, status, balance: null, nowMs: NOW };
    const { rerender } = render(<StatusBar {...rest} pace={pace} health={[]} />);
    const bar = screen.getByRole('contentinfo');
    expect(bar).toHaveTextContent('Sending 2 files · 4.2 MB/s · 2 minutes left');
    expect(bar).toHaveTextContent('2 wait');
    // Nobody has asked since: whether it is there now is not known, and not said.
    expect(bar).toHaveTextContent('Last contact 3 min ago');
    expect(bar).not.toHaveTextContent('Online');
    rerender(<StatusBar {...rest} pace={null} health={[SHORT, DOWN]} />);
    expect(bar).not.toHaveTextContent('MB/s');
    // Without the service nothing goes on, whatever was on its way.
    expect(bar).not.toHaveTextContent('Sending');
    expect(bar).toHaveTextContent('2 files wait for the service');
    // In the inbox, and in its number: not said once more.
    expect(bar).not.toHaveTextContent('Credits short');
    expect(bar).toHaveTextContent('Service away · last contact 3 min ago');
    const heard = { ...status, heardAtMs: NOW - 2_000 };
    rerender(<StatusBar {...rest} status={heard} pace={null} health={[]} />);
    expect(bar).toHaveTextContent('Online · last contact now');
    rerender(<StatusBar {...rest} status={heard} pace={null} health={[DOWN]} />);
    expect(bar).toHaveTextContent(/Service away · last contact \d\d:\d\d/);
  });

  test('the pace is that of all files that are sent, and none is made up', () => {
    const progress = new Map([
      file('1', 'uploading', 4_000),
      file('2', 'uploading', 8_000),
      file('3', 'hashing', 0),
    ]);
    const speeds: Readonly<Record<string, number>> = { 1: 3_000, 2: 1_000, 3: 9_000 };
    const speedOf = (fileId: string) => speeds[fileId] ?? null;
    expect(paceOf(progress, speedOf)).toEqual({ bytesPerSecond: 4_000, leftMs: 2_000 });
    expect(paceOf(progress, () => null)).toBeNull();
    expect(paceOf(new Map(), speedOf)).toBeNull();
  });
});

test('a page that lost its host shows nothing as going on, and says why', async () => {
  const bridge = fakeBridge();
  const count = { hold: null, files: 2, bytes: 1 } as const;
  const Frame = () => {
    const view = useCore((core) => core);
    const isLost = view.link !== 'open';
    const counts = [{ state: 'uploading', ...count }] as const;
    const status = statusView({ account: accountStatus({ counts }), heardAtMs: NOW });
    const pace = isLost ? null : { bytesPerSecond: 3_000_000, leftMs: 1 };
    return (
      <LastKnown value={isLost}>
        <StatusText state="uploading" hold={null} share={0.4} />
        <StatusText state="notarized" hold={null} />
        <ProgressBar label="Download" share={0.4} />
        <p data-testid="moving">{view.progress.size}</p>
        <StatusBar
          status={status}
          balance={null}
          needYou={0}
          pace={pace}
          nowMs={NOW}
          health={healthOf({ ...view, status }, NOW)}
        />
      </LastKnown>
    );
  };
  visit(bridge, { path: '/' }, Frame);
  act(() => bridge.tell(progressEvent));
  expect(screen.getByTestId('moving')).toHaveTextContent('1');
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Sending 2 files · 3.0 MB/s');
  act(() => bridge.tell({ kind: 'link-changed', link: 'lost' }));
  expect(screen.getByRole('contentinfo').textContent).toBe('Labseal does not answer');
  expect(screen.getByTestId('moving')).toHaveTextContent('0');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByText('Last known: Sending')).toBeVisible();
  expect(screen.getByText('Notarized')).toBeVisible();
  act(() => bridge.tell({ kind: 'link-changed', link: 'open' }));
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Sending 2 files · 3.0 MB/s');
});

test('a page that lost its host says only that', () => {
  const view = { ...NOTHING_READ, link: 'lost', status: statusView() } as const;
  expect(healthOf(view, NOW)).toEqual([{ code: 'host-lost' }]);
  expect(healthOf({ ...view, link: 'open' }, NOW)).toEqual([]);
  expect(healthOf({ ...view, status: null }, NOW)).toEqual([]);
});
