/** Every token store runs this; one that skips it may not stand in for another. */
import { describe, expect, test } from 'vitest';
import type { Keeping } from '../../../src-shared/model/session-view.ts';
import { accountKey } from '../accounts.ts';
import type { TokenStore } from '../token-store.ts';

const ADA = accountKey('https://a.example', 'ada');
const BO = accountKey('https://a.example', 'bo');

export function tokenStoreContract(name: string, make: () => TokenStore, keeping: Keeping): void {
  describe(`${name} keeps the token-store contract`, () => {
    test('what was written is read, with the place it is kept in', async () => {
      const store = make();
      expect(await store.write(ADA, 'a.b.c')).toEqual(keeping);
      expect(await store.read(ADA)).toEqual({ token: 'a.b.c', keeping });
      expect(await store.remove(ADA)).toBeNull();
    });

    test('a later token replaces the former, and accounts do not mix', async () => {
      const store = make();
      await store.write(ADA, 'old');
      await store.write(BO, 'of bo');
      await store.write(ADA, 'new');
      expect(await store.read(ADA)).toMatchObject({ token: 'new' });
      expect(await store.read(BO)).toMatchObject({ token: 'of bo' });
      await store.remove(ADA);
      expect(await store.read(ADA)).toEqual({ token: null, trouble: null });
      expect(await store.read(BO)).toMatchObject({ token: 'of bo' });
      await store.remove(BO);
    });

    test('removing what is not there is not trouble', async () => {
      const store = make();
      expect(await store.remove(ADA)).toBeNull();
      expect(await store.read(ADA)).toEqual({ token: null, trouble: null });
    });
  });
}
