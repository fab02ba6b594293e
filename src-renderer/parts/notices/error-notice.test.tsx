import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AWAY } from '../../test-support/builders.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { ErrorNotice, FaultText } from './error-notice.tsx';

test('what could not be read says why, and only what was asked for that nothing was done', () => {
  visit(fakeBridge(), { path: '/' }, () => (
    <>
      <ErrorNotice fault={AWAY} />
      <FaultText fault={AWAY} />
    </>
  ));
  const [read, asked] = screen.getAllByRole('alert').filter((each) => each.textContent !== '');
  expect(read).toHaveTextContent('The service');
  expect(read).not.toHaveTextContent('Nothing was done.');
  expect(asked).toHaveTextContent('Nothing was done.');
});
