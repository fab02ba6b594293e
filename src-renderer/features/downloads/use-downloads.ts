/** The downloads that the core knows of, and what a person decides about one. */
import type { DownloadView } from '../../../src-shared/model/files/download-view.ts';
import { useAction } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';

const EVERYTHING = {};

export function useDownloads() {
  const { value, fault, readAgain } = useRead('downloads.list', EVERYTHING);
  const { run, fault: refused } = useAction();
  return {
    /** Empty until they were read. */
    list: value ?? [],
    goOn: ({ fileId: asked, projectId, folder }: DownloadView) =>
      run((ask) => ask('downloads.start', { asked, projectId, folder, keepsBoth: true })),
    /** Also takes one away that is over. */
    cancel: ({ id }: DownloadView) => run((ask) => ask('downloads.cancel', { id })),
    /** Why the last decision was not carried out. */
    refused,
    /** Why they could not be read. */
    fault,
    readAgain,
  };
}
