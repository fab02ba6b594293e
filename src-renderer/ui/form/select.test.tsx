import { render } from '@testing-library/react';
import { test } from 'vitest';
import { expectRole, press } from '../../test-support/person.ts';
import { Select } from './select.tsx';

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
];

test('the list that opens has the name of its field, once', async () => {
  render(<Select label="Show" isLabelHidden options={KINDS} value="all" onChange={() => {}} />);
  await press('All Show');
  await expectRole('listbox', 'Show');
});
