/** The operating system's keychain, asked in a process of its own. On Linux only a Secret Service will do. */
import type { StartHelper } from '../platform/helper-process.ts';
import { siblingWorker } from '../platform/threads/worker-thread.ts';
import type { KeychainAnswer, KeychainQuestion } from './keychain-process.ts';
import { KeychainAbsent, type OpenEntry } from './keychain-store.ts';

type AnswerOf<Kind> = Extract<KeychainAnswer, { readonly kind: Kind }>;

/** Each entry has a process, which ends with `close`. */
export function makeSystemKeychain(startHelper: StartHelper): OpenEntry {
  return (account) => {
    const ended = Promise.withResolvers<KeychainAnswer>();
    let answered = Promise.withResolvers<KeychainAnswer>();
    const helper = startHelper(siblingWorker('keychain-process', import.meta.url), {
      onMessage: (answer) => answered.resolve(answer as KeychainAnswer),
      onEnd: () => ended.resolve({ kind: 'denied' }), // what was asked is not known to be done
    });

    async function ask<Kind extends KeychainAnswer['kind']>(
      question: KeychainQuestion,
      kind: Kind,
    ): Promise<AnswerOf<Kind>> {
      answered = Promise.withResolvers<KeychainAnswer>();
      helper.send(question);
      const answer = await Promise.race([answered.promise, ended.promise]);
      if (answer.kind === 'absent') throw new KeychainAbsent();
      if (answer.kind !== kind) throw new Error(`the keychain's answer is ${answer.kind}`);
      return answer as AnswerOf<Kind>;
    }

    return {
      getPassword: async () => (await ask({ account, ask: 'get' }, 'got')).token,
      setPassword: async (token) => void (await ask({ account, ask: 'set', token }, 'set')),
      deleteCredential: async () => (await ask({ account, ask: 'delete' }, 'deleted')).wasThere,
      close: () => helper.kill(),
    };
  };
}
