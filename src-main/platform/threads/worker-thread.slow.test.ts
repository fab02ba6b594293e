import { expect, onTestFinished, test, vi } from 'vitest';
import { siblingWorker, startThread, type FromThread } from './worker-thread.ts';

function reporting(worker = 'reporting-worker') {
  const messages: FromThread<string, string>[] = [];
  const onEnd = vi.fn<(error: unknown) => void>();
  const thread = startThread<string, string, string>({
    url: siblingWorker(`test-support/${worker}`, import.meta.url),
    onMessage: (message) => void messages.push(message),
    onEnd,
  });
  onTestFinished(() => thread.end());
  return { thread, messages, onEnd };
}

test('a job is answered under its number; a command is not, and is reported about at any time', async () => {
  const { thread, messages } = reporting();
  thread.tell('watch');
  expect(thread.ask('read')).toBe(1);
  await expect.poll(() => messages).toHaveLength(3);
  expect(messages).toEqual([
    { id: 1, kind: 'reply', reply: 'answer: read' },
    { id: 0, kind: 'report', report: 'later: watch' },
    { id: 1, kind: 'report', report: 'later: read' },
  ]);
});

test('a thread that still loads is ended once it has loaded: V8 would end the process with it', async () => {
  const { thread, messages, onEnd } = reporting('slowly-loading-worker');
  await expect.poll(() => messages).toHaveLength(1);
  await thread.end();
  expect(messages.map((message) => message.kind === 'report' && message.report)).toEqual([
    'loading',
    'loaded',
  ]);
  expect(onEnd.mock.calls).toEqual([[null]]);
});

test('its death is told once, with its cause; an end that was asked for has none', async () => {
  const dying = reporting();
  dying.thread.tell('die');
  await expect.poll(() => dying.onEnd.mock.calls).toEqual([[new Error('told to')]]);
  const ended = reporting();
  await ended.thread.end();
  expect(ended.onEnd.mock.calls).toEqual([[null]]);
});
