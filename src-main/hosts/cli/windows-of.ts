/** A long list as calls give it: window after window, or page after page, so that no answer grows with the list. */
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import type { CallInput, CallOutput } from '../../../src-shared/bridge/calls.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import type { Application } from './application.ts';

export interface Window {
  readonly first: number;
  readonly count: number;
  readonly mode: ReadMode;
}

/** At least one window; the first asks the service, the others go on in what it showed. */
export async function* windowsOf<Part extends { readonly total: number }>(
  count: number,
  read: (window: Window) => Promise<Part>,
): AsyncGenerator<Part> {
  let first = 0;
  let total = 0;
  do {
    const part = await read({ first, count, mode: first === 0 ? 'fresh' : 'at-once' });
    yield part;
    total = part.total;
    first += count;
  } while (first < total);
}

/** The whole list, and what its first window says beside it. */
export async function wholeOf<Part extends { readonly total: number }, Item>(
  windows: AsyncIterable<Part>,
  itemsOf: (part: Part) => readonly Item[],
): Promise<{ readonly first: Part; readonly items: readonly Item[] }> {
  let first: Part | null = null;
  const items: Item[] = [];
  for await (const part of windows) {
    first ??= part;
    items.push(...itemsOf(part));
  }
  if (first === null) throw new Error('a list without its first window');
  return { first, items };
}

/** Which files. */
export type FileScope = CallInput<'files.page'>['scope'];

/** In the order of their numbers. */
export async function* eachFile(
  { call }: Pick<Application, 'call'>,
  scope: FileScope,
): AsyncGenerator<FileView> {
  let afterId: string | null = null;
  do {
    const page: CallOutput<'files.page'> = await call('files.page', { scope, afterId });
    yield* page.files;
    afterId = page.nextAfterId;
  } while (afterId !== null);
}
