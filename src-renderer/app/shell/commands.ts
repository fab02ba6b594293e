/**
 * The one list of what can be done from anywhere. Palette, shortcuts and their sheet are all made from it, so a command
 * cannot be in one and missing from another.
 */
import { createContext, useContext } from 'react';
import type { IconName } from '../../ui/layout/icon.tsx';
import type { Words } from '../../words/en.ts';
import { LANGUAGES } from '../../../src-shared/model/words/languages.ts';
import { wordsOf } from '../../words/words-context.ts';
import { HELP_PAGES } from '../../../src-shared/model/text/guide-topics.ts';
import { pathTo, pathToHelp, pathToProject } from '../../paths.ts';
import { type AppearanceStore, nextZoom, THEMES } from '../appearance.ts';
import type { Shortcut } from './shortcut.ts';

export const SEARCH_SHORTCUT: Shortcut = { key: 'k', isCommand: true };

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly shortcut: Shortcut | null;
  /** Does the same where nobody writes; a person can turn such keys off. */
  readonly character?: string;
  readonly run: () => void;
}

/** What commands act on. */
export interface CommandEnvironment {
  readonly words: Words;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly appearance: AppearanceStore;
  readonly goTo: (path: string) => void;
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  /** Of the screen that is open. */
  readonly openHelp: () => void;
  readonly cyclePane: (by: 1 | -1) => void;
  readonly signOut: () => void;
  /** Uploads are paused because a person requested it. */
  readonly isPaused: boolean;
  /** Pausing lets uploads in progress finish, and holds until a person resumes. */
  readonly setPaused: (isPaused: boolean) => void;
}

export function makeCommands(environment: CommandEnvironment): readonly Command[] {
  const { words, appearance, goTo } = environment;
  const { shell } = words;
  const set = appearance.setState;
  return [
    {
      ...plain('palette', shell.searchFor, 'search', environment.openPalette),
      shortcut: SEARCH_SHORTCUT,
    },
    plain('go-overview', shell.goTo(shell.overview), 'house', () => goTo(pathTo('overview'))),
    plain('go-activity', shell.goTo(words.activity.title), 'activity', () =>
      goTo(pathTo('activity')),
    ),
    plain('go-certificates', shell.goTo(words.certificates.title), 'shield-check', () =>
      goTo(pathTo('certificates')),
    ),
    plain('go-credits', shell.goTo(words.credits.title), 'coins', () => goTo(pathTo('credits'))),
    plain('go-outbox', shell.goTo(words.outbox.title), 'clock-arrow-up', () =>
      goTo(pathTo('outbox')),
    ),
    plain('go-projects', shell.goTo(words.projects.toProjects), 'folder-tree', () =>
      goTo(pathTo('projects')),
    ),
    plain('new-project', words.projects.newProject, 'plus', () => goTo(pathTo('newProject'))),
    plain('go-tags', shell.goTo(words.tags.title), 'tag', () => goTo(pathTo('tags'))),
    plain('go-profile', shell.goTo(words.profile.title), 'user', () => goTo(pathTo('profile'))),
    plain('go-files', shell.goTo(words.files.allFiles), 'search', () => goTo(pathTo('files'))),
    {
      ...plain('add-files', words.files.addFiles, 'upload', () => goTo(pathTo('addFiles'))),
      shortcut: { key: 'o', isCommand: true },
    },
    {
      ...plain('watch-folder', shell.watchFolder, 'folder-open', () => goTo(pathTo('watch'))),
      shortcut: { key: 'o', isCommand: true, isShift: true },
    },
    {
      ...plain('verify-file', words.verify.command, 'scan-search', () => goTo(pathTo('verify'))),
      shortcut: { key: 'e', isCommand: true, isShift: true },
    },
    plain('go-audits', shell.goTo(words.audits.title), 'folder-tree', () => goTo(pathTo('audits'))),
    ...environment.projects.map(({ id, name }) =>
      plain(`go-project-${id}`, shell.goTo(name), 'folder-open', () => goTo(pathToProject(id))),
    ),
    {
      ...plain(
        'pause-uploads',
        environment.isPaused ? words.activity.resume : words.activity.pauseUploads,
        environment.isPaused ? 'circle-play' : 'circle-pause',
        () => environment.setPaused(!environment.isPaused),
      ),
      shortcut: { key: 'u', isCommand: true, isShift: true },
    },
    {
      ...plain('settings', shell.settings, 'settings', () => goTo(pathTo('settings'))),
      shortcut: { key: ',', isCommand: true },
    },
    {
      ...plain('help', shell.help, 'info', environment.openHelp),
      shortcut: { key: 'F1' },
    },
    ...HELP_PAGES.filter((page) => page !== 'start').map((page) =>
      plain(`help-${page}`, `${shell.help}: ${shell.helpPages[page]}`, 'info', () =>
        goTo(pathToHelp(page)),
      ),
    ),
    {
      ...plain('shortcuts', shell.shortcuts, 'info', environment.openShortcuts),
      shortcut: { key: 'F1', isShift: true },
      character: '?',
    },
    {
      ...plain('next-pane', shell.nextPane, 'panel-right', () => environment.cyclePane(1)),
      shortcut: { key: 'F6' },
    },
    {
      ...plain('previous-pane', shell.previousPane, 'panel-right', () => environment.cyclePane(-1)),
      shortcut: { key: 'F6', isShift: true },
    },
    ...THEMES.map((theme) =>
      plain(`theme-${theme}`, `${shell.theme}: ${shell.themes[theme]}`, 'eye', () =>
        set({ theme }),
      ),
    ),
    plain('zoom-in', shell.zoomIn, 'plus', () => set(({ zoom }) => ({ zoom: nextZoom(zoom, 1) }))),
    plain('zoom-out', shell.zoomOut, 'circle-dashed', () =>
      set(({ zoom }) => ({ zoom: nextZoom(zoom, -1) })),
    ),
    plain('zoom-reset', shell.zoomReset, 'circle', () => set({ zoom: 100 })),
    ...LANGUAGES.map((language) =>
      plain(
        `language-${language}`,
        `${shell.languageLabel}: ${wordsOf(language).language.own}`,
        'message-square-exclamation-point',
        () => set({ language }),
      ),
    ),
    plain('sign-out', shell.signOut, 'log-out', environment.signOut),
  ];
}

function plain(id: string, label: string, icon: IconName, run: () => void): Command {
  return { id, label, icon, shortcut: null, run };
}

/** The commands of the present state, for whoever shows them all. */
export const CommandContext = createContext<readonly Command[]>([]);

export function useCommandList(): readonly Command[] {
  return useContext(CommandContext);
}
