import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ProofView } from '../../../src-shared/bridge/certificate-calls.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { toldBridge } from '../../test-support/told-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { CertificateData } from './certificate-data.tsx';
import { CertificateScreen } from './certificate-screen.tsx';
import { CertificatesScreen, proofFilter } from './certificates-screen.tsx';

const proof = (over: Partial<ProofView> = {}): ProofView => ({
  fileId: 'remote-1',
  projectId: 'p1',
  visibility: 'public',
  name: 'run.raw',
  status: 'Available',
  provenAtMs: Date.UTC(2026, 10, 20, 9, 44),
  sizeBytes: 5,
  blake3: 'b'.repeat(64),
  sha256: 'a'.repeat(64),
  isSaved: true,
  ...over,
});
const noProjects = { projects: [], isComplete: true, asOfMs: null, fault: null };

describe('the list of certificates', () => {
  const list = { path: '/certificates' };

  test('[UM11] says what will be in it while it is empty', async () => {
    const bridge = toldBridge({ 'certificates.range': () => ({ total: 0, first: 0, rows: [] }) });
    visit(bridge, list, CertificatesScreen);
    expect(
      await screen.findByText('Certificates of your notarized files appear here.'),
    ).toBeVisible();
    expect(screen.getByText('0 certificates')).toBeVisible();
  });

  test('[UM11] asks the core for what is sought, and offers to seek nothing any more', async () => {
    const bridge = toldBridge({ 'certificates.range': () => ({ total: 0, first: 0, rows: [] }) });
    visit(bridge, list, CertificatesScreen);
    await userEvent.type(screen.getByRole('searchbox', { name: /fingerprint/ }), '9f2c');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    const asked = bridge.asked.filter(({ name }) => name === 'certificates.range');
    const filters = asked.map(({ input }) => (input as { filter: unknown }).filter);
    expect(filters).toContainEqual({ text: '9f2c' });
    expect(filters.at(-1)).toEqual({});
  });

  test('[UM11] a day means this computer’s day, and the last one belongs to the range', () => {
    const filters = { text: ' ', projectId: '', from: '2026-11-20', to: '2026-11-20' };
    expect(proofFilter(filters)).toEqual({
      fromMs: new Date(2026, 10, 20).getTime(),
      toMs: new Date(2026, 10, 21).getTime(),
    });
  });

  test('[UM11] what could not be read is said, with a way to try again', async () => {
    const bridge = toldBridge({ 'certificates.range': () => fail({ kind: 'host-lost' }) });
    visit(bridge, list, CertificatesScreen);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(bridge.asked.filter(({ name }) => name === 'certificates.range').length).toBe(2);
  });
});

describe('one certificate', () => {
  const page = {
    path: '/projects/:projectId/files/:fileId/certificate',
    address: '/projects/p1/files/remote-1/certificate',
  };
  const known = { 'certificates.show': () => proof(), 'projects.list': () => noProjects };

  test('[UM12] what is known of the proof is there before its document', async () => {
    visit(toldBridge(known), page, CertificateScreen);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'run.raw – certificate',
    );
    expect(screen.getByText(/^Notarized 20 Nov 2026, 09:44 UTC/)).toBeVisible();
    expect(screen.getByText('Loading…')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save PDF' })).toBeNull();
  });

  test.each([
    [{ kind: 'not-a-certificate' }, 'The service did not send a PDF'],
    [{ kind: 'no-certificate-yet', state: 'recording' }, 'There is no certificate yet'],
    [
      { kind: 'unavailable', why: 'no-connection', status: null, retryAfterMs: null },
      'Certificate not saved on this computer yet',
    ],
  ] as const)('[UM12] %j is told in words, and can be tried again', async (fault, title) => {
    const bridge = toldBridge({ ...known, 'certificates.get': () => fail(fault) });
    visit(bridge, page, CertificateScreen);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const asked = () => bridge.asked.filter(({ name }) => name === 'certificates.get').length;
    await waitFor(() => expect(asked()).toBe(2));
  });

  test('[UM12] one that comes later appears by itself', async () => {
    const bridge = toldBridge({
      ...known,
      'certificates.get': () => fail({ kind: 'no-certificate-yet', state: 'recording' }),
    });
    visit(bridge, page, CertificateScreen);
    await screen.findByRole('heading', { name: 'There is no certificate yet' });
    bridge.tell({ kind: 'certificates-changed', fileIds: ['another'] });
    bridge.tell({ kind: 'certificates-changed', fileIds: ['remote-1'] });
    const asked = () => bridge.asked.filter(({ name }) => name === 'certificates.get').length;
    await waitFor(() => expect(asked()).toBe(2));
  });

  test('[UM12] an address of nothing says so', async () => {
    const bridge = toldBridge({
      'certificates.show': () => fail({ kind: 'unknown-file', asked: 'remote-1' }),
    });
    visit(bridge, page, CertificateScreen);
    expect(await screen.findByRole('link', { name: 'All certificates' })).toBeVisible();
  });
});

const show = (text: string) =>
  visit(toldBridge(), { path: '/' }, () => (
    <CertificateData bytes={new TextEncoder().encode(text)} proof={proof()} />
  ));

describe('the data of a certificate', () => {
  test('[UM13] is a tree of text, with documented names in words and the fingerprint recognised', async () => {
    const data = {
      FileHash: 'A'.repeat(64),
      note: '<img src=x onerror=alert(1)>',
      list: [1, null],
    };
    const { container } = show(JSON.stringify(data));
    expect(screen.getByText('The data names the SHA-256 fingerprint of your file.')).toBeVisible();
    expect(screen.getByText('Fingerprint on the certificate')).toBeVisible();
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(container.querySelector('img')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Word for word' }));
    expect(screen.getByLabelText('Word for word', { selector: 'pre' })).toHaveTextContent(
      JSON.stringify(data),
    );
  });

  test('[UM13] what is no JSON is shown word for word', () => {
    show('<html>no</html>');
    expect(screen.getByText('<html>no</html>')).toBeVisible();
    expect(screen.getByText(/neither fingerprint/)).toBeVisible();
  });
});
