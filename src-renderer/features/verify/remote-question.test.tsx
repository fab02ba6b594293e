/** The question to the service, which sends the file: never without a yes, and never twice. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { click, press, expectText } from '../../test-support/person.ts';
import { OFFLINE, answering, choose, showPanel } from '../../test-support/verifying.tsx';

describe('the question to the service', () => {
  const knows = { exists: true, fileName: 'x.raw', project: 'Tides' };
  const remote = { 'files.verifyRemote': () => knows };

  test('it is off, says how much it sends, and its answer stands beside the verdict', async () => {
    const bridge = answering({}, remote);
    showPanel(bridge);
    const box = screen.getByRole('checkbox', { name: /^Also ask the service/ });
    expect(box).not.toBeChecked();
    await choose();
    const verdict = await screen.findByRole('region', { name: 'Match' });
    expect(bridge.inputs('files.verifyRemote')).toEqual([]);
    await press(/sends the file: 5 bytes/);
    const sentence = 'The service knows this content: x.raw in Tides.';
    const [line] = await screen.findAllByText(sentence); // and said aloud
    expect(line).toBeVisible();
    expect(line?.parentElement).toHaveFocus(); // what was pressed is gone
    expect(verdict).not.toHaveTextContent('The service knows');
    expect(bridge.inputs('files.verifyRemote')).toEqual([
      { path: '/inbox/copy.raw', sendContent: true, verification: 'v1' },
    ]);
  });

  test('a denial takes the green light away: it is the verdict', async () => {
    const unknown = { atMs: 1, exists: false, fileName: '', project: '' };
    const confirmation = { kind: 'unconfirmed', why: 'no-record' } as const;
    const bridge = answering(
      { against: 'certificate', confirmation },
      { ...remote, 'files.verifyRemote': () => unknown },
    );
    showPanel(bridge);
    await choose();
    const half = await screen.findByRole('region', { name: 'Not proven yet' });
    expect(half).toHaveTextContent('Anybody can write such a file.');
    await press(/sends the file/);
    const denied = await screen.findByRole('region', { name: 'Denied' });
    expect(denied).toHaveTextContent('does not know this content');
  });

  test('a yes is to one file: the next one is not sent', async () => {
    const bridge = answering({}, remote);
    showPanel(bridge);
    await click('checkbox', /^Also ask the service/);
    await choose();
    await screen.findAllByText(/The service knows this content/);
    await choose(new File(['other'], 'secret.raw'));
    await waitFor(() => expect(bridge.inputs('verify.file')).toHaveLength(2));
    await screen.findByRole('button', { name: /sends the file/ });
    expect(bridge.inputs('files.verifyRemote')).toHaveLength(1);
  });

  test('a connection that goes and comes back asks nothing a second time', async () => {
    let isOffline = false;
    const bridge = answering({}, { ...remote, 'outbox.list': () => ({ ...OFFLINE, isOffline }) });
    showPanel(bridge);
    await choose();
    await press(/sends the file/);
    await screen.findAllByText(/The service knows this content/);
    for (const next of [true, false]) {
      isOffline = next;
      bridge.tell({ kind: 'outbox-changed' });
      await waitFor(() =>
        expect(bridge.inputs('outbox.list').length).toBeGreaterThan(next ? 1 : 2),
      );
    }
    const [line] = screen.getAllByText(/The service knows this content/);
    expect(line).toBeVisible();
    expect(bridge.inputs('files.verifyRemote')).toHaveLength(1);
  });

  test('without the service it cannot be and the comparison goes on', async () => {
    const bridge = answering({}, { 'outbox.list': () => ({ ...OFFLINE, isOffline: true }) });
    showPanel(bridge);
    await expectText(/^You work offline\. Comparing .* goes on\.$/);
    expect(screen.getByRole('checkbox', { name: /^Also ask/ })).toBeDisabled();
    await choose();
    await screen.findByRole('region', { name: 'Match' });
    expect(screen.getByRole('button', { name: /^Ask the service/ })).toBeDisabled();
  });
});
