import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppearanceContext, makeAppearanceStore } from '../appearance.ts';
import {
  dueNotices,
  noticeFacts,
  type NoticeFacts,
  type NoticeKind,
} from '../../../src-shared/model/status/notices.ts';
import { useNotices } from './use-notices.ts';
import { NotificationsForm } from '../settings/notifications-form.tsx';

const NONE: NoticeFacts = {
  notarized: 0,
  'needs-you': 0,
  'signed-out': 0,
  credits: 0,
  refused: 0,
};
const MINUTE_MS = 60_000;

/** What the browser would show. */
class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static answer: NotificationPermission = 'granted';
  static shown: FakeNotification[] = [];
  readonly body: string;
  isClosed = false;
  constructor(_title: string, { body }: { body: string }) {
    super();
    this.body = body;
    FakeNotification.shown.push(this);
  }
  static async requestPermission(): Promise<NotificationPermission> {
    await Promise.resolve();
    FakeNotification.permission = FakeNotification.answer;
    return FakeNotification.answer;
  }
  close(): void {
    this.isClosed = true;
  }
}
const bodies = () => FakeNotification.shown.map(({ body }) => body);

beforeEach(() => {
  FakeNotification.permission = 'granted';
  FakeNotification.answer = 'granted';
  FakeNotification.shown = [];
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('files without credits are no matter of needing somebody as well', () => {
  const count = { files: 2, bytes: 1 } as const;
  const counts = [
    { state: 'notarized', hold: null, ...count },
    { state: 'failed', hold: null, ...count },
    { state: 'held', hold: 'procedure', ...count },
    { state: 'held', hold: 'credits', ...count },
    { state: 'held', hold: 'offline', ...count },
  ] as const;
  const health = [
    { code: 'signed-out', files: 3 },
    { code: 'changes-need-you', changes: 1 },
  ] as const;
  expect(noticeFacts(counts, health)).toEqual({
    notarized: 2,
    'needs-you': 4,
    'signed-out': 3,
    credits: 2,
    refused: 1,
  });
});

test('what became more is due, if it is wanted and nothing of its kind was told for ten minutes', () => {
  const known = { ...NONE, notarized: 5 };
  const now = { ...NONE, notarized: 8, credits: 1, refused: 1 };
  const due = (nowMs: number) =>
    dueNotices(known, now, {
      wanted: ['notarized', 'needs-you', 'credits'],
      reportedAtMs: new Map([['credits', 0]]),
      nowMs,
    });
  expect(due(9 * MINUTE_MS)).toEqual([{ kind: 'notarized', more: 3 }]);
  expect(due(10 * MINUTE_MS)).toEqual([
    { kind: 'notarized', more: 3 },
    { kind: 'credits', more: 1 },
  ]);
});

/** A page that somebody looks at, or not, with what has become of everything. */
function fake() {
  let isInFront = true;
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isInFront);
  const wanted: readonly NoticeKind[] = ['notarized', 'needs-you'];
  const page: { change?: (over: Partial<NoticeFacts>) => void } = {};
  function Page(): ReactElement | null {
    const [facts, setFacts] = useState(NONE);
    page.change = (over) => setFacts((before) => ({ ...before, ...over }));
    useNotices(facts, wanted);
    return null;
  }
  const router = createMemoryRouter([{ path: '*', Component: Page }]);
  render(<RouterProvider router={router} />);
  return {
    router,
    goAway: () => void (isInFront = false),
    comeBack: () => {
      isInFront = true;
      act(() => void window.dispatchEvent(new Event('focus')));
    },
    become: async (over: Partial<NoticeFacts>, waitMs = 6_000) => {
      act(() => page.change?.(over));
      await act(() => vi.advanceTimersByTimeAsync(waitMs));
    },
  };
}

describe('notices', () => {
  test('are silent while the page is in front, and gather what happens together', async () => {
    const { become, goAway, comeBack } = fake();
    await become({ notarized: 5 });
    expect(bodies()).toEqual([]);
    goAway();
    await become({ notarized: 6 }, 1_000);
    await become({ notarized: 8 });
    expect(bodies()).toEqual(['3 files were notarized.']);
    await become({ notarized: 9 });
    expect(bodies()).toHaveLength(1);
    comeBack();
    goAway();
    await become({ 'needs-you': 1 });
    expect(bodies()).toEqual(['3 files were notarized.', '1 file needs attention.']);
  });

  test('are taken back when they are no longer true, and lead to what they are about', async () => {
    const { become, goAway, router } = fake();
    goAway();
    await become({ 'needs-you': 2 });
    const [notice] = FakeNotification.shown;
    await act(async () => {
      notice?.dispatchEvent(new Event('click'));
      await Promise.resolve();
    });
    expect(router.state.location.pathname).toBe('/activity');
    expect(notice?.isClosed).toBe(false);
    await become({ 'needs-you': 0 });
    expect(notice?.isClosed).toBe(true);
  });

  test('are none without the permission of the browser', async () => {
    FakeNotification.permission = 'denied';
    const { become, goAway } = fake();
    goAway();
    await become({ 'needs-you': 2 });
    expect(bodies()).toEqual([]);
  });
});

const open = () => {
  const appearance = makeAppearanceStore(localStorage, ['en']);
  render(
    <AppearanceContext value={appearance}>
      <NotificationsForm />
    </AppearanceContext>,
  );
  return appearance;
};
const box = () => screen.getByRole('checkbox', { name: 'Files were notarized' });

describe('the choice', () => {
  test('asks the browser first, and stands as it answered', async () => {
    FakeNotification.permission = 'default';
    const appearance = open();
    await userEvent.click(box());
    expect(box()).toBeChecked();
    expect(appearance.getState().notices).toEqual(['notarized']);
    await userEvent.click(box());
    expect(appearance.getState().notices).toEqual([]);
  });

  test('that the browser does not allow is said, not offered', async () => {
    FakeNotification.permission = 'default';
    FakeNotification.answer = 'denied';
    const appearance = open();
    await userEvent.click(box());
    expect(screen.getByRole('status')).toHaveTextContent('does not let this page show notices');
    expect(screen.queryByRole('checkbox', { name: 'Files were notarized' })).toBeNull();
    expect(appearance.getState().notices).toEqual([]);
  });
});
