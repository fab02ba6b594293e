import { expect, test, vi } from 'vitest';
import { click } from '../../test-support/person.ts';
import { answering, SIGNED_IN } from '../../test-support/verifying.tsx';
import { visit } from '../../test-support/visit.tsx';
import { VerifyPageOffer } from './verify-page-offer.tsx';

const saved = vi.hoisted(() =>
  vi.fn<(name: string, parts: readonly BlobPart[], type: string) => void>(),
);
vi.mock('../../ui/layout/save-file.ts', () => ({ saveFile: saved }));

test('the page for somebody who has no Labseal is saved as a file', async () => {
  const text = '<!doctype html>';
  const bridge = answering(
    { against: 'anything' },
    { 'evidence.page': () => ({ fileName: 'verify.html', mediaType: 'text/html', text }) },
  );
  visit(bridge, { path: '/verify', status: SIGNED_IN }, VerifyPageOffer);
  await click('button', 'Save the verification page');
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith('verify.html', [text], 'text/html'), {
    timeout: 10_000,
  });
});
