import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FILE_STATES, HOLD_REASONS, mayCarry } from '../../src-shared/model/files/file-state.ts';
import { LANGUAGES } from '../../src-shared/model/words/languages.ts';
import { wordsOf } from '../words/words-context.ts';
import { BudgetBar, budgetParts } from '../ui/chart/budget-bar.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { Form } from '../ui/form/form.tsx';
import { LiveRegions } from '../ui/feedback/live-region.tsx';
import { Locale } from '../ui/layout/locale.tsx';
import { CopyButton, CopyIconButton } from '../ui/layout/copy-button.tsx';
import { ReasonedButton } from '../ui/layout/reasoned-button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { press } from '../test-support/person.ts';
import { FileName, splitName } from './files/file-name.tsx';
import { alignedGroups, Fingerprint, FingerprintPair, groupByFour } from './files/fingerprint.tsx';
import { Pipeline } from './files/pipeline.tsx';
import { StatusText } from './files/status-text.tsx';
import { statusLook } from './files/status-appearance.ts';

describe('states', () => {
  const looks = [
    ...FILE_STATES.map((state) => ({ state, hold: null })),
    ...HOLD_REASONS.map((hold) => ({
      state: mayCarry('held', hold) ? ('held' as const) : ('confirming' as const),
      hold,
    })),
  ];

  test.each(LANGUAGES)('each has a word of its own in %s', (language) => {
    const words = wordsOf(language);
    for (const { state, hold } of looks) {
      const { label, icon, role } = statusLook(state, hold, words);
      expect(label).toMatch(/^\p{Lu}/u);
      expect(icon).toMatch(/^[a-z-]+\d?$/);
      expect(role).toMatch(/^(neutral|active|ok|warn|danger)$/);
    }
    const own = looks.filter(({ state }) => state !== 'held');
    const labels = own.map(({ state, hold }) => statusLook(state, hold, words).label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('the word and how far it is are text; the shape is hidden from screen readers', () => {
    const { container } = render(<StatusText state="uploading" hold={null} share={0.639} />);
    expect(screen.getByText('Sending · 63%')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Sending' })).toHaveValue(0.639);
    expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true');
  });

  test('a page in Italian says its states in Italian', () => {
    render(
      <Locale language="it">
        <StatusText state="notarized" hold={null} />
      </Locale>,
    );
    expect(screen.getByText('Notarizzato')).toBeVisible();
  });
});

const HEX = fc.stringMatching(/^[0-9a-f]*$/);

const pair = (first: string, second: string) =>
  render(
    <FingerprintPair
      first={{ label: 'This file', hash: first }}
      second={{ label: 'Record', hash: second }}
    />,
  );

describe('two fingerprints', () => {
  test('groups of four stand above each other; those that differ are counted and more than coloured', () => {
    const { container } = pair('aaaabbbbcccc', 'aaaabbbxcccc');
    expect(
      screen.getByText('The fingerprints are not the same. What differs is underlined.'),
    ).toBeVisible();
    expect(container.querySelectorAll('[class*="differs"]')).toHaveLength(1);
    expect(screen.getByText('aaaa bbbx cccc')).toBeInTheDocument();
  });

  test('equal ones are said to be equal, and no length is too long or too short', () => {
    pair('aaaabbbb', 'aaaabbbb');
    expect(screen.getByText('Both fingerprints are the same.')).toBeVisible();
    fc.assert(
      fc.property(HEX, HEX, (first, second) => {
        const groups = alignedGroups(first, second);
        expect(groups.map((group) => group.first).join('')).toBe(first);
        expect(groups.map((group) => group.second).join('')).toBe(second);
        expect(groups.every(({ isEqual }) => isEqual)).toBe(first === second);
      }),
    );
  });
});

describe('names of files', () => {
  test('the last ten characters are kept whole, and nothing is lost', () => {
    expect(splitName('2026-11-20_sample_014.raw')).toEqual(['2026-11-20_samp', 'le_014.raw']);
    expect(splitName('a.raw')).toEqual(['', 'a.raw']);
    const family = '👩‍👩‍👧'; // one letter of several code points
    expect(splitName(`x${family}123456789`)).toEqual(['x', `${family}123456789`]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(splitName(name).join('')).toBe(name);
      }),
    );
  });

  test('what would turn the reading direction is written out; a screen reader hears the name once', () => {
    const { container } = render(
      <button type="button">
        <FileName name={'cod\u202Egpj.exe\u0000'} />
      </button>,
    );
    expect(screen.getByTitle('cod\\u{202e}gpj.exe\\u{0}')).toBeVisible();
    expect(screen.getByRole('button')).toHaveAccessibleName('cod\\u{202e}gpj.exe\\u{0}');
    expect(container.innerHTML).not.toContain('\u202E');
  });
});

describe('fingerprints', () => {
  test('stand in groups of four and lose no digit', () => {
    expect(groupByFour('9f2c41aa07be5')).toBe('9f2c 41aa 07be 5');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('0', '7', 'a', 'f') }), (hash) => {
        expect(groupByFour(hash).replaceAll(' ', '')).toBe(hash);
      }),
    );
  });

  test('are copied in one piece, and that is said', async () => {
    const person = userEvent.setup();
    render(
      <LiveRegions>
        <Fingerprint hash="9f2c41aa" method="SHA-256" />
      </LiveRegions>,
    );
    await person.click(screen.getByRole('button', { name: 'Copy SHA-256' }));
    expect(await navigator.clipboard.readText()).toBe('9f2c41aa');
    expect(screen.getByText('Copied')).toBeInTheDocument();
  });
});

