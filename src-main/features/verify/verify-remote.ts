/** Asks the service whether it knows a content, which means sending it: only for a person who has said yes to that. */
import path from 'node:path';
import type { RemoteVerdict } from '../../../src-shared/bridge/file-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ContentChecker } from '../../pipeline/common/ports.ts';
import type { Workers } from '../workers.ts';

export interface VerifyRemoteParts {
  readonly workers: Pick<Workers, 'fingerprinter'>;
  readonly checker: ContentChecker;
}

/** Aborting ends reading and sending. The question is free, and leaves nothing on either side. */
export type VerifyRemote = (
  filePath: string,
  signal: AbortSignal,
) => Promise<Result<RemoteVerdict, CoreFault>>;

export function makeVerifyRemote({ workers, checker }: VerifyRemoteParts): VerifyRemote {
  return async (asked, signal) => {
    const filePath = path.resolve(asked);
    const print = await workers.fingerprinter().fingerprint(filePath, null, {}, signal);
    switch (print.kind) {
      case 'done':
        break;
      case 'changed':
        return fail({ kind: 'changed-meanwhile', path: filePath });
      case 'absent':
      case 'unreadable':
      case 'special':
        return fail({ kind: 'cannot-pick', pick: { path: filePath, why: print.kind } });
      default:
        return assertNever(print);
    }
    const { identity, sha256 } = print;
    const source = { path: filePath, name: path.basename(filePath), identity, sha256 };
    const checked = await checker.check(source, () => undefined, signal);
    switch (checked.kind) {
      case 'answered': {
        const { exists, fileName, project } = checked;
        return ok({ exists, fileName, project });
      }
      case 'source-changed':
        return fail({ kind: 'changed-meanwhile', path: filePath });
      case 'source-unreadable':
        return fail({ kind: 'cannot-pick', pick: { path: filePath, why: 'unreadable' } });
      case 'fault':
        return fail(checked.fault);
      default:
        return assertNever(checked);
    }
  };
}
