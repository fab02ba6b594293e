/** The defaults for new folders, as a person edits them. An unusable pattern is refused, never saved. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { FolderDefaults } from '../../../src-shared/model/folders/folder-rules.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { State } from '../../db/state.ts';
import { makeIgnoreRules } from '../../pipeline/scan/ignore-rules.ts';

export function makeFolderDefaults({ folderDefaults }: Pick<State, 'folderDefaults'>) {
  return {
    get: () => folderDefaults.get(),
    set(defaults: FolderDefaults): Result<FolderDefaults, CoreFault> {
      const compiled = makeIgnoreRules(defaults.exclude);
      if (!compiled.ok) return fail({ kind: 'bad-rule', problem: compiled.fault });
      folderDefaults.set(defaults);
      return ok(folderDefaults.get());
    },
  };
}
