import { expect, test } from 'vitest';
import { makeDirection, requestKind, windowBytes, type Line } from './line.ts';

const LINE: Line = {
  roundTripMs: 50,
  setUpRoundTrips: 2,
  bytesPerSecond: 1_000_000,
  lostPercent: 0,
};

test('bytes wait for those before them and then for half a round trip', () => {
  const direction = makeDirection(LINE);
  expect(direction.arrivalMs(10_000, 1_000)).toBe(1_000 + 10 + 25);
  expect(direction.arrivalMs(10_000, 1_005)).toBe(1_000 + 20 + 25);
  expect(direction.arrivalMs(10_000, 2_000)).toBe(2_000 + 10 + 25);
});

test('a line without a bound delays and nothing more', () => {
  const direction = makeDirection({ ...LINE, bytesPerSecond: null });
  expect(direction.arrivalMs(10_000_000, 1_000)).toBe(1_025);
});

test('a connection may fill the line twice over', () => {
  expect(windowBytes({ ...LINE, bytesPerSecond: 100_000_000 })).toBe(10_000_000);
  expect(windowBytes(LINE)).toBe(1_048_576);
});

function head(target: string): string {
  return `GET ${target} HTTP/1.1\r\nHost: lab\r\n\r\n`;
}

test('requests are told apart by what they ask for, not by whose', () => {
  expect(requestKind(head('/files/0f8b-11/ipfs?x=1'))).toBe('GET /files/*/ipfs');
  expect(requestKind(head('/users/email'))).toBe('GET /users/email');
  expect(requestKind('bytes of a file')).toBeNull();
});
