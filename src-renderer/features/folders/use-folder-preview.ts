/** What watching the folder would do, for the draft as it stands: asked once nobody types any more. */
import { useMemo } from 'react';
import { AUTO_WATCHING } from '../../../src-shared/model/folders/folder-rules.ts';
import type { FolderPreview } from '../../../src-shared/bridge/folder-calls.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { useRead } from '../../data/use-read.ts';
import { checkPolicyOf } from '../../parts/assignment/assignment-draft.ts';
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

export interface FolderLook {
  /** Null while it is not known for the draft as it stands. */
  readonly preview: FolderPreview | null;
  /** Why the folder cannot be watched; null when nothing is known against it. */
  readonly refusal: PageFault | null;
  /** Why nothing is known. */
  readonly fault: PageFault | null;
  readonly isAsked: boolean;
  readonly readAgain: () => void;
}

export const isAbsolute = (path: string) => IS_ABSOLUTE.test(path.trim());

export function useFolderPreview(path: string, draft: FolderDraft, onlyNew: boolean): FolderLook {
  const settledPath = useDebounced(path.trim());
  const settledExclude = useDebounced(draft.exclude);
  const exclude = useMemo(() => [...patternsOf(settledExclude)], [settledExclude]);
  const { check, visibility } = draft.assignment;
  const upToMb = useDebounced(draft.assignment.upToMb);
  const checkPolicy = checkPolicyOf({ check, upToMb }) ?? 'always';
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
    preview: isSettled && fault === null ? value : null,
    refusal: isSettled && isRefused ? fault : null,
    fault: isRefused ? null : fault,
    isAsked,
    readAgain,
  };
}
