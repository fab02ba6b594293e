/** The page that checks files against their certificates without Labseal, opened from a disk: no network, no account. */
import '../src-renderer/bridge/no-code-from-strings.ts';
import { type ChosenFile, filesOfDrop, filesOfInput } from './chosen-files.ts';
import { checkChosen } from './check-chosen.ts';
import { startDigests } from './digests.ts';
import { element } from './element.ts';
import { showCheck } from './show-check.ts';
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
  // Lights are read out as they come; a table is read by whoever goes there.
  const said = element('div', { 'aria-live': 'polite' });
  const details = element('div', {});
  const result = { said, details };
  const take = (chosen: readonly ChosenFile[]) => void check(chosen, language, result);
  const zone = element('div', { class: 'drop' }, [
    element('p', {}, [page.drop]),
    picker(page.chooseFolder, { webkitdirectory: '' }, take),
    picker(page.chooseFiles, {}, take),
  ]);
  zone.addEventListener('drop', (event) => {
    if (event.dataTransfer !== null) void filesOfDrop(event.dataTransfer).then(take);
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
    element('section', { class: 'result' }, [said, details]),
    element('p', { class: 'quiet' }, [page.caution]),
  );
}

function picker(
  label: string,
  attributes: Readonly<Record<string, string>>,
  take: (chosen: readonly ChosenFile[]) => void,
): HTMLElement {
  const input = element('input', { type: 'file', multiple: '', ...attributes });
  input.addEventListener('change', () => take(filesOfInput(input.files)));
  return element('label', { class: 'button' }, [label, input]);
}

async function check(
  chosen: readonly ChosenFile[],
  language: Language,
  { said, details }: { readonly said: HTMLElement; readonly details: HTMLElement },
): Promise<void> {
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  const words = WORDS[language];
  details.replaceChildren();
  if (chosen.length === 0) {
    said.replaceChildren(element('p', {}, [words.page.nothing]));
    return;
  }
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const bar = element('progress', { max: '1' });
  const share = element('span', {}, [words.page.reading(percent.format(0))]);
  const giveUp = element('button', { type: 'button' }, [words.page.stop]);
  giveUp.addEventListener('click', () => stop.abort());
  said.replaceChildren(element('p', { class: 'reading' }, [bar, share, giveUp]));
  const digests = startDigests(signal);
  try {
    const checked = await checkChosen(chosen, digests.digest, (doneBytes, totalBytes) => {
      const done = totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes);
      bar.value = done;
      share.textContent = words.page.reading(percent.format(done));
    });
    const shown = showCheck(checked, words, Date.now());
    said.replaceChildren(...shown.lights);
    details.replaceChildren(...shown.details);
  } catch (error) {
    if (!signal.aborted) throw error;
    if (stop.signal === signal) said.replaceChildren(element('p', {}, [words.page.stopped]));
  } finally {
    digests.end();
  }
}

// A file that misses the marked place would replace the page.
for (const kind of ['dragover', 'drop']) {
  document.addEventListener(kind, (event) => event.preventDefault());
}
open(pickLanguage(navigator.languages));
