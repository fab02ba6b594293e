/** A fake process around the command line: streams that record their output, and a fake keyboard. */
import { PassThrough } from 'node:stream';
import type { Clock } from '../../../platform/clock.ts';
import { realClock } from '../../../platform/real-ports.ts';
import type { ProcessEnvironment } from '../process-environment.ts';

export type FakeTerminal = ReturnType<typeof fakeTerminal>;

export interface FakeOptions {
  readonly env?: ProcessEnvironment['env'];
  /** Whether a person is at the terminal; false: a script. */
  readonly isTerminal?: boolean;
  readonly columns?: number;
  /** Piped into stdin, which then ends. */
  readonly input?: string;
  readonly clock?: Clock;
}

export function fakeTerminal(options: FakeOptions = {}) {
  const { env = {}, isTerminal = false, columns = 80, input, clock = realClock } = options;
  const interruption = new AbortController();
  const stdin = Object.assign(new PassThrough(), { isTTY: isTerminal, setRawMode: () => stdin });
  const stdout = keptStream({ isTTY: isTerminal, columns });
  const stderr = keptStream({ isTTY: isTerminal, columns });
  if (input !== undefined) stdin.end(input);
  return {
    env,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout.stream as unknown as NodeJS.WriteStream,
    stderr: stderr.stream as unknown as NodeJS.WriteStream,
    signal: interruption.signal,
    clock,
    /** What was written so far. */
    written: { stdout: stdout.text, stderr: stderr.text },
    /** Types a line, as a person does. */
    type: (line: string) => void stdin.write(`${line}\r`),
    /** Presses a key together with Ctrl. */
    pressCtrl: (key: 'C' | 'D') => void stdin.write(key === 'C' ? '\u0003' : '\u0004'),
    /** The terminal goes, as when its window is closed. */
    hangUp: () => void stdin.end(),
    interrupt: () => interruption.abort(new Error('SIGINT')),
  };
}

function keptStream(traits: { readonly isTTY: boolean; readonly columns: number }) {
  let text = '';
  const stream = Object.assign(new PassThrough(), traits);
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return { stream, text: () => text };
}
