import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { press } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import { UploadQuestion } from './upload-question.tsx';

const WHICH = { fileIds: ['1'] };
const OFFER = { files: 1, bytes: 10, credits: 3 };

function Asking() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)}>
        Upload…
      </button>
      {isAsking && <UploadQuestion which={WHICH} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function show(answers: Answers) {
  const bridge = fakeBridge({
    'credits.balance': () => ({ credits: 10, reserve: null }),
    ...answers,
  });
  return { bridge, ...visit(bridge, { path: '/' }, Asking) };
}

test('a price that cannot be read is said, tried again, and asked for anew after closing', async () => {
  let fault: 'internal' | null = 'internal';
  show({
    'files.offer': () => (fault === null ? OFFER : fail({ kind: fault, logId: 'error-1' })),
  });
  await press('Upload…');
  expect(await screen.findByRole('dialog')).toHaveTextContent('The price could not be read');
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Upload…');
  expect(await screen.findByRole('dialog')).toHaveTextContent('error-1');
  fault = null;
  await press('Try again');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('3 credits');
});

test('while Labseal does not answer that is said, and the price comes when it does', async () => {
  const { bridge } = show({ 'files.offer': () => OFFER });
  act(() => bridge.tell({ kind: 'link-changed', link: 'lost' }));
  await press('Upload…');
  expect(await screen.findByRole('dialog')).toHaveTextContent('does not answer');
  act(() => bridge.tell({ kind: 'link-changed', link: 'open' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('3 credits');
});
