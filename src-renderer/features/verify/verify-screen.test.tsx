/** Any file: what it is held against, and where a dropped folder leads. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { VerifyAgainst } from '../../../src-shared/bridge/verify-calls.ts';
import { click, press, expectText, upload } from '../../test-support/person.ts';
import type { FakeBridge } from '../../test-support/fake-bridge.ts';
import { answering, choose, DROP, SIGNED_IN } from '../../test-support/verifying.tsx';
import { visit } from '../../test-support/visit.tsx';
import { againstOf, VerifyScreen } from './verify-screen.tsx';

const visitScreen = (bridge: FakeBridge) =>
  visit(bridge, { path: '/verify', status: SIGNED_IN }, VerifyScreen);

describe('any file', () => {
  const noProjects = {
    'projects.list': () => ({
      projects: [{ id: 'p1', name: 'Tides' }],
      isComplete: true,
      asOfMs: null,
      fault: null,
    }),
  };

  test('it is held against everything known, unless something else is chosen', async () => {
    const bridge = answering(
      {
        against: 'anything',
        verdict: {
          kind: 'unsure',
          doubt: { kind: 'no-such-record', projectId: null, compared: 3, uncompared: 0 },
          record: null,
          matches: [],
        },
      },
      noProjects,
    );
    visitScreen(bridge);
    await choose();
    await expectText(/^No record on this computer has this content/);
    expect(bridge.inputs('verify.file')).toMatchObject([{ against: { kind: 'anything' } }]);
  });

  test('a certificate and a file that are dropped together find each other', async () => {
    const bridge = answering({ against: 'certificate' }, noProjects);
    visitScreen(bridge);
    const certificate = new File(['{"FileHash":"ab"}'], 'run.raw.certificate.json');
    await upload(certificate, DROP);
    await waitFor(() =>
      expect(bridge.inputs('verify.file').at(-1)).toMatchObject({
        subject: { handle: 'handle of copy.raw' },
        against: { kind: 'certificate', text: '{"FileHash":"ab"}' },
      }),
    );
    expect(screen.getByRole('radio', { name: /^A certificate/ })).toBeChecked();
  });

  test('a file waits until it is said what it is compared with', async () => {
    const bridge = answering({}, noProjects);
    visitScreen(bridge);
    await click('radio', /^A project/);
    await choose();
    expect(screen.getByText(/is read as soon as/)).toBeVisible();
    expect(bridge.inputs('verify.file')).toEqual([]);
    await press(/Project$/);
    await click('option', 'Tides');
    await waitFor(() =>
      expect(bridge.inputs('verify.file')).toMatchObject([
        { against: { kind: 'project', projectId: 'p1' } },
      ]),
    );
  });

  test('nothing is asked while something is missing', () => {
    const empty = { record: null, projectId: '', certificate: ' ', form: 'json' } as const;
    expect(againstOf({ kind: 'record', ...empty })).toBeNull();
    expect(againstOf({ kind: 'certificate', ...empty })).toBeNull();
    expect(againstOf({ kind: 'project', ...empty })).toBeNull();
    expect(againstOf({ kind: 'anything', ...empty })).toEqual({ kind: 'anything' });
    const endless = againstOf({
      ...empty,
      kind: 'certificate',
      certificate: 'x'.repeat(3_000_000),
    });
    expect(VerifyAgainst.safeParse(endless).success).toBe(true);
  });

  test.each([
    [{}, '?dropped'],
    [{ dragPaths: true }, '?folder=%2Finbox%2Fruns'],
  ])('with %j a dropped folder leads to its audit: %s', async (abilities, search) => {
    const { router, store } = visitScreen(answering({}, noProjects));
    store.setState({ abilities });
    const folder = new File([], 'runs');
    const entry = { isFile: false, isDirectory: true, name: 'runs' };
    const item = { kind: 'file', type: '', webkitGetAsEntry: () => entry, getAsFile: () => folder };
    const dataTransfer = {
      items: [item],
      files: [folder],
      types: ['Files'],
      effectAllowed: 'all',
      dropEffect: 'copy',
      getData: () => '',
    };
    const zone = screen.getByText('File to check');
    fireEvent.dragEnter(zone, { dataTransfer });
    fireEvent.dragOver(zone, { dataTransfer });
    fireEvent.drop(zone, { dataTransfer });
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/audits', search }),
    );
  });
});
