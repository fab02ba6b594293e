/** Prints a PDF as pictures of its pages: the browser's own viewer would need a frame, which the page's policy forbids. */
import type { OpenPdf } from './pdf-document.ts';
import styles from './pdf-viewer.module.css';
import { drawingRatio } from './pdf-zoom.ts';

const MOST_PRINTED_PAGES = 50;
const PRINT_SCALE = 150 / 72; // dots for each point: sharp on paper, and a page stays below 10 MB

/** Draws all pages, opens the system's dialogue, and takes them away again. Rejects when a page cannot be drawn. */
export async function printPdf(pdf: OpenPdf): Promise<void> {
  const paper = document.createElement('div');
  paper.className = styles['paper'] ?? '';
  paper.setAttribute('aria-hidden', 'true');
  for (let number = 1; number <= Math.min(pdf.pageCount, MOST_PRINTED_PAGES); number += 1) {
    const page = await pdf.page(number);
    const whole = page.getViewport({ scale: PRINT_SCALE });
    const ratio = drawingRatio(whole.width, whole.height, 1);
    const viewport = page.getViewport({ scale: PRINT_SCALE * ratio });
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    await page.render({ canvas, viewport, intent: 'print' }).promise;
    paper.append(canvas);
  }
  document.body.append(paper);
  document.documentElement.dataset['printing'] = 'true';
  try {
    window.print();
  } finally {
    delete document.documentElement.dataset['printing'];
    paper.remove();
  }
}
