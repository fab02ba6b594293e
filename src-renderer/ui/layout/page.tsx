/** A page: its one heading, which takes the focus after navigation, its buttons, its content, and details beside it. */
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useLocation } from 'react-router';
import { useWords } from '../../words/words-context.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import styles from './page.module.css';

export function Page({
  title,
  mark,
  subtitle,
  actions,
  details,
  beside,
  kind = 'list',
  children,
}: Readonly<{
  title: string;
  /** Beside the title, such as what explains it. */
  mark?: ReactNode;
  subtitle?: string;
  /** Its buttons; the one that fills is last. */
  actions?: ReactNode;
  /** A `DetailsPane`, or null while nothing is chosen. */
  details?: ReactNode;
  /** In the right third of a wide window, below the content of a narrow one. */
  beside?: ReactNode;
  /** Across the window, a form in the middle, a text to read, or the first page somebody sees. */
  kind?: 'list' | 'form' | 'text' | 'welcome';
  children: ReactNode;
}>): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname, key } = useLocation();
  const arrival = useContext(ArrivalContext);
  const shownAt = useRef<string | null>(null);
  useEffect(() => {
    if (shownAt.current === pathname) return; // drawn again, not gone to
    shownAt.current = pathname;
    const isFirst = arrival?.isFirst(pathname) ?? key === 'default';
    if (!isFirst) heading.current?.focus();
  }, [pathname, key, arrival]);
  const prefix = useContext(TitlePrefix);
  useEffect(() => {
    document.title = `${prefix}${title} – Labseal`;
  }, [prefix, title]);
  return (
    <div className={styles['page']}>
      <main id="page" tabIndex={-1} data-pane="main" className={styles['main']}>
        <div className={classes(styles['column'], styles[kind])}>
          <div className={styles['header']}>
            <div>
              <div className={styles['titled']}>
                <h1 ref={heading} tabIndex={-1}>
                  {title}
                </h1>
                {mark}
              </div>
              {subtitle !== undefined && <p className={styles['subtitle']}>{subtitle}</p>}
            </div>
            {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
          </div>
          {beside === undefined ? (
            children
          ) : (
            <div className={styles['thirds']}>
              <div className={styles['column']}>{children}</div>
              <div className={styles['beside']}>{beside}</div>
            </div>
          )}
        </div>
      </main>
      {details}
    </div>
  );
}

/**
 * Beside the page when there is room, in front of it otherwise. Escape closes it, and what had the focus before it has it
 * again.
 */
export function DetailsPane({
  title,
  onClose,
  children,
}: Readonly<{ title: ReactNode; onClose: () => void; children: ReactNode }>): ReactElement {
  const { shell, ui } = useWords();
  const pane = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = pane.current;
    return () => {
      if (shown?.contains(document.activeElement) === true && before instanceof HTMLElement)
        before.focus();
    };
  }, []);
  useEffect(() => {
    // What is open above it, such as a menu, takes its own Escape.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <aside
      ref={pane}
      aria-label={shell.details}
      tabIndex={-1}
      data-pane="details"
      className={styles['details']}
    >
      <div className={styles['detailsHead']}>
        <h2>{title}</h2>
        <IconButton icon="x" label={ui.close} onPress={onClose} />
      </div>
      {children}
    </aside>
  );
}

/** What stands before the name of every page in the title of its tab; a number that is to be seen from another tab. */
export const TitlePrefix = createContext('');

interface Arrival {
  /** To be asked by each page as it is shown, with its path. */
  readonly isFirst: (pathname: string) => boolean;
}

/**
 * Whether somebody has gone anywhere since the page was opened. The first page is not gone to: the focus stays where the
 * browser begins. An address that is typed looks like the first one to a router, so this is remembered here.
 */
export function makeArrival(): Arrival {
  let first: string | null = null;
  let hasLeft = false;
  return {
    isFirst(pathname) {
      first ??= pathname;
      hasLeft ||= pathname !== first;
      return !hasLeft;
    },
  };
}

/** Null where nobody remembers, as in a single screen. */
export const ArrivalContext = createContext<Arrival | null>(null);
