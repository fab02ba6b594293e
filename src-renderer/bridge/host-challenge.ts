/** Asks whether who listens at the page's own address knows a secret, before the page says it. */
import { digestOf, idOf, proofOf } from '../../src-shared/bridge/host-proof.ts';
import type { Challenge } from '../../src-shared/bridge/loopback.ts';

/** `port`: of the page's own address. Good for one question. */
export function makeChallenge(secret: string, port: number) {
  const digest = digestOf(secret);
  const asked: Challenge = { id: idOf(digest), nonce: crypto.randomUUID() };
  const expected = proofOf(digest, asked.nonce, port);
  return {
    /** What may be said to anybody. */
    asked,
    /** Whether the text of an answer is the proof. */
    isMetBy: (text: unknown): boolean => {
      if (typeof text !== 'string') return false;
      try {
        return Object(JSON.parse(text)).proof === expected;
      } catch (cause) {
        if (cause instanceof SyntaxError) return false;
        throw cause;
      }
    },
  };
}
