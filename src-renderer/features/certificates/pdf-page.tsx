/** One page of a PDF: its picture, and its text above that, to be selected, read out and found. Never inverted. */
import { type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { inTime } from '../../ui/layout/in-time.ts';
import styles from './pdf-viewer.module.css';
import type { OpenPdf } from './pdf-document.ts';
import { type Mark, markFound, type TextPieces } from './pdf-find.ts';
import { PATIENCE_MS, type PdfTrouble, troubleOf } from './pdf-timeout.ts';
import { drawingRatio } from './pdf-zoom.ts';

export interface PdfPageProps {
  readonly pdf: OpenPdf;
  /** Counted from 1. */
  readonly number: number;
  /** CSS pixels for one unit of the page. */
  readonly scale: number;
  readonly label: string;
  /** What was found on it. */
  readonly marks: readonly Mark[];
  /** The current one of them; null for none. */
  readonly current: Mark | null;
  readonly onBroken: (why: PdfTrouble) => void;
}

export function PdfPage(props: PdfPageProps): ReactElement {
  const { pdf, number, scale, label, marks, current, onBroken } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [pieces, setPieces] = useState<TextPieces | null>(null);

  useEffect(() => {
    const [box, sheet, layer] = [frame.current, canvas.current, text.current];
    if (box === null || sheet === null || layer === null) return undefined;
    let stop: (() => void) | null = null;
    let isGone = false;
    const draw = async () => {
      try {
        box.setAttribute('aria-busy', 'true');
        const page = await inTime(pdf.page(number), PATIENCE_MS);
        if (isGone) return;
        const drawing = drawPage(page, scale, { box, sheet, layer });
        stop = drawing.stop;
        const drawn = await inTime(drawing.done, PATIENCE_MS);
        if (isGone) return;
        setPieces(drawn);
        box.setAttribute('aria-busy', 'false');
      } catch (error) {
        if (isGone) return;
        stop?.();
        onBroken(troubleOf(pdf, error));
      }
    };
    void draw();
    return () => {
      isGone = true;
      stop?.();
    };
  }, [pdf, number, scale, onBroken]);

  useEffect(() => {
    if (pieces !== null) markFound(pieces, marks, current);
  }, [pieces, marks, current]);

  return (
    <div ref={frame} className={styles['page']} role="region" aria-label={label}>
      <canvas ref={canvas} aria-hidden="true" className={styles['sheet']} />
      <div ref={text} className={styles['textLayer']} />
    </div>
  );
}

interface Places {
  readonly box: HTMLElement;
  readonly sheet: HTMLCanvasElement;
  readonly layer: HTMLElement;
}

function drawPage(page: PDFPageProxy, scale: number, { box, sheet, layer }: Places) {
  const viewport = page.getViewport({ scale });
  const ratio = drawingRatio(viewport.width, viewport.height, window.devicePixelRatio);
  box.style.width = `${viewport.width}px`;
  box.style.height = `${viewport.height}px`;
  box.style.setProperty('--total-scale-factor', String(scale));
  // Drawn aside first, so that the old size stays in sight until the new one is whole.
  const fresh = document.createElement('canvas');
  fresh.width = Math.floor(viewport.width * ratio);
  fresh.height = Math.floor(viewport.height * ratio);
  const task = page.render({
    canvas: fresh,
    viewport,
    transform: [ratio, 0, 0, ratio, 0, 0],
    annotationMode: 1, // shown as they look, never as something to press
  });
  const words = document.createElement('div');
  const lines = new TextLayer({
    textContentSource: page.streamTextContent({ disableNormalization: true }), // as it is searched
    container: words,
    viewport,
  });
  const whole = async (): Promise<TextPieces> => {
    await Promise.all([task.promise, lines.render()]);
    sheet.width = fresh.width;
    sheet.height = fresh.height;
    sheet.getContext('2d')?.drawImage(fresh, 0, 0);
    layer.replaceChildren(...words.childNodes);
    return { elements: lines.textDivs, texts: lines.textContentItemsStr };
  };
  return {
    done: whole(),
    stop: () => {
      task.cancel();
      lines.cancel();
    },
  };
}

/** Addresses that a page of a PDF points to. They are text to be read and copied: nothing in a certificate is followed. */
const MOST_LINKS = 50;
const LONGEST_LINK = 2_000;

/** Each address once. Rejects when the page cannot be read. */
export async function linksOf(pdf: OpenPdf, pageNumber: number): Promise<readonly string[]> {
  const page = await pdf.page(pageNumber);
  const annotations: readonly unknown[] = await page.getAnnotations();
  const addresses = annotations.flatMap((annotation) => {
    const { url, unsafeUrl } = Object(annotation) as Record<string, unknown>;
    const address = url ?? unsafeUrl;
    return typeof address === 'string' ? [address.slice(0, LONGEST_LINK)] : [];
  });
  return [...new Set(addresses)].slice(0, MOST_LINKS);
}
