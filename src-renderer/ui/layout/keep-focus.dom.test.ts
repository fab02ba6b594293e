import { waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

const PAGE = `
  <main>
    <h1 tabindex="-1">Overview</h1>
    <section>
      <h2>Needs attention</h2>
      <ul>
        <li id="first"><button>Approve 4 credits</button></li>
        <li id="second"><button>Approve 3 credits</button><button>Choose</button></li>
      </ul>
    </section>
    <button id="alone">Refresh</button>
  </main>
  <div role="status" id="elsewhere"></div>`;

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};
const focusIn = (selector: string) => find(`${selector} button`).focus();

beforeEach(() => {
  document.body.innerHTML = PAGE;
  const end = keepFocus(document);
  onTestFinished(() => {
    end();
    document.body.replaceChildren();
  });
});

test('a row that goes leads to the next row, and not to its button: the same key pressed again presses nothing', async () => {
  focusIn('#first');
  find('#first').remove();
  await waitFor(() => expect(find('#second')).toHaveFocus());
});

test('a row whose button goes keeps the focus', async () => {
  focusIn('#second');
  find('#second button').remove();
  await waitFor(() => expect(find('#second')).toHaveFocus());
});

test('the last row leads to the heading of its part, the last part to that of the page', async () => {
  focusIn('#second');
  find('#second').remove();
  await waitFor(() => expect(find('h2')).toHaveFocus());
  find('section').remove();
  await waitFor(() => expect(find('h1')).toHaveFocus());
});

test('a button that is switched off does not keep the keys', async () => {
  focusIn('#second');
  const button = find('#second button') as HTMLButtonElement;
  button.blur(); // as browsers do with one that is switched off
  button.disabled = true;
  await waitFor(() => expect(find('#second')).toHaveFocus());
});

test('what a dialog was opened from may be gone when it is closed', async () => {
  focusIn('#first');
  const dialog = document.createElement('div');
  dialog.role = 'alertdialog';
  dialog.innerHTML = '<button>Approve</button>';
  document.body.append(dialog);
  focusIn('[role=alertdialog]');
  find('#first').remove();
  dialog.remove();
  await waitFor(() => expect(find('#second')).toHaveFocus());
});

test('whoever pressed beside everything, or is elsewhere, stays there', async () => {
  focusIn('#first');
  find('#first button').blur();
  document.body.dispatchEvent(new Event('pointerup', { bubbles: true }));
  find('#first').remove();
  find('#alone').focus();
  find('#second').remove();
  const seen = new Promise((resolve) => {
    new MutationObserver(resolve).observe(find('#elsewhere'), { childList: true });
  });
  find('#elsewhere').append('something');
  await seen;
  expect(find('#alone')).toHaveFocus();
});
