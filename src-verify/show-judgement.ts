/** What was found, as the page shows and prints it: one sentence, what to do next, what is wrong, then each file. */
import type { Judgement } from '../src-shared/model/proofs/judgement.ts';
import { weightOf } from '../src-shared/model/proofs/evidence.ts';
import { printableName } from '../src-shared/model/text/printable.ts';
import { PRODUCT } from '../src-shared/model/text/product.ts';
import {
  behindLabel,
  type Look,
  type SaidLine,
  sayJudgement,
} from '../src-shared/model/words/judgement-words.ts';
import { element } from './element.ts';
import type { Words } from './words.ts';

/** A page of a million rows would take the browser's memory. What is wrong comes first. */
const MOST_ROWS = 2_000;
const MOST_TROUBLES = 200;

const MARKS: Readonly<Record<Look, string>> = { good: '✓', bad: '✗', open: '?' };

export function showJudgement(
  judged: Judgement,
  words: Words,
  atMs: number,
): { readonly said: HTMLElement; readonly details: readonly HTMLElement[] } {
  const { page, figures } = words;
  const { look, sentences, next, troubles, lines, addresses } = sayJudgement(judged, words);
  // Good news with one open step is no warning: what fits is green, and the step is named.
  const isFitting =
    judged.result === 'unproven' &&
    lines.every((line) => line.look !== 'bad') &&
    judged.bundles.every((each) => each.troubles.every((one) => weightOf(one) === 'note')) &&
    judged.counts.fitting === judged.counts.files &&
    judged.counts.files > 0;
  const tone = isFitting ? 'good' : look;
  const [first = '', ...others] = sentences;
  const more = troubles.length - MOST_TROUBLES;
  const said = element('div', { class: `answer ${tone}` }, [
    element('span', { class: 'mark', 'aria-hidden': 'true' }, [MARKS[tone]]),
    element('h2', {}, [first]),
    ...others.map((text) => element('p', {}, [text])),
    element(
      'ul',
      { class: 'troubles' },
      [...troubles.slice(0, MOST_TROUBLES), ...(more > 0 ? [page.moreTroubles(more)] : [])].map(
        (text) => element('li', {}, [text]),
      ),
    ),
    ...(next === null ? [] : [element('p', { class: 'next' }, [next])]),
  ]);
  const details = [
    fileTable(lines, words),
    ...(addresses.length === 0 ? [] : [addressList(addresses, words)]),
    element('p', { class: 'quiet' }, [
      page.made(figures.moment(atMs), `${PRODUCT.name} ${PRODUCT.version}`),
    ]),
    printButton(page.print),
  ];
  return { said, details };
}

function addressList(addresses: readonly string[], { judgement, page }: Words): HTMLElement {
  const more = addresses.length - MOST_ROWS;
  return element('details', {}, [
    element('summary', {}, [judgement.addresses(addresses.length)]),
    element('p', {}, [judgement.addressesCaution]),
    element(
      'ul',
      {},
      [...addresses.slice(0, MOST_ROWS), ...(more > 0 ? [page.more(more)] : [])].map((text) =>
        element('li', {}, [text]),
      ),
    ),
  ]);
}

function fileTable(lines: readonly SaidLine[], words: Words): HTMLElement {
  const { columns, more } = words.page;
  const rest = lines.length - MOST_ROWS;
  const heads = [columns.file, columns.result, columns.fingerprint];
  return element('table', {}, [
    element('thead', {}, [
      element(
        'tr',
        {},
        heads.map((head) => element('th', { scope: 'col' }, [head])),
      ),
    ]),
    element('tbody', {}, [
      ...lines.slice(0, MOST_ROWS).map((line) => row(line, words)),
      ...(rest > 0 ? [element('tr', {}, [element('td', { colspan: '3' }, [more(rest)])])] : []),
    ]),
  ]);
}

function row({ path, sizeBytes, sha256, look, label, text }: SaidLine, { figures }: Words) {
  return element('tr', { class: look }, [
    element('th', { scope: 'row' }, [
      element('bdi', {}, [printableName(path)]),
      element('small', {}, [figures.size(sizeBytes)]),
    ]),
    element('td', {}, [element('strong', {}, [`${MARKS[look]} ${label}`]), behindLabel(text)]),
    element('td', {}, [element('code', {}, [sha256 ?? ''])]),
  ]);
}

function printButton(label: string): HTMLElement {
  const button = element('button', { type: 'button', class: 'print' }, [label]);
  button.addEventListener('click', () => window.print());
  return button;
}
