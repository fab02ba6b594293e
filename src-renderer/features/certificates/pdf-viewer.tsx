/** A PDF with what one needs to read it: one page at a time, its size, its words to be found, paper. */
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { Button, IconButton } from '../../ui/layout/button.tsx';
import { CopyIconButton } from '../../ui/layout/copy-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { inTime } from '../../ui/layout/in-time.ts';
import { SearchField } from '../../ui/form/search-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { openPdf, type OpenPdf } from './pdf-document.ts';
import { type Found, makePdfFinder, type Mark } from './pdf-find.ts';
import { PATIENCE_MS, type PdfTrouble, troubleOf } from './pdf-timeout.ts';
import { linksOf, PdfPage } from './pdf-page.tsx';
import styles from './pdf-viewer.module.css';
import {
  fittingScale,
  type Fitting,
  nextZoom,
  percentScale,
  scaleOf,
  type Zoom,
} from './pdf-zoom.ts';

type Opened =
  | { readonly is: 'opening' }
  | { readonly is: 'open'; readonly pdf: OpenPdf }
  | { readonly is: 'broken'; readonly why: PdfTrouble };

export interface PdfViewerProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Told when it can be printed, and how. */
  readonly onReady: (pdf: OpenPdf | null) => void;
  /** What to do when the bytes cannot be shown. */
  readonly onShowData: () => void;
}

export function PdfViewer(props: PdfViewerProps): ReactElement {
  const { bytes, onReady, onShowData } = props;
  const { certificates, faults } = useWords();
  const [opened, setOpened] = useState<Opened>({ is: 'opening' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const turn = new AbortController();
    let open: OpenPdf | null = null;
    const read = async () => {
      try {
        const answer = await openPdf(bytes, turn.signal);
        if (answer.ok && turn.signal.aborted) answer.value.close();
        if (turn.signal.aborted) return;
        open = answer.ok ? answer.value : null;
        onReady(open);
        setOpened(
          answer.ok ? { is: 'open', pdf: answer.value } : { is: 'broken', why: answer.fault },
        );
      } catch (cause) {
        if (!turn.signal.aborted) throw cause;
      }
    };
    void read();
    return () => {
      turn.abort();
      open?.close();
      onReady(null);
      setOpened({ is: 'opening' });
    };
  }, [bytes, onReady, tries]);
  const onBroken = useCallback((why: PdfTrouble) => setOpened({ is: 'broken', why }), []);

  switch (opened.is) {
    case 'opening':
      return (
        <div className={styles['desk']} aria-busy="true">
          <div className={styles['skeleton']} />
        </div>
      );
    case 'broken':
      return (
        <EmptyState {...certificates.broken[opened.why]}>
          <Button onPress={onShowData}>{certificates.showData}</Button>
          {(opened.why === 'too-slow' || opened.why === 'no-reader') && (
            <Button onPress={() => setTries(tries + 1)}>{faults.tryAgain}</Button>
          )}
        </EmptyState>
      );
    case 'open':
      return <OpenViewer pdf={opened.pdf} onBroken={onBroken} />;
    default:
      return assertNever(opened);
  }
}

