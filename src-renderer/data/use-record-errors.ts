/**
 * A person's actions on files that the service received and did not write to the chain, one file after the other. A
 * file is uploaded again only for the price that was on screen.
 */
import type { FileListRow } from '../../src-shared/bridge/file-calls.ts';
import type { FileView } from '../../src-shared/model/files/file-view.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { PageFault } from '../bridge/bridge.ts';
import { useAction } from './use-action.ts';

export function useRecordErrors() {
  const { run, isPending, fault, forget } = useAction();
  return {
    isPending,
    fault,
    forget,
    /** `onDone` gets the number of files that are recorded or being recorded by now. */
    check: (files: readonly FileListRow[], onDone: (found: number) => void) =>
      run(
        (ask) => each(files, ({ id }) => ask('files.checkRecord', { asked: id })),
        (views) => onDone(views.filter(({ state }) => state !== 'record_error').length),
      ),
    /** `onDone` is called when all are queued. */
    uploadAgain: (files: readonly FileListRow[], onDone: () => void) =>
      run(
        (ask) => each(files, ({ id, credits }) => ask('files.uploadAgain', { asked: id, credits })),
        onDone,
      ),
  };
}

/** Up to the first that fails. */
async function each(
  files: readonly FileListRow[],
  call: (file: FileListRow) => Promise<Result<FileView, PageFault>>,
): Promise<Result<readonly FileView[], PageFault>> {
  const views: FileView[] = [];
  for (const file of files) {
    const view = await call(file);
    if (!view.ok) return view;
    views.push(view.value);
  }
  return ok(views);
}
