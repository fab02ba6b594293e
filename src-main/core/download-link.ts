/** Download addresses of public files. They are passed on and never kept; a private file has none. */
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { BaseAddress } from '../service/base-address.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { judgeLink } from '../service/signed-link.ts';
import type { State } from '../state/state.ts';
import type { Files } from './files.ts';

export interface DownloadLinkParts {
  readonly client: ServiceClient;
  readonly state: Pick<State, 'records'>;
  readonly files: Pick<Files, 'find'>;
  readonly address: BaseAddress;
}

export interface DownloadLink {
  readonly url: string;
  readonly fileName: string;
}

/** `asked`: row number, path, or the service's id of a version. The service counts a download each time. */
export type AskForLink = (
  asked: string,
  signal: AbortSignal,
) => Promise<Result<DownloadLink, CoreFault>>;

export function makeDownloadLink({ client, state, files, address }: DownloadLinkParts): AskForLink {
  return async (asked, signal) => {
    const byId = state.records.withFileId(asked);
    const view = byId === null ? files.find(asked) : null;
    if (byId === null && view === null) return fail({ kind: 'unknown-file', asked });
    const record = byId ?? state.records.withFileId(view?.fileId ?? '');
    if (record === null) return fail({ kind: 'not-on-platform', asked });
    if (record.visibility === 'private') return fail({ kind: 'no-download', asked });
    const { projectId, fileId, name: fileName } = record;
    const read = await client.call('downloadPublicFile', { path: { projectId, fileId } }, signal);
    if (!read.ok) return read;
    const url = judgeLink(read.value.objectStoreUrl, address);
    return url === null ? fail({ kind: 'bad-link' }) : ok({ url, fileName });
  };
}
