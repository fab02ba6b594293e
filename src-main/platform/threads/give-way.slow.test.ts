import os from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { siblingWorker, startThread, type FromThread } from './worker-thread.ts';

test.runIf(process.platform === 'linux')(
  'a thread that gives way comes after the others, which stay as they were',
  async () => {
    const before = os.getPriority(process.pid);
    const messages: FromThread<readonly number[], never>[] = [];
    const thread = startThread<'look', readonly number[]>({
      url: siblingWorker('test-support/yielding-worker', import.meta.url),
      onMessage: (message) => void messages.push(message),
      onEnd: () => undefined,
    });
    onTestFinished(() => thread.end());
    thread.ask('look');
    await expect.poll(() => messages).toHaveLength(1);
    const reply = [os.constants.priority.PRIORITY_BELOW_NORMAL, before];
    expect(messages).toEqual([{ id: 1, kind: 'reply', reply }]);
  },
);
