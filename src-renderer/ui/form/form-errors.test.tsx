import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { fill, press } from '../../test-support/person.ts';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import { Form } from './form.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';

const PROJECTS = [{ value: 'p1', label: 'Microscope' }];

/** The fields say what is wrong once somebody tried to go on, as those of every form do. */
function useDraft(onSent: () => void) {
  const [draft, setDraft] = useState({ project: '', labels: '', reason: '' });
  const [isJudged, setIsJudged] = useState(false);
  const isValid = Object.values(draft).every((value) => value !== '');
  const wrong = (field: keyof typeof draft) =>
    isJudged && draft[field] === '' ? `Fill in ${field}.` : null;
  const set = (field: keyof typeof draft) => (value: string) =>
    setDraft((before) => ({ ...before, [field]: value }));
  const submit = () => {
    setIsJudged(true);
    if (isValid) onSent();
    return isValid;
  };
  const fields = (
    <>
      {/* Drawn only later than the others, and still the first of the summary. */}
      {isJudged && (
        <TextField
          label="Reason"
          value={draft.reason}
          onChange={set('reason')}
          error={wrong('reason')}
        />
      )}
      <Select
        label="Project"
        options={PROJECTS}
        value={draft.project}
        onChange={set('project')}
        error={wrong('project')}
      />
      <details>
        <summary>More</summary>
        <TextField
          label="Labels"
          value={draft.labels}
          onChange={set('labels')}
          error={wrong('labels')}
        />
      </details>
    </>
  );
  return { fields, submit, isValid };
}

function OneForm({ onSent }: Readonly<{ onSent: () => void }>): ReactElement {
  const { fields, submit } = useDraft(onSent);
  return (
    <Form onSubmit={submit} submitLabel="Go on" isPending={false} problem={null}>
      {fields}
    </Form>
  );
}

function OneDialog({ onSent }: Readonly<{ onSent: () => void }>): ReactElement {
  const { fields, submit, isValid } = useDraft(onSent);
  return (
    <ConfirmDialog
      title="Sure?"
      isOpen
      confirm="Go on"
      isValid={isValid}
      onConfirm={submit}
      onClose={() => undefined}
    >
      {fields}
    </ConfirmDialog>
  );
}

test.for([
  ['form', OneForm],
  ['dialog', OneDialog],
] as const)(
  'a %s sums up what is wrong in the order of its fields, leads to each, and sends when nothing is left',
  async ([, Shown]) => {
    const onSent = vi.fn<() => void>();
    render(<Shown onSent={onSent} />);
    expect(screen.queryByRole('region')).toBeNull();
    await press('Go on');
    const summary = screen.getByRole('region', { name: 'Check 3 fields' });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(
      within(summary)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Reason: Fill in reason.', 'Project: Fill in project.', 'Labels: Fill in labels.']);
    await press(/^Project: /, within(summary));
    expect(screen.getByRole('button', { name: /Project$/ })).toHaveFocus();
    await press(/^Labels: /, within(summary));
    expect(screen.getByLabelText('Labels')).toHaveFocus(); // what was folded around it is open
    await fill('Labels', 'MS2');
    expect(screen.getByRole('region', { name: 'Check 2 fields' })).toBeVisible();
    expect(onSent).not.toHaveBeenCalled();
  },
);

test('a single wrong field has the focus itself, without a summary', async () => {
  const onSent = vi.fn<() => void>();
  function Name(): ReactElement {
    const [name, setName] = useState('');
    const [isJudged, setIsJudged] = useState(false);
    const submit = () => {
      setIsJudged(true);
      if (name !== '') onSent();
      return name !== '';
    };
    return (
      <Form onSubmit={submit} submitLabel="Go on" isPending={false} problem={null}>
        <TextField label="Place" />
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={isJudged && name === '' ? 'Give a name.' : null}
        />
      </Form>
    );
  }
  render(<Name />);
  await press('Go on');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  expect(screen.queryByRole('region')).toBeNull();
  await fill('Name', 'Tides');
  await press('Go on');
  expect(onSent).toHaveBeenCalledOnce();
});

test.for([
  ['that only asks for values takes them at once, and Enter sends', false],
  ['that asks for a yes keeps it from Enter in a field: it may cost credits', true],
] as const)('a dialog %s', async ([, isQuestion]) => {
  const onConfirm = vi.fn<() => void>();
  render(
    <ConfirmDialog
      title="Reserve"
      isOpen
      isQuestion={isQuestion}
      confirm="Save"
      onConfirm={onConfirm}
      onClose={() => undefined}
    >
      <TextField label="Credits" />
    </ConfirmDialog>,
  );
  const field = screen.getByLabelText('Credits');
  if (isQuestion) field.focus();
  expect(field).toHaveFocus();
  await userEvent.keyboard('40{Enter}');
  expect(onConfirm).toHaveBeenCalledTimes(isQuestion ? 0 : 1);
  await press('Save');
  expect(onConfirm).toHaveBeenCalledTimes(isQuestion ? 1 : 2);
});
