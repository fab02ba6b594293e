/** What watching the folder would do, for the draft as it stands: asked once nobody types any more. */
import { useMemo } from 'react';
import { AUTO_WATCHING } from '../../../src-shared/model/folders/folder-rules.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { useRead } from '../../data/use-read.ts';
import { watchingOf } from '../../parts/assignment/watching-fields.tsx';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import { patternsOf, type FolderDraft } from './folder-draft.ts';

const IS_ABSOLUTE = /^(\/|[A-Za-z]:[\\/]|\\\\)/;

/** What keeps a folder from being watched, whatever else is chosen for it. */
const REFUSALS: ReadonlySet<PageFault['kind']> = new Set([
  'no-such-folder',
  'not-a-folder',
  'unreadable-folder',
  'already-watched',
  'inside-watched',
  'contains-watched',
  'holds-own-data',
]);

export const isAbsolute = (path: string) => IS_ABSOLUTE.test(path.trim());

export function useFolderPreview(path: string, draft: FolderDraft, onlyNew: boolean) {
  const settledPath = useDebounced(path.trim());
  const settledExclude = useDebounced(draft.exclude);
  const exclude = useMemo(() => [...patternsOf(settledExclude)], [settledExclude]);
  const { check: checkPolicy, visibility } = draft.assignment;
  const { mode } = draft.watching;
  const pollSeconds = useDebounced(draft.watching.pollSeconds);
  const watching = watchingOf({ mode, pollSeconds }) ?? { ...AUTO_WATCHING, mode };
  const isAsked = isAbsolute(settledPath);
  const { value, fault, readAgain } = useRead(
    'folders.preview',
    { path: settledPath, exclude, visibility, checkPolicy, onlyNew, watching, isNew: true },
    { isWanted: isAsked },
  );
  const isSettled = settledPath === path.trim() && settledExclude === draft.exclude;
  const isRefused = fault !== null && REFUSALS.has(fault.kind);
  return {
    /** Null while it is not known for the draft as it stands. */
    preview: isSettled && fault === null ? value : null,
    /** Why the folder cannot be watched; null when nothing is known against it. */
    refusal: isSettled && isRefused ? fault : null,
    /** Why nothing is known. */
    fault: isRefused ? null : fault,
    isAsked,
    readAgain,
  };
}
