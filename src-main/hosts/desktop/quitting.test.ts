import { describe, expect, test } from 'vitest';
import { desktopWords as english } from '../../../src-shared/model/words/en/desktop.ts';
import { desktopWords as italian } from '../../../src-shared/model/words/it/desktop.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { makeQuitting } from './quitting.ts';

const [FINISH, NOW, CANCEL] = [0, 1, 2];

function program(
  buttons: readonly number[],
  all: number,
  close: () => Promise<void> = () => Promise.resolve(),
  thinking: Promise<void> = Promise.resolve(),
) {
  const clock = makeFakeClock();
  const done: string[] = [];
  const left = [...buttons];
  let running = all;
  const quitting = makeQuitting({
    clock,
    running: () => ({ all: running, goOn: 0 }),
    ask: async () => {
      done.push('ask');
      await thinking;
      return left.shift() ?? CANCEL;
    },
    finish: () => done.push('finish'),
    goOn: () => done.push('go on'),
    close: () => {
      done.push('close');
      return close();
    },
    leave: () => done.push('leave'),
  });
  const allDone = () => {
    running = 0;
  };
  return { clock, done, quitting, allDone };
}

describe('the end', () => {
  test('comes at once while nothing is sent, once', async () => {
    const { quitting, done } = program([], 0);
    await quitting.quit();
    await quitting.quit();
    expect(done).toEqual(['close', 'leave']);
    expect(quitting.isClosed()).toBe(true);
  });

  test.for([
    ['now', NOW, ['ask', 'close', 'leave']],
    ['not, after a no', CANCEL, ['ask', 'go on']],
    ['not, after a dialog that was only closed', -1, ['ask', 'go on']],
    ['not, after a button that is not there', 9, ['ask', 'go on']],
  ] as const)('comes %s', async ([, button, windowCommands]) => {
    const { quitting, done } = program([button], 2);
    await quitting.quit();
    expect(done).toEqual(windowCommands);
    expect(quitting.isClosed()).toBe(button === NOW);
  });

  test('waits for what is being sent, and lets nothing new begin (P25)', async () => {
    const { quitting, done, clock, allDone } = program([FINISH], 2);
    const ending = quitting.quit();
    await clock.advance(60_000);
    expect(done).toEqual(['ask', 'finish']);
    allDone();
    await clock.advance(1_000);
    await ending;
    expect(done).toEqual(['ask', 'finish', 'close', 'leave']);
  });

  test('asked for again while it waits, the person decides anew', async () => {
    const { quitting, done, clock } = program([FINISH, CANCEL, FINISH, NOW], 1);
    const waiting = quitting.quit();
    await clock.advance(5_000);
    await quitting.quit();
    await waiting;
    expect(done).toEqual(['ask', 'finish', 'ask', 'go on']);
    const again = quitting.quit();
    await clock.advance(5_000);
    await quitting.quit();
    await again;
    expect(done.slice(4)).toEqual(['ask', 'finish', 'ask', 'close', 'leave']);
    expect(clock.wakeTimesMs()).toEqual([]);
  });

  test('the question says what becomes of each upload', () => {
    expect(english.quitWithUploads({ all: 2, goOn: 1 })).toEqual({
      message: '2 uploads are running.',
      detail:
        'If you quit now, 1 will continue where it stopped, 1 starts again from 0. Nothing is paid for twice.',
      buttons: ['Finish, then quit', 'Quit now', 'Cancel'],
    });
    expect(english.quitWithUploads({ all: 1, goOn: 0 }).detail).toMatch(
      /^If you quit now, 1 starts/,
    );
    expect(english.quitWithUploads({ all: 3, goOn: 3 }).detail).toContain('3 will continue');
    expect(italian.quitWithUploads({ all: 2, goOn: 1 }).detail).toBe(
      'Se esci ora, 1 riprende da dove si interrompe, 1 ricomincia da 0. Niente viene pagato due volte.',
    );
  });

  test('a second request waits for the first, and lets nothing end before everything is closed', async () => {
    const closing = Promise.withResolvers<void>();
    const { quitting, done } = program([], 0, () => closing.promise);
    const requests = [quitting.quit(), quitting.quit()];
    await expect.poll(() => done).toEqual(['close']);
    requests.push(quitting.endFor(() => done.push('other')));
    expect(quitting.isClosed()).toBe(false);
    closing.resolve();
    await Promise.all(requests);
    expect([done, quitting.isClosed()]).toEqual([['close', 'leave'], true]);
  });

  test('comes although something could not be closed, which is told', async () => {
    const { quitting, done } = program([], 0, () => Promise.reject(new Error('no space')));
    await expect(quitting.quit()).rejects.toThrow('no space');
    expect([done, quitting.isClosed()]).toEqual([['close', 'leave'], true]);
  });

  test('of the session comes without a question, and an answer that comes later changes nothing', async () => {
    const answer = Promise.withResolvers<void>();
    const { quitting, done } = program([CANCEL], 2, undefined, answer.promise);
    const asking = quitting.quit();
    await quitting.endFor(() => done.push('leave at once'));
    answer.resolve();
    await asking;
    expect(done).toEqual(['ask', 'close', 'leave at once']);
  });
});
