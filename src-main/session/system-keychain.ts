/** Binds the operating system's keychain. On Linux only a Secret Service will do. */
import { AsyncEntry } from '@napi-rs/keyring';
import type { OpenEntry } from './keychain-store.ts';

/**
 * Opens one account's entry; throws when there is no keychain. The store is named because the package would otherwise
 * fall back in silence to the kernel's keyring, which forgets at a reboot.
 */
export const openSystemKeychain: OpenEntry = (account) =>
  new AsyncEntry('labseal', account, { linux: { store: 'secret-service' } });
