/** Handlers that compare a file with what was notarized. Nothing of the file is sent anywhere. */
import { resolve } from 'node:path';
import type { VerifySubject } from '../../src-shared/bridge/verify-calls.ts';
import { assertNever, fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import type { VerifiedThing } from '../features/verify/verifier.ts';
import { bindShared } from '../app/bind-shared.ts';
import { bindVerification, bindVerifying } from '../app/bind-verifying.ts';
import { type HandlerParts, type HandlersOf, withBase } from './handlers.ts';

export function verifyHandlers(parts: HandlerParts): HandlersOf<'verify'> {
  const { engine } = parts;
  const verification = engine.core.use(bindVerification);

  async function thingOf(subject: VerifySubject): Promise<Result<VerifiedThing, CoreFault>> {
    switch (subject.kind) {
      case 'path':
        return ok({ path: resolve(subject.path) });
      case 'row':
        return withBase(parts, ({ use }) => {
          const found = use(bindShared).files.find(subject.id);
          return found === null
            ? fail({ kind: 'unknown-file', asked: subject.id })
            : ok({ path: found.path });
        });
      case 'handed': {
        const file = verification.handed.of(subject.handle);
        return file === null ? fail({ kind: 'unknown-file', asked: subject.handle }) : ok({ file });
      }
      default:
        return assertNever(subject);
    }
  }

  return {
    'verify.file': async ({ subject, against, run }, signal) => {
      const thing = await thingOf(subject);
      if (!thing.ok) return thing;
      const onProgress =
        run === undefined
          ? undefined
          : (doneBytes: number, totalBytes: number) =>
              engine.feed.tell({ kind: 'verify-progress', run, doneBytes, totalBytes });
      return verification.verify(thing.value, against, onProgress, signal);
    },
    'verify.fetchAgain': ({ fileId, projectId }, signal) =>
      withBase(parts, ({ use }) =>
        use(bindVerifying).fetchAgain(fileId, projectId ?? null, signal),
      ),
    'verify.method': () => ok({ method: verification.method() }),
    'verify.report': ({ id, form, language }) => {
      const report = verification.report(id, form, language);
      return report === null ? fail({ kind: 'unknown-file', asked: id }) : ok(report);
    },
  };
}
