/** Every token store runs this; one that skips it may not stand in for another. */
import { describe, expect, test } from 'vitest';
import type { Keeping } from '../../../src-shared/model/people/session-view.ts';
import { accountKey } from '../accounts.ts';
import type { TokenStore } from '../token-store.ts';

const ADA = accountKey('https://a.example', 'ada');
const BO = accountKey('https://a.example', 'bo');

export function tokenStoreContract(name: string, make: () => TokenStore, keeping: Keeping): void {
  describe(`${name} keeps the token-store contract`, () => {
    test('what was written is read, with its place; what is not there is removed without trouble', async () => {
      const store = make();
      expect(await store.remove(ADA)).toBeNull();
      expect(await store.read(ADA)).toEqual({ token: null, trouble: null });
      expect(await store.write(ADA, 'a.b.c')).toEqual(keeping);
      expect(await store.read(ADA)).toEqual({ token: 'a.b.c', keeping });
      expect(await store.remove(ADA)).toBeNull();
    });

    test('a later token replaces the former, and accounts do not mix', async () => {
      const store = make();
      for (const token of ['old', 'new']) await store.write(ADA, token);
      await store.write(BO, 'of bo');
      expect(await store.read(ADA)).toMatchObject({ token: 'new' });
      expect(await store.read(BO)).toMatchObject({ token: 'of bo' });
      await store.remove(ADA);
      expect(await store.read(ADA)).toEqual({ token: null, trouble: null });
      expect(await store.read(BO)).toMatchObject({ token: 'of bo' });
      await store.remove(BO);
    });
  });
}
