import { describe, expect, test } from 'vitest';
import type { ServiceFault, UnavailableCause } from '../status/service-fault.ts';
import { changePastWords as english } from './en/change-past.ts';
import { changePastWords as italian } from './it/change-past.ts';

const away = (why: UnavailableCause, status: number | null = null): ServiceFault => {
  return { kind: 'unavailable', why, status, retryAfterMs: null };
};
const FAULTS: readonly (readonly [ServiceFault, english: string, italian: string])[] = [
  [
    away('no-connection'),
    'the service could not be reached.',
    'il servizio non era raggiungibile.',
  ],
  [
    away('server-error', 500),
    'the service was not working (code 500).',
    'il servizio non funzionava (codice 500).',
  ],
  [{ kind: 'throttled', retryAfterMs: 1 }, 'asked for a pause.', 'chiedeva una pausa.'],
  [
    { kind: 'not-signed-in', serviceSays: null },
    'you were not signed in.',
    'non avevi effettuato l’accesso.',
  ],
];

const moment = (atMs: number) => `day ${atMs}`;

test('what was never asked of the service was not tried', () => {
  const lastTry = { atMs: 7, fault: away('working-offline') };
  expect(english.lastTry(lastTry, moment)).toBe('Not tried yet: you were working offline.');
  expect(italian.lastTry(lastTry, moment)).toBe('Non ancora tentata: stavi lavorando offline.');
});

describe('a reason that is kept is told with its time, as what was', () => {
  test.each(FAULTS)('%j', (fault, inEnglish, inItalian) => {
    const lastTry = { atMs: 7, fault };
    expect(english.lastTry(lastTry, moment)).toMatch(/^It was last tried on day 7: /);
    expect(english.lastTry(lastTry, moment)).toContain(inEnglish);
    expect(italian.lastTry(lastTry, moment)).toMatch(/^Ultimo tentativo il day 7: /);
    expect(italian.lastTry(lastTry, moment)).toContain(inItalian);
  });
});
