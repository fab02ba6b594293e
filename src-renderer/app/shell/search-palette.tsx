/** Ctrl K: finds files, their folders, certificates, projects, people and commands by their names, and paragraphs of the guide. */
import { type ReactElement, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  NOTHING_FOUND,
  type FoundKind,
  type SearchResult,
} from '../../../src-shared/bridge/search-calls.ts';
import { lastPart } from '../../../src-shared/model/files/folder-path.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useRead } from '../../data/use-read.ts';
import { statusLook } from '../../parts/files/status-appearance.ts';
import { pagePart, useMissingSentence } from '../../ui/layout/page-part.tsx';
import { Palette, type PaletteGroup } from '../../ui/overlay/palette.tsx';
import type { FindInGuide } from '../../parts/help/guide.ts';
import { useLoaded } from '../../parts/help/use-loaded.ts';
import {
  pathTo,
  pathToHelp,
  pathToLabelFiles,
  pathToProject,
  pathToSubfolderFiles,
} from '../../paths.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import type { Command } from './commands.ts';
import { shortcutText } from './shortcut.ts';

const guide = pagePart(() => import('../../parts/help/guide.ts'));

interface Searched {
  readonly text: string;
  readonly found: SearchResult;
  readonly commands: readonly Command[];
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly findInGuide: FindInGuide;
  readonly isMac: boolean;
  readonly goTo: (path: string) => void;
}

/** Without a text the commands alone; else what fits, the rarest kinds first. */
export function paletteGroups(searched: Searched, words: Words): readonly PaletteGroup[] {
  const { text, found, goTo, projects } = searched;
  const { shell } = words;
  const asked = text.trim().toLowerCase();
  const fits = (name: string) => name.toLowerCase().includes(asked);
  const nameOfProject = (projectId: string) =>
    [...projects, ...found.projects].find(({ id }) => id === projectId)?.name ?? '';
  const commands = {
    title: shell.commands,
    entries: searched.commands
      .filter(({ id, label }) => id !== 'palette' && fits(label))
      .map(({ id, label, icon, shortcut, run }) => ({
        id,
        label,
        icon,
        side: shortcut === null ? '' : shortcutText(shortcut, searched.isMac),
        run,
      })),
  };
  if (asked === '') return [commands];
  /** Says of a kind of which not all is shown how many are. */
  const noteOf = (kind: FoundKind) =>
    found.cut.includes(kind) ? { note: shell.notAllFound(found[kind].length) } : {};
  const known = projects.filter(({ name }) => fits(name));
  const others = found.projects.filter(({ id }) => !known.some((project) => project.id === id));
  return [
    {
      title: words.projects.title,
      ...noteOf('projects'),
      entries: [...known, ...others].map(({ id, name }) => ({
        id: `project ${id}`,
        label: name,
        icon: 'folder-open' as const,
        side: '',
        run: () => goTo(pathToProject(id)),
      })),
    },
    {
      title: shell.people,
      ...noteOf('people'),
      entries: found.people.map(({ name, email, projectId, projectName }) => ({
        id: `person ${projectId} ${email}`,
        label: name,
        icon: 'user' as const,
        side: projectName,
        run: () => goTo(pathTo('members', projectId)),
      })),
    },
    {
      title: words.projects.folders,
      ...noteOf('folders'),
      entries: found.folders.map(({ folderId, subfolder, folderPath }) => ({
        id: `folder ${folderId} ${subfolder}`,
        label: printable(lastPart(folderPath)),
        place: printable(folderPath),
        icon: 'folder-tree' as const,
        side: '',
        run: () => goTo(pathToSubfolderFiles(folderId, subfolder)),
      })),
    },
    {
      title: words.assignment.labels,
      ...noteOf('labels'),
      entries: found.labels.map((label) => ({
        id: `label ${label}`,
        label,
        icon: 'tag' as const,
        side: '',
        run: () => goTo(pathToLabelFiles(label)),
      })),
    },
    {
      title: words.files.title,
      ...noteOf('files'),
      entries: found.files.map(({ id, path, folderPath, state, hold, projectId }) => ({
        id: `file ${id}`,
        label: lastPart(path),
        place: printable(folderPath),
        icon: statusLook(state, hold, words).icon,
        side: nameOfProject(projectId),
        run: () => goTo(pathTo('file', projectId, id)),
      })),
    },
    {
      title: words.certificates.title,
      ...noteOf('certificates'),
      entries: found.certificates.map(({ fileId, projectId, name, folderPath }) => ({
        id: `certificate ${fileId}`,
        label: name,
        place: printable(folderPath ?? ''),
        icon: 'shield-check' as const,
        side: nameOfProject(projectId),
        run: () => goTo(pathTo('certificate', projectId, fileId)),
      })),
    },
    // Projects have a group of their own here.
    {
      ...commands,
      entries: commands.entries.filter(({ id }) => !id.startsWith('go-project-')),
    },
    {
      title: shell.help,
      entries: searched.findInGuide(text).map(({ page, anchor, title, pageTitle }) => ({
        id: `help ${page} ${anchor}`,
        label: title,
        icon: 'info' as const,
        side: pageTitle,
        run: () => goTo(pathToHelp(page, anchor)),
      })),
    },
  ];
}

export function SearchPalette({
  commands,
  projects,
  isMac,
  onClose,
}: Readonly<
  Pick<Searched, 'commands' | 'projects' | 'isMac'> & { readonly onClose: () => void }
>): ReactElement {
  const words = useWords();
  const { shell, language } = words;
  const navigate = useNavigate();
  const find = useLoaded(
    useCallback(async () => (await guide.load()).openGuideSearch(language.id), [language.id]),
  );
  const [text, setText] = useState('');
  // Asked for with nothing, too: the core gets the names ready while somebody types.
  const reading = useRead('search.find', { text }, { placeholder: 'previous' });
  const { value, fault, isPrevious, isReading } = reading;
  // What an earlier text found stays in sight until the new answer is there, so that nothing flickers.
  const isOver = isPrevious && !isReading;
  const searched = {
    text,
    found: value === null || isOver ? NOTHING_FOUND : value,
    commands,
    projects,
    // The guide is no part of the first page.
    findInGuide: find === null || find === 'missing' ? () => [] : find,
    isMac,
    goTo: (path: string) => void navigate(path),
  };
  const missing = useMissingSentence();
  const found = find === 'missing' ? missing : shell.nothingFound;
  const nothing = value === null && fault === null ? words.ui.loading : found;
  return (
    <Palette
      title={shell.search}
      placeholder={shell.searchFor}
      nothing={fault === null ? nothing : faultSentence(fault, words)}
      text={text}
      onText={setText}
      isAwaited={isReading && (isPrevious || value === null)}
      groups={paletteGroups(searched, words)}
      onClose={onClose}
    />
  );
}
