/** The page that checks files against their certificates without Labseal, opened from a disk: no network, no account. */
import '../src-shared/no-code-from-strings.ts';
import type { ChosenEntry } from '../src-shared/evidence/chosen.ts';
import {
  entriesOfDrop,
  entriesOfFiles,
  withoutFolder,
} from '../src-shared/evidence/chosen-in-browser.ts';
import { checkChoice } from '../src-shared/evidence/gather.ts';
import { judgeAlone } from '../src-shared/model/proofs/judge.ts';
import { element } from './element.ts';
import { showJudgement } from './show-judgement.ts';
import { startThreads } from './threads.ts';
import './verify.css';
import { LANGUAGE_NAMES, WORDS } from './words.ts';
import { LANGUAGES, type Language, pickLanguage } from '../src-shared/model/words/languages.ts';

const place = document.querySelector('main') ?? document.body;
let stop = new AbortController();

/** Draws the page anew: in another language nothing of what was checked before remains. */
function open(language: Language): void {
  stop.abort();
  const { page } = WORDS[language];
  document.documentElement.lang = language;
  document.title = page.title;
  // The answer is read out as it comes, and how far the reading is each ten seconds; a table is read by whoever goes there.
  const said = element('div', { 'aria-live': 'polite' });
  const details = element('div', {});
  const progress = element('div', {});
  const result = { said, details, progress };
  const take = (chosen: readonly ChosenEntry[]) => void check(chosen, language, result);
  const zone = element('div', { class: 'drop' }, [
    element('p', {}, [page.drop]),
    picker(page.chooseFolder, { webkitdirectory: '' }, take),
    picker(page.chooseFiles, {}, take),
  ]);
  zone.addEventListener('drop', (event) => {
    if (event.dataTransfer !== null) void entriesOfDrop(event.dataTransfer).then(take);
  });
  const languages = element(
    'select',
    { 'aria-label': page.language },
    LANGUAGES.map((each) =>
      element(
        'option',
        { value: each, lang: each, ...(each === language ? { selected: '' } : {}) },
        [LANGUAGE_NAMES[each]],
      ),
    ),
  );
  languages.addEventListener('change', () => open(pickLanguage([languages.value])));
  place.replaceChildren(
    element('header', {}, [element('h1', {}, [page.title]), languages]),
    element('p', {}, [page.intro]),
    zone,
    element('section', { class: 'result' }, [progress, said, details]),
    element('p', { class: 'quiet' }, [page.caution]),
  );
}

function picker(
  label: string,
  attributes: Readonly<Record<string, string>>,
  take: (chosen: readonly ChosenEntry[]) => void,
): HTMLElement {
  const input = element('input', { type: 'file', multiple: '', ...attributes });
  input.addEventListener('change', () => take(withoutFolder(entriesOfFiles(input.files ?? []))));
  return element('label', { class: 'button' }, [label, input]);
}

const SAID_EVERY_MS = 10_000;

async function check(
  chosen: readonly ChosenEntry[],
  language: Language,
  { said, details, progress }: Readonly<Record<'said' | 'details' | 'progress', HTMLElement>>,
): Promise<void> {
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  const words = WORDS[language];
  details.replaceChildren();
  said.replaceChildren();
  if (chosen.length === 0) {
    said.replaceChildren(element('p', {}, [words.page.nothing]));
    return;
  }
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const bar = element('progress', { max: '1' });
  const share = element('span', {}, [words.page.reading(percent.format(0))]);
  const giveUp = element('button', { type: 'button' }, [words.page.stop]);
  giveUp.addEventListener('click', () => stop.abort());
  progress.replaceChildren(element('p', { class: 'reading' }, [bar, share, giveUp]));
  const aloud = element('p', { class: 'aloud' });
  said.replaceChildren(aloud);
  let saidMs = performance.now();
  const threads = startThreads(signal);
  try {
    const judged = await checkChoice(chosen, {
      digestAll: threads.digestAll,
      pdfText: (bytes) => threads.pdfText(bytes),
      judge: async ({ reading }, file) => judgeAlone(reading, file),
      method: null,
      onRead(doneBytes, totalBytes) {
        const done = totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes);
        bar.value = done;
        share.textContent = words.page.reading(percent.format(done));
        if (performance.now() - saidMs < SAID_EVERY_MS) return;
        saidMs = performance.now();
        aloud.textContent = share.textContent;
      },
    });
    signal.throwIfAborted();
    const shown = showJudgement(judged, words, Date.now());
    said.replaceChildren(shown.said);
    details.replaceChildren(...shown.details);
  } catch (error) {
    if (!signal.aborted) throw error;
    if (stop.signal === signal) said.replaceChildren(element('p', {}, [words.page.stopped]));
  } finally {
    if (stop.signal === signal) progress.replaceChildren();
    threads.end();
  }
}

// A file that misses the marked place would replace the page.
for (const kind of ['dragover', 'drop']) {
  document.addEventListener(kind, (event) => event.preventDefault());
}
open(pickLanguage(navigator.languages));
