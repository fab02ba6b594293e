/** What a check found, as the page shows and prints it: both lights first, then what is wrong, then each file. */
import { isListedForgeably, onlyLacks } from '../src-shared/model/proofs/evidence.ts';
import { isForgeable } from '../src-shared/model/proofs/hash-method.ts';
import { resultOf } from '../src-shared/model/proofs/proof.ts';
import { printable, printableName } from '../src-shared/model/text/printable.ts';
import { PRODUCT } from '../src-shared/model/text/product.ts';
import { troubleText } from '../src-shared/model/words/evidence-words.ts';
import { algorithmName, quotable, resultLabel } from '../src-shared/model/words/verdict-words.ts';
import type { Check, CheckedFile } from './check-chosen.ts';
import { element } from './element.ts';
import type { Words } from './words.ts';

/** A page of a million rows would take the browser's memory. What is wrong comes first. */
const MOST_ROWS = 2_000;
const MOST_TROUBLES = 200;

type Light = 'good' | 'bad' | 'open';

export function showCheck(
  { bag, files, pdfs, service }: Check,
  words: Words,
  atMs: number,
): { readonly lights: readonly HTMLElement[]; readonly details: readonly HTMLElement[] } {
  const { page, verdicts, evidence } = words;
  const proofs = files.flatMap(({ proof }) => proof ?? []);
  const matching = files.filter((each) => fileLight(each) === 'good').length;
  const denial = proofs.find(({ confirmation }) => confirmation.kind === 'denied');
  const troubles = bag?.troubles ?? [];
  const certificate = denial?.confirmation ?? {
    kind: 'unconfirmed' as const,
    why: 'no-account' as const,
  };
  const worst = files.some((each) => fileLight(each) === 'bad') ? 'bad' : 'open';
  const weak = [...new Set(files.flatMap(weaknessOf))];
  const isWhole = files.length > 0 && matching === files.length && weak.length === 0;
  const lights = [
    light(isWhole ? 'good' : worst, verdicts.lights.file, [
      weak.length === 0 ? page.fit(matching, files.length) : page.fitWeakly(matching, files.length),
      ...weak.map((algorithm) => page.weak(algorithmName(algorithm))),
    ]),
    light(denial === undefined ? 'open' : 'bad', verdicts.lights.certificate, [
      verdicts.confirmation(certificate, words.figures),
      addressOf(service) === null ? page.askUnknown : page.ask(addressOf(service) ?? ''),
    ]),
    bag === null ? light('open', page.lists, [page.noBag]) : folderLight(bag, words),
  ];
  const details = [
    element(
      'ul',
      { class: 'troubles' },
      [
        ...pdfs.map((name) => `${printableName(name)}: ${page.pdf}`),
        ...troubles.map((trouble) => troubleText(trouble, evidence, printableName)),
      ]
        .slice(0, MOST_TROUBLES)
        .map((text) => element('li', {}, [text])),
    ),
    fileTable(files, words),
    element('p', { class: 'quiet' }, [
      page.made(words.figures.moment(atMs), `${PRODUCT.name} ${PRODUCT.version}`),
    ]),
    printButton(page.print),
  ];
  return { lights, details };
}

/** Only as text, and only where it is an address of a service. */
function addressOf(service: string): string | null {
  return /^https?:\/\//i.test(service) && URL.canParse(service)
    ? printable(quotable(service))
    : null;
}

function folderLight(bag: NonNullable<Check['bag']>, { page, evidence }: Words): HTMLElement {
  const { files, troubles, algorithms } = bag;
  const weak = isListedForgeably(bag)
    ? [evidence.forgeable(algorithms.join(', ').toUpperCase())]
    : [];
  if (troubles.some(({ kind }) => kind === 'not-a-bag'))
    return light('open', page.lists, [page.formUnknown]);
  if (onlyLacks(bag)) return light('open', page.lists, [page.lacking(files), ...weak]);
  return troubles.length === 0
    ? light(weak.length === 0 ? 'good' : 'open', page.lists, [page.complete(files), ...weak])
    : light('bad', page.lists, [page.incomplete, ...weak]);
}

