/** Files of any number, read page by page. */
import type { CallInput, CallOutput } from '../../../../src-shared/bridge/calls.ts';
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import type { Application } from '../application.ts';

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
