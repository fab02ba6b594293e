import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, SIGNED_IN } from '../../test-support/verifying.tsx';
import { expectText, upload } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import { VerifyScreen } from './verify-screen.tsx';

test('several files with a certificate each get their line, with what the host made of them', async () => {
  const none = { projects: [], isComplete: true, asOfMs: null, fault: null };
  const bridge = answering(
    {},
    {
      'projects.list': () => none,
      'evidence.judge': () => ({
        evaluation: { kind: 'mismatch', comparison: null, decidedBy: 'certificate', missing: [] },
        confirmation: { kind: 'unconfirmed', why: 'no-record' },
      }),
    },
  );
  visit(bridge, { path: '/verify', status: SIGNED_IN }, VerifyScreen);
  const certificate = JSON.stringify({ FileHash: 'ab'.repeat(32), fileName: 'run.raw' });
  const files = [
    new File(['signal'], 'run.raw'),
    new File([certificate], 'run.json'),
    new File(['x'], 'notes.txt'),
  ];
  await upload(...files);
  await expectText(/^Do not rely on run\.raw: it is not what its certificate is about/);
  expect(screen.getByText('run.raw').closest('li')).toHaveTextContent('Does not match');
});
