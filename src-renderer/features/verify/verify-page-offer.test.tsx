import { expect, test, vi } from 'vitest';
import { click } from '../../test-support/person.ts';
import { answering, SIGNED_IN } from '../../test-support/verifying.tsx';
import { visit } from '../../test-support/visit.tsx';
import { VerifyPageOffer } from './verify-page-offer.tsx';

test('the page for somebody who has no Labseal is saved as a file', async () => {
  const saved = Promise.withResolvers<Blob>();
  const createObjectURL = (blob: Blob) => {
    saved.resolve(blob);
    return 'blob:one';
  };
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
  const text = '<!doctype html>';
  const bridge = answering(
    { against: 'anything' },
    { 'evidence.page': () => ({ fileName: 'verify.html', mediaType: 'text/html', text }) },
  );
  visit(bridge, { path: '/verify', status: SIGNED_IN }, VerifyPageOffer);
  await click('button', 'Save the verification page');
  const blob = await saved.promise;
  expect([blob.type, await blob.text()]).toEqual(['text/html', text]);
});
