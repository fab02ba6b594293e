/** What a person does on a page, and what they see there. */
import { screen, type ByRoleMatcher } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';

type Name = string | RegExp;
/** The whole page, or what `within` gives. */
type Part = Pick<typeof screen, 'findByRole' | 'findByLabelText' | 'findByText' | 'getByRole'>;

// Nobody rests between two letters, and no style sheet is loaded that would keep the pointer away.
const AT_ONCE = { delay: null, pointerEventsCheck: 0 } as const;

export async function click(role: ByRoleMatcher, name: Name, part: Part = screen): Promise<void> {
  await userEvent.click(await part.findByRole(role, { name }), AT_ONCE);
}

export const press = (button: Name, part?: Part) => click('button', button, part);

/** In place of what stands there; pasted, since every typed letter draws the whole page once. */
export async function fill(label: Name, text: string, part: Part = screen): Promise<void> {
  await write(await part.findByLabelText(label), text);
}

export async function search(text: string): Promise<void> {
  await write(await screen.findByRole('searchbox'), text);
}

async function write(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.click(field, AT_ONCE);
  if (text !== '') await userEvent.paste(text);
}

/** Fills a field and presses Enter in it. */
export async function enter(label: Name, text: string): Promise<void> {
  await fill(label, text);
  await userEvent.keyboard('{Enter}');
}

/** Each of these texts comes into sight. */
export async function expectText(...texts: readonly Name[]): Promise<void> {
  for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
}

/** What has this role and name comes into sight. */
export async function expectRole(
  role: ByRoleMatcher,
  name: Name,
  part: Part = screen,
): Promise<void> {
  expect(await part.findByRole(role, { name })).toBeVisible();
}

export const hrefOf = (link: Name, part: Part = screen) =>
  part.getByRole('link', { name: link }).getAttribute('href');

/** What was chosen in the page's field for files. */
export async function upload(...files: readonly File[]): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (field === null) throw new Error('there is nothing to choose a file with');
  await userEvent.upload(field, [...files], { applyAccept: false });
}

/** Presses Tab until this has the focus, as long as each press leads to another place. */
export async function tabTo(element: HTMLElement): Promise<void> {
  const passed = new Set<Element | null>();
  while (document.activeElement !== element && !passed.has(document.activeElement)) {
    passed.add(document.activeElement);
    await userEvent.tab();
  }
  expect(element).toHaveFocus();
}
