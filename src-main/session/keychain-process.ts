/**
 * The process that asks the operating system's keychain about one entry. A session bus that does not answer blocks it for
 * ever, and so may a prompt: the caller ends it then (`makeSystemKeychain`).
 */
import { AsyncEntry } from '@napi-rs/keyring';

export type KeychainQuestion = { readonly account: string } & (
  | { readonly ask: 'get' }
  | { readonly ask: 'set'; readonly token: string }
  | { readonly ask: 'delete' }
);

export type KeychainAnswer =
  | { readonly kind: 'got'; readonly token: string | null }
  | { readonly kind: 'set' }
  | { readonly kind: 'deleted'; readonly wasThere: boolean }
  /** There is no keychain at all. */
  | { readonly kind: 'absent' }
  /** It is locked, or refuses. */
  | { readonly kind: 'denied' };

/** As Electron gives it to its processes. */
interface ParentPort {
  on(event: 'message', listener: (message: { readonly data: unknown }) => void): void;
  postMessage(message: KeychainAnswer): void;
}

const electronPort = Reflect.get(process, 'parentPort') as ParentPort | undefined;

async function answer(question: KeychainQuestion): Promise<KeychainAnswer> {
  let entry: AsyncEntry;
  try {
    // The store is named because the package would otherwise fall back in silence to the kernel's keyring, which forgets
    // at a reboot.
    entry = new AsyncEntry('labseal', question.account, { linux: { store: 'secret-service' } });
  } catch {
    return { kind: 'absent' };
  }
  try {
    switch (question.ask) {
      case 'get':
        return { kind: 'got', token: await entry.getPassword() };
      case 'set':
        await entry.setPassword(question.token);
        return { kind: 'set' };
      case 'delete':
        return { kind: 'deleted', wasThere: await entry.deleteCredential() };
      default:
        return question satisfies never;
    }
  } catch {
    return { kind: 'denied' };
  }
}

if (electronPort === undefined) {
  process.on('message', (question: KeychainQuestion) => {
    void answer(question).then((reply) => process.send?.(reply));
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); // an end in order would wait for the keychain
} else {
  electronPort.on('message', ({ data }) => {
    void answer(data as KeychainQuestion).then((reply) => electronPort.postMessage(reply));
  });
}
