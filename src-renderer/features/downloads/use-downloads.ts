/** The downloads that the core knows of, and what a person decides about one. */
import type { DownloadView } from '../../../src-shared/model/files/download-view.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { useAction } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';

const EVERYTHING = {};

export interface DownloadsHere {
  /** Empty until they were read. */
  readonly list: readonly DownloadView[];
  readonly goOn: (view: DownloadView) => void;
  /** Also takes one away that is over. */
  readonly cancel: (view: DownloadView) => void;
  /** Why the last decision was not carried out. */
  readonly refused: PageFault | null;
  /** Why they could not be read. */
  readonly fault: PageFault | null;
  readonly readAgain: () => void;
}

export function useDownloads(): DownloadsHere {
  const { value, fault, readAgain } = useRead('downloads.list', EVERYTHING);
  const { run, fault: refused } = useAction();
  return {
    list: value ?? [],
    goOn: ({ fileId: asked, projectId, folder }) =>
      run((ask) => ask('downloads.start', { asked, projectId, folder, keepsBoth: true })),
    cancel: ({ id }) => run((ask) => ask('downloads.cancel', { id })),
    refused,
    fault,
    readAgain,
  };
}
