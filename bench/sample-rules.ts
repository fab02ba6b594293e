/** The rules of a folder that a bench watches: nothing is asked of the service and nothing is sent. */
import { AUTO_WATCHING } from '../src-shared/model/folders/folder-rules.ts';
import type { FolderRules } from '../src-shared/model/folders/folder-rules.ts';

/** What is measured happens on this computer alone, as soon as a file is there. */
export function sampleRules(projectId: string): FolderRules {
  return {
    assignment: {
      projectId,
      visibility: 'private',
      fileType: 'primary',
      labels: 'raw',
      procedureDescription: null,
      linkToProcedure: null,
      primaryData: null,
      checkPolicy: 'never',
    },
    exclude: [],
    settleSeconds: 0,
    budgetCredits: null,
    approveEach: false,
    watching: AUTO_WATCHING,
  };
}
