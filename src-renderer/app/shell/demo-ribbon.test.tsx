import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DemoView } from '../../../src-shared/bridge/demo-calls.ts';
import type { SessionState } from '../../../src-shared/model/people/session-view.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { useCore } from '../../data/bridge-context.ts';
import { SIGNED_IN, snapshotMessage, statusView } from '../../test-support/builders.ts';
import { click, hrefOf, press, expectText } from '../../test-support/person.ts';
import { fakeBridge, type FakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { WordsContext, wordsOf } from '../../words/words-context.ts';
import { DemoRibbon } from './demo-ribbon.tsx';

const PEOPLE = [
  { role: 'administrator', email: 'ada@lab.org', password: 'a' },
  { role: 'researcher', email: 'robin@lab.org', password: 'r' },
];
const DEMO: DemoView = {
  isOffline: false,
  labFolder: '/tmp/x1/lab',
  homePort: null,
  people: PEOPLE,
};
const ROBIN: SessionState = { ...SIGNED_IN, email: 'robin@lab.org' };
const ENDED: SessionState = { ...ROBIN, state: 'ended', why: 'refused' };

/** The ribbon as the shell shows it: from the core's projection. */
function Ribbon() {
  const status = useCore((view) => view.status);
  if (status?.demo === undefined) throw new Error('the test has no demo');
  return <DemoRibbon demo={status.demo} session={status.session} />;
}

function ItalianRibbon() {
  return (
    <WordsContext value={wordsOf('it')}>
      <Ribbon />
    </WordsContext>
  );
}

function show(bridge: FakeBridge, session = ROBIN, demo = DEMO) {
  return visit(bridge, { path: '/', address: '/', status: { session, demo } }, Ribbon);
}

const box = (name: string | RegExp) => screen.getByRole('checkbox', { name });

test('the demo says what it is, and its service goes away and comes back with a switch', async () => {
  const bridge = fakeBridge({
    'demo.setOffline': (input) => ({ ...DEMO, isOffline: Object(input).isOffline }),
  });
  show(bridge);
  expect(screen.getByRole('region', { name: 'Demo' })).toHaveTextContent(
    'Demo – nothing leaves this computer.',
  );
  await click('checkbox', 'Offline');
  expect(box('Offline')).toBeChecked(); // at once, before the core's own news
  expect(box('Signed out (needs the service)')).toBeDisabled();
  await click('checkbox', 'Offline');
  expect(box('Offline')).not.toBeChecked();
  const inputs = bridge.asked.map(({ input }) => input);
  expect(inputs).toEqual([{ isOffline: true }, { isOffline: false }]);
});

test('the session ends with a switch, and comes back with it for the same person', async () => {
  const bridge = fakeBridge({ 'demo.endSession': () => null, 'session.signIn': () => ({}) });
  show(bridge);
  await click('checkbox', 'Signed out');
  bridge.tell(snapshotMessage(1, statusView({ session: ENDED, demo: DEMO })));
  expect(await screen.findByRole('checkbox', { name: 'Signed out', checked: true })).toBeVisible();
  await click('checkbox', 'Signed out');
  expect(bridge.asked).toEqual([
    { name: 'demo.endSession', input: {} },
    {
      name: 'session.signIn',
      input: { server: null, email: 'robin@lab.org', password: 'r' },
    },
  ]);
});

test('anybody of the demo can be signed in as, also when nobody is', async () => {
  const bridge = fakeBridge({ 'session.signIn': () => ({}) });
  show(bridge, { state: 'signed-out' });
  expect(screen.queryByRole('checkbox', { name: /^Session/ })).toBeNull();
  await press('Sign in as');
  await click('menuitem', /^Administrator/);
  expect(bridge.asked.at(-1)?.input).toEqual({ server: null, email: 'ada@lab.org', password: 'a' });
});

test('it begins anew when asked, which is announced; what cannot be done is said', async () => {
  let isFull = true;
  const full = { kind: 'data-folder', dataFolder: '/tmp/d', errno: 'ENOSPC' } as const;
  const bridge = fakeBridge({ 'demo.reset': () => (isFull ? fail(full) : null) });
  const page = show(bridge);
  await press('Reset demo');
  await expectText(/^The disk of Labseal’s data folder \/tmp\/d is full/);
  isFull = false;
  await press('Reset demo');
  expect(await screen.findByText('The demo has begun anew.')).toBeInTheDocument();
  expect(screen.queryByText(/is full/)).toBeNull();
  expect(page.router.state.location.pathname).toBe('/');
});

test('a demo that somebody’s own Labseal opened leads back to it, and only such a one', () => {
  const own = show(fakeBridge());
  expect(screen.queryByRole('link', { name: 'Use my account' })).toBeNull();
  own.unmount();
  show(fakeBridge(), ROBIN, { ...DEMO, homePort: 4_711 });
  expect(hrefOf('Use my account')).toBe(`http://${window.location.hostname}:4711/#/`);
});

test('in Italian it is Italian, people included', async () => {
  visit(
    fakeBridge(),
    { path: '/', status: { session: ROBIN, demo: { ...DEMO, homePort: 4_711 } } },
    ItalianRibbon,
  );
  expect(box('Senza rete')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Usa il mio account' })).toBeVisible();
  await press('Accedi come');
  expect(screen.getByRole('menuitem', { name: /^Ricerca/ })).toBeVisible();
});
