import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { ShownProof } from '../../../src-shared/bridge/certificate-calls.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { click, hrefOf, press, expectText, expectRole } from '../../test-support/person.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { proof } from '../../test-support/verifications.ts';
import { showing, visit } from '../../test-support/visit.tsx';
import { pathToMissingCertificates } from '../../paths.ts';
import { CertificateData } from './certificate-data.tsx';
import { CertificateScreen } from './certificate-screen.tsx';
import { CertificatesScreen, proofFilter } from './certificates-screen.tsx';

const shown = (over: Partial<ShownProof> = {}): ShownProof => ({
  ...proof(),
  ownerName: 'Ada Lovelace',
  copies: [{ id: '7', path: '/data/ms2/run.raw', folderPath: '/data/ms2', isChanged: false }],
  ...over,
});
const noProjects = { projects: [], isComplete: true, asOfMs: null, fault: null };

describe('the list of certificates', () => {
  const none = { 'certificates.range': () => ({ total: 0, first: 0, rows: [] }) };
  const showList = showing({ path: '/certificates' }, CertificatesScreen, none);

  test('says what will be in it while it is empty', async () => {
    showList();
    await expectText('Certificates of your notarized files appear here.', '0 certificates');
    expect(hrefOf('Verify a file')).toBe('/verify');
  });

  test('asks the core for what is sought, and offers to seek nothing any more', async () => {
    const { bridge } = showList();
    await userEvent.type(screen.getByRole('searchbox', { name: /fingerprint/ }), '9f2c');
    await press('Clear filters');
    const asked = bridge.asked.filter(({ name }) => name === 'certificates.range');
    const filters = asked.map(({ input }) => (input as { filter: unknown }).filter);
    expect(filters).toContainEqual({ text: '9f2c' });
    expect(filters.at(-1)).toEqual({});
  });

  test('one click opens a certificate', async () => {
    const { router } = showing({ path: '/certificates' }, CertificatesScreen, {
      'certificates.range': () => ({ total: 1, first: 0, rows: [proof({ fileId: 'f1' })] }),
    })();
    await userEvent.click(await screen.findByRole('row', { name: /run\.raw/ }));
    expect(router.state.location.pathname).toBe('/projects/p1/files/f1/certificate');
  });

  test('each has its date, or by when it was seen', async () => {
    const rows = [proof(), proof({ fileId: 'f2', name: 'two.raw', isDateRecorded: undefined })];
    showList({ 'certificates.range': () => ({ total: 2, first: 0, rows }) });
    expect(
      await screen.findByRole('row', { name: /run\.raw.* 20 Nov 2026/ }),
    ).not.toHaveTextContent('no later than');
    expect(screen.getByRole('row', { name: /two\.raw/ })).toHaveTextContent(
      'no later than 20 Nov 2026',
    );
  });

  test('those that are missing are shown at their own address, and all again', async () => {
    const { bridge } = showing(
      { path: '/certificates', address: pathToMissingCertificates() },
      CertificatesScreen,
      none,
    )();
    await press('Clear filters');
    await waitFor(() =>
      expect(bridge.inputs('certificates.range')).toMatchObject([
        { filter: { isMissing: true } },
        { filter: {} },
      ]),
    );
  });

  test('a day means this computer’s day, and the last one belongs to the range', () => {
    const filters = { text: ' ', projectId: '', from: '2026-11-20', to: '2026-11-20' };
    expect(proofFilter(filters)).toEqual({
      fromMs: new Date(2026, 10, 20).getTime(),
      toMs: new Date(2026, 10, 21).getTime(),
    });
  });

  test('what could not be read is said, with a way to try again', async () => {
    const { bridge } = showList({ 'certificates.range': () => fail({ kind: 'host-lost' }) });
    await press('Try again');
    expect(bridge.inputs('certificates.range').length).toBe(2);
  });
});

