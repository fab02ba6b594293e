/** The frame around every page of a signed-in person: navigation, banner, page, status bar, and the overlays. */
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import type { StatusView } from '../../../src-shared/bridge/status-calls.ts';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { type HealthItem, healthSeverity } from '../../../src-shared/model/status/health.ts';
import { isInInbox } from '../../../src-shared/model/status/inbox.ts';
import { useBalance, useLooksForCredits, useWorkingOffline } from '../../data/queries.ts';
import { useCore, useHealth } from '../../data/bridge-context.ts';
import { useInbox } from '../../data/use-inbox.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead } from '../../data/use-read.ts';
import { useSpeeds } from '../../data/use-speeds.ts';
import { IconButton } from '../../ui/layout/button.tsx';
import { NamedFolderContext } from '../../parts/files/path-text.ts';
import { TitlePrefix } from '../../ui/layout/page.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { NOTICE_PLACES, noticeFacts } from '../../../src-shared/model/status/notices.ts';
import { LastKnown } from '../../ui/feedback/last-known.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DemoRibbon } from './demo-ribbon.tsx';
import { HealthArea } from './health-area.tsx';
import { SearchPalette } from './search-palette.tsx';
import { SentNotice, useSentRound } from './sent-notice.tsx';
import styles from './shell.module.css';
import { paceOf } from '../../../src-shared/model/files/sending-speed.ts';
import { Sidebar } from './sidebar.tsx';
import { StatusBar, type StatusBarProps } from './status-bar.tsx';
import { useCommands } from './use-commands.ts';
import { useDesktopMenu, useHasWindow } from '../use-desktop.ts';
import { useNotices } from './use-notices.ts';
import { useSaidProofs } from './use-said-proofs.ts';
import { useSaidWarnings } from './use-said-warnings.ts';
import { ShortcutTable } from './shortcut-table.tsx';
import { useAppearance } from '../appearance.ts';
import { CommandContext } from './commands.ts';
import { pathTo } from '../../paths.ts';

const NO_COUNTS: AccountStatus['counts'] = [];
const NO_NOTICES: readonly [] = [];
const TICK_MS = 5_000;
const OUTAGE_TICK_MS = 1_000; // an outage and its end are said within three seconds

export function Shell({ status }: Readonly<{ status: StatusView }>): ReactElement {
  const { shell, figures } = useWords();
  const nowMs = useNow(status.waits.length > 0 ? OUTAGE_TICK_MS : TICK_MS);
  const link = useCore((view) => view.link);
  const health = useHealth(nowMs);
  const projects = useProjects();
  const isAdmin = useRead('profile.permissions').value?.isAdmin === true;
  const isOffline = useWorkingOffline() === true;
  const [round, closeRound] = useSentRound();
  const { pathname, search } = useLocation();
  const isInboxShown =
    pathname === pathTo('overview') || `${pathname}${search}` === NOTICE_PLACES['needs-you'];
  // Said elsewhere on the page already.
  const said = new Set<HealthItem['code']>([
    ...(isOffline ? (['offline', 'service-back'] as const) : []),
    ...((round?.needYou ?? 0) > 0 ? (['changes-need-you'] as const) : []),
  ]);
  const inBanner = health.filter(
    (item) =>
      !said.has(item.code) &&
      !(isInInbox(item) && (isInboxShown || healthSeverity(item.code) !== 'blocking')),
  );
  const isNews = useSaidWarnings(
    health.filter((item) => !said.has(item.code)),
    { inBanner, isKnown: status.account !== null, nowMs },
  );
  const balance = useBalance();
  const { commands, isMac, overlay, openSearch, closeOverlay } = useCommands(projects);
  useDesktopMenu(commands);
  const hasWindow = useHasWindow();
  const { isCountInTitle, notices } = useAppearance();
  const counts = status.account?.counts ?? NO_COUNTS;
  useNotices(
    useMemo(() => noticeFacts(counts, health), [counts, health]),
    hasWindow ? NO_NOTICES : notices, // the window shows them, also when the page is closed
  );
  useSaidProofs(status.account);
  useLooksForCredits(counts.some(({ hold, files }) => hold === 'credits' && files > 0));
  const { count: needYou } = useInbox(nowMs).inbox;
  const labFolder = status.demo?.labFolder ?? null;
  const namedFolder = useMemo(
    () => (labFolder === null ? null : { path: labFolder, name: shell.demoLab }),
    [labFolder, shell.demoLab],
  );
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
    <CommandContext value={commands}>
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
        <header className={styles['topBar']}>
          <IconButton
            icon="menu"
            label={shell.menu}
            aria-expanded={isMenuOpen}
            onPress={() => setIsMenuOpen(!isMenuOpen)}
          />
          <span className={styles['topName']}>Labseal</span>
          <IconButton icon="search" label={shell.searchFor} onPress={openSearch} />
        </header>
        <Sidebar
          projects={projects}
          isAdmin={isAdmin}
          needYou={needYou}
          isOpen={isMenuOpen}
          isMac={isMac}
          onSearch={openSearch}
        />
        <div className={styles['content']}>
          {status.demo !== undefined && <DemoRibbon demo={status.demo} session={status.session} />}
          <NamedFolderContext value={namedFolder}>
            <HealthArea items={inBanner} nowMs={nowMs} isNews={isNews} />
            <SentNotice round={round} onClose={closeRound} />
            <TitlePrefix
              value={isCountInTitle && needYou > 0 ? `(${figures.number(needYou)}) ` : ''}
            >
              <LastKnown value={link !== 'open'}>
                <Outlet />
              </LastKnown>
            </TitlePrefix>
          </NamedFolderContext>
        </div>
        <NowBar
          status={status}
          balance={balance}
          health={health}
          needYou={needYou}
          nowMs={nowMs}
          isOffline={isOffline}
        />
        {overlay === 'palette' && (
          <SearchPalette
            commands={commands}
            projects={projects}
            isMac={isMac}
            onClose={closeOverlay}
          />
        )}
        <ShortcutsSheet isOpen={overlay === 'shortcuts'} onClose={closeOverlay} />
      </div>
    </CommandContext>
  );
}

/** Apart from the page, because it is drawn again with every step of an upload. */
function NowBar(props: Omit<StatusBarProps, 'pace'>): ReactElement {
  const progress = useCore((view) => view.progress);
  const speedOf = useSpeeds();
  return <StatusBar {...props} pace={paceOf(progress, speedOf)} />;
}

/** The shortcuts, from anywhere. */
function ShortcutsSheet({
  isOpen,
  onClose,
}: Readonly<{ isOpen: boolean; onClose: () => void }>): ReactElement {
  const { shell } = useWords();
  return (
    <Dialog title={shell.shortcuts} isOpen={isOpen} onClose={onClose}>
      <ShortcutTable />
    </Dialog>
  );
}
