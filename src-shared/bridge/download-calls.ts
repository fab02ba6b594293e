/**
 * Downloads of public files into folders of this computer. The service counts each link that is asked for, and one that
 * goes on needs a new link. Ask for the list again on `downloads-changed`.
 */
import * as z from 'zod/mini';
import type { DownloadView } from '../model/files/download-view.ts';
import { AbsolutePath, changes, FileName, Name, reads, RowId } from './call.ts';

const request = z.strictObject({
  asked: FileName,
  projectId: z.optional(Name),
  folder: AbsolutePath,
  keepsBoth: z.boolean(),
});

export const downloadCalls = {
  /**
   * Begins, or goes on with what came earlier; answers at once. `asked`: row number, path, or the service's id of a
   * version; with its project also one that only the service has. Something of its name in the folder is a fault that
   * names a free one, which `keepsBoth` agrees to. Nothing is ever replaced.
   */
  'downloads.start': changes<DownloadView>()(() => request),
  /**
   * The same, and answers at its end. `run`, chosen by the face, identifies it in `download-progress` events. Aborting the
   * call stops the download and keeps what came.
   */
  'downloads.bring': changes<DownloadView>()(() => z.extend(request, { run: Name })),
  /** Those under way, those that ended since the program started, and those that an earlier run left unfinished. */
  'downloads.list': reads<readonly DownloadView[]>()(() => z.strictObject({})),
  /** Stops it and throws away what came; of one that has arrived only the mention goes. */
  'downloads.cancel': changes<null>()(() => z.strictObject({ id: RowId })),
} as const;
