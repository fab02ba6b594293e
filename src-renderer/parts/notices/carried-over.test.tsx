import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectText, hrefOf, press } from '../../test-support/person.ts';
import { showing } from '../../test-support/visit.tsx';
import { CarriedOverNotice } from './carried-over.tsx';

const LIMITS = { kind: 'limits', day: 50, month: 50, approvesEach: false, hadBatchLimits: true };

test('what became of settings is said until a person has read it', async () => {
  let left: readonly unknown[] = [LIMITS];
  const show = showing({ path: '/' }, () => <>{CarriedOverNotice()}</>, {
    'status.carriedOver': () => left,
    'status.markRead': () => {
      left = [];
      return null;
    },
  });
  show();
  await expectText(
    'Some of your settings have changed with this version.',
    'Instead of 50 credits a day, uploads may spend 50 a month. A folder that brings more than 10,000 new files at once always waits for you.',
  );
  expect(hrefOf('See limits')).toBe('/credits');
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