test('a clipboard that the browser refuses is said, and the text is there to be copied by hand', async () => {
  const person = userEvent.setup();
  const text = 'first line\nsecond line';
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  copied.mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
  onTestFinished(() => copied.mockRestore());
  render(
    <LiveRegions>
      <CopyButton label="Copy path" text={text} />
      <CopyIconButton what="SHA-256" text="9f2c41aa" />
    </LiveRegions>,
  );
  await person.click(screen.getByRole('button', { name: 'Copy path' }));
  expect(await screen.findByText(/did not allow copying/)).toBeVisible();
  const box = screen.getByRole<HTMLTextAreaElement>('textbox');
  expect(box).toHaveFocus();
  expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe(text);
  expect(screen.queryByText('Copied')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Copy SHA-256' }));
  expect(await screen.findByDisplayValue('9f2c41aa')).toHaveFocus();
  copied.mockResolvedValue();
  await person.click(screen.getByRole('button', { name: 'Copy path' }));
  expect(await screen.findByText('Copied')).toBeInTheDocument();
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
});

describe('controls', () => {
  test('a button that cannot be used says why, in sight and as its description', async () => {
    const onPress = vi.fn<() => void>();
    render(
      <ReasonedButton reason="You have 4 credits." onPress={onPress}>
        Invite
      </ReasonedButton>,
    );
    const button = screen.getByRole('button', { name: 'Invite' });
    expect(screen.getByText('You have 4 credits.')).toBeVisible();
    expect(button).toHaveAccessibleDescription('You have 4 credits.');
    await userEvent.click(button);
    expect(onPress).not.toHaveBeenCalled();
  });

  test('a password can be pasted and shown, and its error belongs to the field', async () => {
    const person = userEvent.setup();
    render(<TextField label="Password" type="password" error="Enter your password." />);
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAccessibleDescription('Enter your password.');
    expect(field).toBeInvalid();
    await person.click(field);
    await person.paste('s3cret');
    expect(field).toHaveAttribute('type', 'password');
    await person.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveValue('s3cret');
  });

  test('a form that cannot be sent brings the focus to its first wrong field', async () => {
    render(
      <Form submitLabel="Send" isPending={false} problem="It was refused." onSubmit={() => false}>
        <TextField label="Name" />
        <TextField label="E-mail" error="Enter your e-mail address." />
      </Form>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('It was refused.');
    await press('Send');
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveFocus());
  });

  test('Escape leaves a dialog, and a question too, without deciding', async () => {
    const onClose = vi.fn<() => void>();
    render(
      <Dialog title="Delete?" isOpen onClose={onClose} isQuestion>
        <p>Its history stays.</p>
      </Dialog>,
    );
    expect(screen.getByRole('alertdialog', { name: 'Delete?' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('what is said', () => {
  test('a budget is never drawn over its end, and its numbers are in words', () => {
    const credits = fc.integer({ min: 0, max: 5_000 });
    const budgets = fc.record({
      limit: credits,
      spent: credits,
      reserved: credits,
      queued: credits,
    });
    fc.assert(
      fc.property(budgets, (budget) => {
        const { spentShare, reservedShare, queuedShare } = budgetParts(budget);
        expect(Math.min(spentShare, reservedShare, queuedShare)).toBeGreaterThanOrEqual(0);
        expect(spentShare + reservedShare + queuedShare).toBeLessThanOrEqual(100.000_001);
      }),
    );
    render(
      <BudgetBar label="Day" budget={{ limit: 500, spent: 210, reserved: 90, queued: 100 }} />,
    );
    const bar = screen.getByRole('group', { name: 'Day' });
    expect(bar).toHaveTextContent('spent 210 · reserved 90 · waiting 100 · left 100');
  });

  test('steps say how they stand in words, not by colour alone', () => {
    const steps = [
      { id: 'a', label: 'Saved', stage: 'done' },
      { id: 'b', label: 'Uploaded', stage: 'current' },
      { id: 'c', label: 'Recorded', stage: 'waiting' },
    ] as const;
    render(<Pipeline label="Steps" steps={steps} />);
    const shown = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'Saved – Done',
      'Uploaded – Now',
      'Recorded – Not yet',
    ]);
    expect(shown[1]).toHaveAttribute('aria-current', 'step');
  });
});
