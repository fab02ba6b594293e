/**
 * 1,000 changed bundles and 300 changed certificates: the page without Labseal says in each browser what `labseal evidence check`
 * says of the same files, word for word. `LABSEAL_MUTATIONS`: so many of each instead.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { checkChosen } from '../../src-main/features/evidence/check/check-chosen.ts';
import { makeWorkers } from '../../src-main/features/workers.ts';
import {
  type Mutation,
  mutatedBundle,
  mutatedCertificate,
} from '../../src-shared/evidence/test-support/mutate-bundle.ts';
import { evidenceWords } from '../../src-shared/model/words/en/evidence.ts';
import { byteText, momentText } from '../../src-shared/model/words/en/figures.ts';
import { judgementWords } from '../../src-shared/model/words/en/judgement.ts';
import { verdictWords } from '../../src-shared/model/words/en/verdicts.ts';
import { sayJudgement } from '../../src-shared/model/words/judgement-words.ts';
import { BROWSERS, type StrangeBrowser } from '../support/strange-browsers.ts';

const PAGE = pathToFileURL(
  fileURLToPath(new URL('../../out/main/verify.html', import.meta.url)),
).href;
const asked = Number(process.env['LABSEAL_MUTATIONS'] ?? 0);
const MUTATIONS: readonly Mutation[] = [
  ...Array.from({ length: asked || 1_000 }, (_, at) => mutatedBundle(at)),
  ...Array.from({ length: asked || 300 }, (_, at) => mutatedCertificate(at)),
];
const WORDS = {
  judgement: judgementWords,
  verdicts: verdictWords,
  evidence: evidenceWords,
  figures: { moment: momentText, size: byteText },
};

/** What is seen: the sentences, and each file with its word. */
interface Said {
  readonly sentences: readonly string[];
  readonly lines: readonly string[];
}

/** As the command has it, of the files on a disk. */
async function saidHere(folder: string, workers: ReturnType<typeof makeWorkers>): Promise<Said> {
  const { signal } = new AbortController();
  const judged = await checkChosen([folder], null, workers, () => undefined, signal);
  const { sentences, next, lines } = sayJudgement(judged, WORDS);
  return {
    sentences: [...sentences, ...(next === null ? [] : [next])],
    lines: lines.map(({ path: name, label }) => `${name}: ${label}`).toSorted(),
  };
}

/** Gives files to the page as a chosen folder gives them. */
const give = (contents: Readonly<Record<string, string>>) => `(() => {
  const all = new DataTransfer();
  const given = Object.entries(${JSON.stringify(contents)}).map(([path, text]) => [path, new File([text], path.split('/').at(-1))]);
  for (const [, file] of given) all.items.add(file);
  const input = document.querySelector('input[type=file]');
  document.querySelectorAll('.result > div').forEach((each) => each.replaceChildren());
  Object.defineProperty(input, 'files', { configurable: true, get: () => given.map(([path, file]) => Object.defineProperty(file, 'webkitRelativePath', { configurable: true, value: 'chosen/' + path })) });
  return input.dispatchEvent(new Event('change'));
})()`;
const SEEN = `(() => {
  const answer = document.querySelector('.answer');
  if (answer === null) return null;
  return {
    sentences: [...answer.querySelectorAll('h2, p')].map((each) => each.textContent),
    lines: [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('bdi').textContent + ': ' + row.querySelector('strong').textContent.slice(2)).sort(),
  };
})()`;

const asStrange = (page: Page): StrangeBrowser => ({
  open: async (address) => void (await page.goto(address)),
  ask: (expression) => page.evaluate(expression),
  choose: (selector, files) => page.locator(selector).setInputFiles([...files]),
  close: async () => undefined,
});

const DRIVERS = { Chromium: null, ...BROWSERS };

for (const name of Object.keys(DRIVERS) as (keyof typeof DRIVERS)[]) {
  test(`every changed bundle and certificate in ${name}`, async ({ page }, info) => {
    test.setTimeout(7_200_000);
    const start = DRIVERS[name];
    test.skip(name !== 'Chromium' && start === null, `${name} is not on this computer`);
    const browser = start === null ? asStrange(page) : await start();
    const workers = makeWorkers();
    const differences: string[] = [];
    try {
      await browser.open(PAGE);
      for (const [number, { what, contents }] of MUTATIONS.entries()) {
        const folder = info.outputPath(`chosen-${number}`);
        for (const [file, content] of Object.entries(contents)) {
          fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
          fs.writeFileSync(path.join(folder, file), content);
        }
        const here = await saidHere(folder, workers);
        await browser.ask(give(contents as Readonly<Record<string, string>>));
        await expect
          .poll(() => browser.ask(SEEN), { intervals: [20], timeout: 60_000 })
          .not.toBeNull();
        const there = (await browser.ask(SEEN)) as Said;
        if (!isDeepStrictEqual(there, here)) {
          differences.push(`${number} ${what}: ${JSON.stringify({ here, there })}`);
        }
        fs.rmSync(folder, { recursive: true });
      }
    } finally {
      await browser.close();
      await workers.close();
    }
    console.log(`${name}: ${MUTATIONS.length} changed, ${differences.length} differences`);
    expect(differences).toEqual([]);
  });
}