function OpenViewer({
  pdf,
  onBroken,
}: Readonly<{ pdf: OpenPdf; onBroken: (why: PdfTrouble) => void }>): ReactElement {
  const { certificates, figures } = useWords();
  const desk = useRef<HTMLDivElement>(null);
  const [number, setNumber] = useState(1);
  const [zoom, setZoom] = useState<Zoom>('page');
  const [fitting, setFitting] = useState<Fitting | null>(null);
  const find = useFind(pdf, setNumber);

  useEffect(() => {
    const box = desk.current;
    if (box === null) return undefined;
    let isGone = false;
    const measure = async () => {
      const page = await inTime(pdf.page(number), PATIENCE_MS).catch((error: unknown) => {
        if (!isGone) onBroken(troubleOf(pdf, error));
        return null;
      });
      if (isGone || page === null) return;
      const style = getComputedStyle(box);
      const around = Number.parseFloat(style.paddingLeft) * 2;
      const { width, height } = page.getViewport({ scale: 1 });
      const byWidth = fittingScale(width, box.clientWidth - around);
      const mostPx = Number.parseFloat(style.maxHeight); // not a number where the window is low
      const byHeight = Number.isNaN(mostPx) ? byWidth : fittingScale(height, mostPx - around);
      setFitting({ fit: byWidth, page: Math.min(byWidth, byHeight) });
    };
    void measure();
    const watcher = new ResizeObserver(() => void measure());
    watcher.observe(box);
    return () => {
      isGone = true;
      watcher.disconnect();
    };
  }, [pdf, number, onBroken]);

  const scale = fitting === null ? null : scaleOf(zoom, fitting);
  const zoomBy = (by: 1 | -1) => {
    if (fitting !== null) setZoom(nextZoom(zoom, by, fitting));
  };
  const { found, current: marked } = find;
  const marks = useMemo<readonly Mark[]>(
    () => found?.filter(({ page }) => page === number) ?? [],
    [found, number],
  );
  return (
    <div className={styles['viewer']}>
      <div className={styles['tools']} role="group" aria-label={certificates.tools}>
        <div className={styles['group']}>
          <IconButton icon="minus" label={certificates.smaller} onPress={() => zoomBy(-1)} />
          <span className={styles['number']}>
            {scale === null ? '' : figures.percent(scale / percentScale(100))}
          </span>
          <IconButton icon="plus" label={certificates.larger} onPress={() => zoomBy(1)} />
          {zoom === 'page' ? (
            <Button isSmall onPress={() => setZoom('fit')}>
              {certificates.fit}
            </Button>
          ) : (
            <Button isSmall onPress={() => setZoom('page')}>
              {certificates.wholePage}
            </Button>
          )}
        </div>
        {pdf.pageCount > 1 && (
          <div className={styles['group']}>
            <IconButton
              icon="chevron-left"
              label={certificates.previousPage}
              isDisabled={number <= 1}
              onPress={() => setNumber(number - 1)}
            />
            <span className={styles['number']}>{certificates.pageOf(number, pdf.pageCount)}</span>
            <IconButton
              icon="chevron-right"
              label={certificates.nextPage}
              isDisabled={number >= pdf.pageCount}
              onPress={() => setNumber(number + 1)}
            />
          </div>
        )}
        <form
          className={styles['find']}
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            find.go(1);
          }}
        >
          <SearchField label={certificates.find} value={find.words} onChange={find.search} />
          <span className={styles['number']} role="status">
            {find.found !== null &&
              (find.found.length === 0
                ? certificates.noneFound
                : certificates.foundOf((find.at ?? 0) + 1, find.found.length))}
          </span>
          <IconButton
            icon="chevron-up"
            label={certificates.previousFound}
            isDisabled={find.at === null}
            onPress={() => find.go(-1)}
          />
          <IconButton
            icon="chevron-down"
            label={certificates.nextFound}
            isDisabled={find.at === null}
            type="submit"
          />
        </form>
      </div>
      {/* A scrolled region must be reachable by keyboard. */}
      <div
        ref={desk}
        className={styles['desk']}
        tabIndex={0}
        role="group"
        aria-label={certificates.document}
      >
        {scale === null ? (
          <div className={styles['skeleton']} />
        ) : (
          <PdfPage
            pdf={pdf}
            number={number}
            scale={scale}
            label={certificates.pageOf(number, pdf.pageCount)}
            marks={marks}
            current={marked?.page === number ? marked : null}
            onBroken={onBroken}
          />
        )}
      </div>
      <Links key={number} pdf={pdf} number={number} />
    </div>
  );
}

/** What is sought, where it was found, and which finding is the current one. */
function useFind(pdf: OpenPdf, goToPage: (number: number) => void) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const seek = useMemo(() => makePdfFinder(pdf), [pdf]);
  const turn = useRef(new AbortController());
  useEffect(() => () => turn.current.abort(), []);

  const show = (list: readonly Found[], index: number) => {
    setAt(index);
    goToPage(list[index]?.page ?? 1);
  };
  const search = async (text: string) => {
    setWords(text);
    turn.current.abort();
    turn.current = new AbortController();
    const { signal } = turn.current;
    try {
      const list = text.trim() === '' ? null : await seek(text, signal);
      if (signal.aborted) return;
      setFound(list);
      setAt(null);
      if (list !== null && list.length > 0) show(list, 0);
    } catch (cause) {
      if (!signal.aborted) throw cause;
    }
  };
  return {
    words,
    found,
    at,
    current: at === null ? null : (found?.[at] ?? null),
    search: (text: string) => void search(text),
    go: (by: 1 | -1) => {
      if (found === null || at === null) return;
      show(found, (at + by + found.length) % found.length);
    },
  };
}

/** Where the page points to, as text. */
function Links({ pdf, number }: Readonly<{ pdf: OpenPdf; number: number }>): ReactElement | null {
  const { certificates } = useWords();
  const [links, setLinks] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const found = await linksOf(pdf, number).catch(() => []); // the page itself says when it is broken
      if (!isGone) setLinks(found);
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [pdf, number]);
  if (links.length === 0) return null;
  return (
    <section aria-label={certificates.links}>
      <h2>{certificates.links}</h2>
      <ul className={styles['links']}>
        {links.map((link) => (
          <li key={link}>
            <span className={styles['link']} translate="no">
              {printable(link)}
            </span>
            <CopyIconButton what={link} text={link} />
          </li>
        ))}
      </ul>
    </section>
  );
}