/** The fingerprint by which a file fits, where another file can be made that fits as well. */
function weaknessOf({ proof }: Pick<CheckedFile, 'proof'>) {
  if (proof?.verdict.kind !== 'match') return [];
  const { algorithm } = proof.verdict.comparison.method;
  return isForgeable(algorithm) ? [algorithm] : [];
}

/** Both lights of a file in one. */
function lightOf(file: CheckedFile): Light {
  return file.proof?.confirmation.kind === 'denied' ? 'bad' : fileLight(file);
}

/** Whether the file is its certificate's, whatever that is worth. */
function fileLight({ trouble, digests, proof }: CheckedFile): Light {
  if (trouble !== null || digests === null) return 'bad';
  if (proof === null) return 'open';
  const { kind } = proof.verdict;
  return kind === 'match' ? 'good' : kind === 'mismatch' ? 'bad' : 'open';
}

const MARKS: Readonly<Record<Light, string>> = { good: '✓', bad: '✗', open: '?' };

function light(kind: Light, title: string, sentences: readonly string[]): HTMLElement {
  return element('div', { class: `light ${kind}` }, [
    element('span', { class: 'mark', 'aria-hidden': 'true' }, [MARKS[kind]]),
    element('h2', {}, [title]),
    ...sentences.map((sentence) => element('p', {}, [sentence])),
  ]);
}

const ORDER: Readonly<Record<Light, number>> = { bad: 0, open: 1, good: 2 };

function fileTable(files: readonly CheckedFile[], words: Words): HTMLElement {
  const { columns, more } = words.page;
  const sorted = files.toSorted((one, other) => ORDER[lightOf(one)] - ORDER[lightOf(other)]);
  const rest = files.length - MOST_ROWS;
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
      ...sorted.slice(0, MOST_ROWS).map((file) => row(file, words)),
      ...(rest > 0 ? [element('tr', {}, [element('td', { colspan: '3' }, [more(rest)])])] : []),
    ]),
  ]);
}

function row(file: CheckedFile, words: Words): HTMLElement {
  const { figures } = words;
  // A file that fits is no proof yet: its certificate is confirmed by nobody here.
  const state = lightOf(file) === 'good' ? 'open' : lightOf(file);
  const { label, text } = saidOf(file, words);
  return element('tr', { class: state }, [
    element('th', { scope: 'row' }, [
      element('bdi', {}, [printableName(file.path)]),
      element('small', {}, [figures.size(file.sizeBytes)]),
    ]),
    element('td', {}, [element('strong', {}, [`${MARKS[state]} ${label}`]), ` ${text}`]),
    element('td', {}, [element('code', {}, [file.digests?.sha256 ?? ''])]),
  ]);
}

function saidOf(
  { digests, trouble, proof }: CheckedFile,
  { page, verdicts, figures }: Words,
): { readonly label: string; readonly text: string } {
  if (digests === null) return { label: verdicts.labels.unsure, text: page.unreadable };
  if (trouble === 'changed') return { label: verdicts.labels.mismatch, text: page.changed };
  if (trouble !== null) return { label: verdicts.labels.mismatch, text: page.differs };
  if (proof === null) return { label: verdicts.labels.unsure, text: page.noCertificate };
  const compared = { ...proof, against: 'certificate' as const, serviceAnswer: null };
  const [weak] = weaknessOf({ proof });
  const text = weak === undefined ? verdicts.text(proof, figures) : page.weak(algorithmName(weak));
  const certificate = `${verdicts.lights.certificate}: ${verdicts.confirmation(proof.confirmation, figures)}`;
  return {
    label: resultLabel(compared, verdicts),
    text: resultOf(compared) === 'denied' ? `${text} ${certificate}` : text,
  };
}

function printButton(label: string): HTMLElement {
  const button = element('button', { type: 'button', class: 'print' }, [label]);
  button.addEventListener('click', () => window.print());
  return button;
}
