import { act, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import type { CallInput, CallName } from '../../src-shared/bridge/calls.ts';
import { fail } from '../../src-shared/model/result.ts';
import { connect, ConnectionProvider } from '../data/connection.tsx';
import { useSend } from '../data/use-action.ts';
import { SIGNED_IN, snapshotMessage, statusView } from '../test-support/builders.ts';
import { fakeBridge, type Answers } from '../test-support/fake-bridge.ts';
import { change, invite } from '../test-support/people.ts';
import { press } from '../test-support/person.ts';
import { LiveRegions } from '../ui/feedback/live-region.tsx';
import { Button } from '../ui/layout/button.tsx';
import { Locale } from '../ui/layout/locale.tsx';
import type { Language } from '../../src-shared/model/words/languages.ts';
import { SaidOutcomes } from './said-outcomes.tsx';

function open<Name extends CallName>(call: Name, input: CallInput<Name>, answers: Answers) {
  function Deed(): ReactElement {
    const { send } = useSend(call);
    return <Button onPress={() => send(input)}>Do it</Button>;
  }
  const bridge = fakeBridge(answers);
  const connection = connect(bridge);
  const pageIn = (language: Language) => (
    <ConnectionProvider connection={connection}>
      <Locale language={language}>
        <LiveRegions>
          <SaidOutcomes>
            <Deed />
          </SaidOutcomes>
        </LiveRegions>
      </Locale>
    </ConnectionProvider>
  );
  const { rerender } = render(pageIn('en'));
  return { ...bridge, speak: (language: Language) => rerender(pageIn(language)) };
}

test('an approval is said with its sum', async () => {
  const offer = { files: 59, bytes: 1, credits: 60 };
  open('files.agree', { which: null, credits: 60 }, { 'files.agree': () => offer });
  await press('Do it');
  expect(await screen.findByText('59 files approved for at most 60 credits.')).toBeInTheDocument();
});

test('after signing out nothing of the account before is still said', async () => {
  const offer = { files: 59, bytes: 1, credits: 60 };
  const said = '59 files approved for at most 60 credits.';
  const call = { which: null, credits: 60 };
  const bridge = open('files.agree', call, { 'files.agree': () => offer });
  await press('Do it');
  expect(await screen.findByText(said)).toBeInTheDocument();
  act(() => bridge.tell(snapshotMessage(1, statusView({ session: { state: 'signed-out' } }))));
  expect(screen.queryByText(said)).toBeNull();
  expect(screen.queryByText('You are signed out.')).toBeNull(); // nobody was signed in here
  act(() => bridge.tell(snapshotMessage(2, statusView({ session: SIGNED_IN }))));
  act(() => bridge.tell(snapshotMessage(3, statusView({ session: { state: 'signed-out' } }))));
  expect(screen.getByRole('status')).toHaveTextContent('You are signed out.');
});

test('in another language nothing is still said in the one before', async () => {
  const offer = { files: 59, bytes: 1, credits: 60 };
  const { speak } = open(
    'files.agree',
    { which: null, credits: 60 },
    { 'files.agree': () => offer },
  );
  await press('Do it');
  expect(await screen.findByText('59 files approved for at most 60 credits.')).toBeInTheDocument();
  speak('it');
  for (const role of ['status', 'alert']) expect(screen.getByRole(role)).toHaveTextContent(/^$/);
  await press('Do it');
  expect(
    await screen.findByText('59 file approvati per al massimo 60 crediti.'),
  ).toBeInTheDocument();
});

test('what became of a change is said with what it is', async () => {
  const taken = change(invite('p1', 'bo@lab.example'), { state: 'withdrawn', atMs: 1 });
  open('outbox.resolve', { id: '1', decision: 'undo' }, { 'outbox.resolve': () => taken });
  await press('Do it');
  expect(await screen.findByText(/bo@lab\.example.*: It was taken back/)).toBeInTheDocument();
});

test('what was refused has no outcome: its screen says why', async () => {
  open('folders.look', {}, { 'folders.look': () => fail({ kind: 'host-lost' }) });
  await press('Do it');
  expect(await screen.findByRole('button', { name: 'Do it' })).toBeEnabled();
  expect(screen.queryByText('Checking now.')).toBeNull();
});
