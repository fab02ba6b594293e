/** Makes the list of commands for the present state, and listens for their shortcuts. */
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall, useCore } from '../../data/bridge-context.ts';
import type { WatchedProject } from '../../data/use-projects.ts';
import { helpFor, pathToHelp } from '../../paths.ts';
import { useWords } from '../../words/words-context.ts';
import { makeCommands } from './commands.ts';
import { isOnMac, isWrittenIn, matches, writes } from './shortcut.ts';
import { useAppearanceStore } from '../appearance.ts';

export type Overlay = 'palette' | 'shortcuts' | null;

export function useCommands(projects: readonly WatchedProject[]) {
  const words = useWords();
  const appearance = useAppearanceStore();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const signOut = useCall('session.signOut');
  const pause = useCall('transfers.pause');
  const resume = useCall('transfers.resume');
  const isPaused = useCore(
    ({ status }) => status?.waits.some(({ cause }) => cause === 'paused') ?? false,
  );
  const [overlay, setOverlay] = useState<Overlay>(null);
  const onMac = isOnMac(navigator.platform);

  const commands = useMemo(
    () =>
      makeCommands({
        words,
        projects,
        appearance,
        goTo: (path) => void navigate(path),
        openPalette: () => setOverlay('palette'),
        openShortcuts: () => setOverlay('shortcuts'),
        openHelp: () => void navigate(pathToHelp(helpFor(pathname))),
        cyclePane,
        signOut: () => void signOut({}),
        isPaused,
        setPaused: (isWanted) =>
          void (isWanted ? pause({ mode: 'after-current', untilMs: null }) : resume({})),
      }),
    [words, projects, appearance, navigate, pathname, signOut, isPaused, pause, resume],
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Not the event's target: a search field hands its keys on to the entry that it would choose.
      const isWritten = isWrittenIn(document.activeElement);
      const isCharacter = appearance.getState().hasCharacterKeys && !isWritten;
      const command = commands.find(
        ({ shortcut, character }) =>
          (shortcut !== null && matches(shortcut, event, onMac)) ||
          (character !== undefined && isCharacter && writes(character, event)),
      );
      if (command === undefined || event.defaultPrevented) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [appearance, commands, onMac]);

  return {
    commands,
    isMac: onMac,
    overlay,
    openSearch: () => setOverlay('palette'),
    closeOverlay: () => setOverlay(null),
  };
}

/** Panes are marked with `data-pane`; those out of sight are passed over. Null when there is none. */
export function nextPane(
  panes: readonly HTMLElement[],
  active: Element | null,
  by: 1 | -1,
): HTMLElement | null {
  if (panes.length === 0) return null;
  const at = panes.findIndex((pane) => pane.contains(active));
  const from = at === -1 && by === -1 ? 0 : at;
  return panes[(from + by + panes.length) % panes.length] ?? null;
}

export function cyclePane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const seen = panes.filter((pane) => pane.checkVisibility({ visibilityProperty: true }));
  nextPane(seen, document.activeElement, by)?.focus();
}
