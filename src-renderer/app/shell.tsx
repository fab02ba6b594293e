/** The frame around every page of a signed-in person: navigation, banner, page, status bar, and the overlays. */
import { useEffect, useState, type ReactElement } from 'react';
import { Link as RouterLink, Outlet, useLocation } from 'react-router';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';
import type { Link } from '../bridge/bridge.ts';
import { useBalance } from '../bridge/use-balance.ts';
import { useProjects } from '../bridge/use-projects.ts';
import { IconButton } from '../ui/button.tsx';
import { HealthBanner } from '../ui/health-banner.tsx';
import { Palette } from '../ui/palette.tsx';
import { useWords } from '../words/words-context.ts';
import styles from './shell.module.css';
import { shortcutText } from './shortcut.ts';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { StatusBar } from './status-bar.tsx';
import { useCommands } from './use-commands.ts';

export function Shell({
  link,
  status,
}: Readonly<{ link: Link; status: StatusView }>): ReactElement {
  const { shell, session } = useWords();
  const projects = useProjects();
  const balance = useBalance();
  const { commands, isMac, overlay, closeOverlay } = useCommands(projects);
  const { pathname } = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  useEffect(() => setIsMenuOpen(false), [pathname]);
  useEffect(() => {
    if (!isMenuOpen) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setIsMenuOpen(false);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isMenuOpen]);

  return (
    <div className={styles['shell']}>
      <a
        href="#page"
        className={styles['skip']}
        onClick={(event) => {
          event.preventDefault(); // the router owns the fragment
          document.querySelector<HTMLElement>('#page')?.focus();
        }}
      >
        {shell.skip}
      </a>
      <div className={styles['topBar']}>
        <IconButton
          icon="menu"
          label={shell.menu}
          aria-expanded={isMenuOpen}
          onPress={() => setIsMenuOpen(!isMenuOpen)}
        />
        <span>Labseal</span>
      </div>
      <Sidebar projects={projects} isOpen={isMenuOpen} />
      <div className={styles['content']}>
        {link === 'lost' && (
          <div className={styles['banner']} role="status">
            <HealthBanner severity="blocking" title={shell.hostLost} text={shell.hostLostText} />
          </div>
        )}
        {link === 'open' && status.session.state === 'ended' && (
          <div className={styles['banner']} role="status">
            <HealthBanner
              severity="attention"
              title={shell.sessionEnded}
              text={shell.sessionEndedText}
            >
              <RouterLink to="/sign-in">{session.signIn}</RouterLink>
            </HealthBanner>
          </div>
        )}
        <Outlet />
      </div>
      <StatusBar status={status} balance={balance} />
      <Palette
        title={shell.commands}
        placeholder={shell.findCommand}
        nothing={shell.noCommand}
        entries={commands
          .filter(({ id }) => id !== 'palette')
          .map(({ id, label, icon, shortcut, run }) => ({
            id,
            label,
            icon,
            side: shortcut === null ? '' : shortcutText(shortcut, isMac),
            run,
          }))}
        isOpen={overlay === 'palette'}
        onClose={closeOverlay}
      />
      <ShortcutsSheet
        commands={commands}
        isMac={isMac}
        isOpen={overlay === 'shortcuts'}
        onClose={closeOverlay}
      />
    </div>
  );
}