describe('one certificate', () => {
  const page = {
    path: '/projects/:projectId/files/:fileId/certificate',
    address: '/projects/p1/files/remote-1/certificate',
  };
  const known = { 'certificates.show': () => shown(), 'projects.list': () => noProjects };
  const show = showing(page, CertificateScreen, known);

  test('what is known of the proof, and whose it is, is there before its document', async () => {
    const user = userEvent.setup(); // brings a clipboard
    show();
    await expectRole('heading', 'run.raw – certificate');
    await expectText(
      /^Notarized 20 Nov 2026, 09:44 UTC/,
      / · uploaded by Ada Lovelace · Public · 5 bytes$/,
    );
    expect(screen.getByText('Loading…')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save PDF' })).toBeNull();
    const choose = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'More' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Copy fingerprint');
    expect(await navigator.clipboard.readText()).toBe(
      `SHA-256 ${'a'.repeat(64)}\nBLAKE3 ${'b'.repeat(64)}`,
    );
    await choose('Copy path');
    expect(await navigator.clipboard.readText()).toBe('/data/ms2/run.raw');
  });

  test('a proof whose certificate does not say when is there no later than it was seen', async () => {
    show({ 'certificates.show': () => shown({ isDateRecorded: undefined }) });
    await expectText(/^Notarized no later than 20 Nov 2026, 09:44 UTC/);
  });

  test('the document is dragged out under its own name, and its data is saved', async () => {
    const address = vi.fn<() => string>(() => 'blob:one');
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: address, revokeObjectURL: () => undefined }),
    );
    show({ 'certificates.get': () => SAVED, bytes: emptyData });
    const handle = await screen.findByText(/drag the certificate from here/);
    const setData = vi.fn<DataTransfer['setData']>();
    fireEvent.dragStart(handle, { dataTransfer: { setData, effectAllowed: 'none' } });
    expect(setData).toHaveBeenCalledWith(
      'DownloadURL',
      'application/pdf:run.raw.certificate.pdf:blob:one',
    );
    await press('More');
    await expectRole('menuitem', 'Save JSON');
    expect(screen.getByText(/saved copy from 20 Nov 2026$/)).toBeVisible();
  });

  test('a name that would turn the reading direction is written out, in the title too', async () => {
    const name = 'run\u202Efdp.exe\u0007';
    const listed = { ...known, 'certificates.show': () => shown({ name }) };
    show(listed);
    await expectRole('heading', 'run\\u{202e}fdp.exe\\u{7} – certificate');
    expect(document.title).not.toContain('\u202E');
  });

  test('what a PDF holds besides pages is said before it is saved', async () => {
    const pdfActions = ['script', 'launch'] as const;
    show({ 'certificates.get': () => ({ ...SAVED, pdfActions }), bytes: emptyData });
    await expectText(
      'This PDF contains a script (JavaScript) and a command that starts a program, which no certificate needs.',
    );
  });

  test.each([
    [{ kind: 'not-a-certificate', what: 'html' }, 'The service sent no certificate'],
    [{ kind: 'no-certificate-yet', state: 'recording' }, 'There is no certificate yet'],
    [
      { kind: 'unavailable', why: 'no-connection', status: null, retryAfterMs: null },
      'Certificate not saved on this computer yet',
    ],
  ] as const)('%j is told in words, and can be tried again', async (fault, title) => {
    const { bridge } = show({ 'certificates.get': () => fail(fault) });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    await press('Try again');
    const asked = () => bridge.inputs('certificates.get').length;
    await waitFor(() => expect(asked()).toBe(2));
  });

  test('one that comes later appears by itself', async () => {
    const { bridge } = show({
      'certificates.get': () => fail({ kind: 'no-certificate-yet', state: 'recording' }),
    });
    await screen.findByRole('heading', { name: 'There is no certificate yet' });
    bridge.tell({ kind: 'certificates-changed', fileIds: ['another'] });
    bridge.tell({ kind: 'certificates-changed', fileIds: ['remote-1'] });
    const asked = () => bridge.inputs('certificates.get').length;
    await waitFor(() => expect(asked()).toBe(2));
  });

  test('an address of nothing says so', async () => {
    show({ 'certificates.show': () => fail({ kind: 'unknown-file', asked: 'remote-1' }) });
    await expectRole('link', 'All certificates');
  });
});

const emptyData = () => new TextEncoder().encode('{}');
const SAVED = {
  asked: 'remote-1',
  pdfActions: [],
  forms: (['pdf', 'json'] as const).map((form) => ({
    form,
    sizeBytes: 2,
    fileName: `run.${form}`,
    path: `/labseal/certificates/run.${form}`,
    savedAtMs: Date.UTC(2026, 10, 20, 12),
  })),
};

const showData = (text: string) =>
  visit(fakeBridge(), { path: '/' }, () => (
    <CertificateData bytes={new TextEncoder().encode(text)} proof={shown()} />
  ));

describe('the data of a certificate', () => {
  test('is a tree of text, with documented names in words and the fingerprint recognised', async () => {
    const data = {
      FileHash: 'A'.repeat(64),
      note: '<img src=x onerror=alert(1)>',
      list: [1, null],
    };
    const { container } = showData(JSON.stringify(data));
    await expectText(
      'The data names the SHA-256 fingerprint of your file.',
      'Fingerprint on the certificate',
      '<img src=x onerror=alert(1)>',
    );
    expect(container.querySelector('img')).toBeNull();
    await click('checkbox', 'Word for word');
    expect(screen.getByLabelText('Word for word', { selector: 'pre' })).toHaveTextContent(
      JSON.stringify(data),
    );
  });

  test('nothing in it turns the reading direction or hides', async () => {
    const { container } = showData('{"na\u202Eme":"a\u202Eb","line":"x\u200By"}');
    expect(screen.getByText('a\\u{202e}b')).toBeVisible();
    await click('checkbox', 'Word for word');
    expect(container.textContent).not.toMatch(/[\u202E\u200B]/);
  });

  test('what is no JSON is shown word for word', () => {
    showData('<html>no</html>');
    expect(screen.getByText('<html>no</html>')).toBeVisible();
    expect(screen.getByText(/No fingerprint of your file/)).toBeVisible();
  });
});

describe('in a window of its own', () => {
  const page = { path: '/projects/:projectId/files/:fileId/certificate' };
  const address = '/projects/p1/files/remote-1/certificate';

  test('the file is shown where it lies, and the saved certificate itself is dragged', async () => {
    const bridge = fakeBridge({
      'certificates.show': () => shown(),
      'certificates.get': () => SAVED,
      'projects.list': () => noProjects,
      'desktop.reveal': () => ok(false),
      bytes: emptyData,
    });
    const { store } = visit(bridge, { ...page, address }, CertificateScreen);
    store.setState({ abilities: { revealInFolder: true, dragPaths: true } });
    await press('More');
    expect(screen.queryByRole('menuitem', { name: 'Copy path' })).toBeNull();
    await click('menuitem', 'Show in folder');
    expect(await screen.findByText('The file is not at its place any more.')).toBeInTheDocument();
    fireEvent.dragStart(await screen.findByText(/drag the certificate from here/));
    const asked = bridge.asked.filter(({ name }) => name.startsWith('desktop.'));
    expect(asked.map(({ input }) => input)).toEqual([
      { path: '/data/ms2/run.raw' },
      { form: 'pdf', asked: 'remote-1' },
    ]);
  });
});
