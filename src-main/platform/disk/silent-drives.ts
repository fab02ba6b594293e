/**
 * Drives that answer nothing any more: a network drive whose server is gone, a FUSE drive whose program hangs. Who asks
 * such a drive hangs with it, so a thread of its own asks, and stays with it until it answers.
 */
import { clearTimeout, setTimeout } from 'node:timers';
import path from 'node:path';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { siblingWorker, startThread } from '../threads/worker-thread.ts';
import { mountOf, systemTexts } from './mounts.ts';
import { isWithin } from './paths.ts';

/** Who has not answered a small question after this time, after having kept somebody waiting, is silent. */
const ANSWER_MS = 2 * SECOND_MS;

/** What to ask, in this order. */
export type DriveQuestions = readonly string[];

/** The outermost paths about which nothing is answered now. */
const silent = new Set<string>();

/** Whether it is known that nothing would be answered about this path, or place (`place.ts`). */
export function isSilent(place: string): boolean {
  if (silent.size === 0) return false;
  const plain = plainOf(place);
  return [...silent].some((each) => isWithin(plain, each));
}

/** Asks about these places, and what is around them. True when one of them is not answered in time. */
export async function areSilent(places: readonly string[]): Promise<boolean> {
  if (places.some(isSilent)) return true;
  const questions = questionsAbout(places);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let answered = 0;
  let isOver = false;
  const timer = setTimeout(() => {
    const [asked] = questions.slice(answered);
    if (asked !== undefined) silent.add(asked);
    resolve(asked !== undefined);
  }, ANSWER_MS);
  function end(): void {
    isOver = true;
    clearTimeout(timer);
    silent.delete(questions[answered] ?? '');
    resolve(false);
  }
  const thread = startThread<DriveQuestions, null, null>({
    url: siblingWorker('drive-worker', import.meta.url),
    onMessage({ kind }) {
      if (kind !== 'report') return;
      const asked = questions[answered] ?? '';
      answered += 1;
      if (silent.delete(asked)) end();
      else if (answered === questions.length) end();
      if (isOver) void thread.end();
    },
    onEnd: end, // as when no thread can be started: then nothing is known
  });
  thread.keepProcessAlive(false);
  thread.tell(questions);
  return promise;
}

/** The drives, the folders, the directories and the places themselves, those further out first. */
function questionsAbout(places: readonly string[]): DriveQuestions {
  const asked = new Set<string>();
  for (const place of places) {
    const plain = plainOf(place);
    const drive = mountOf(plain, systemTexts)?.point;
    const folder = place.includes('//') ? place.slice(0, place.indexOf('//')) : plain;
    for (const each of [drive, folder, path.dirname(plain), plain])
      if (each !== undefined && each !== '') asked.add(each);
  }
  return [...asked].toSorted((one, other) => one.length - other.length);
}

function plainOf(place: string): string {
  const plain = place.replace('//', '/');
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain;
}
