/** What was asked of the service lately, for tests and for curious people. Never bodies, tokens or secret addresses. */
import type { IncomingMessage } from 'node:http';
import type { FaultPlace } from './fault-rules.ts';

const MAX_ENTRIES = 1_000;

export interface LoggedRequest {
  /** Counts from 1 and never repeats, so that a reader sees when older entries have been dropped. */
  readonly number: number;
  readonly atMs: number;
  readonly method: string;
  /** Without its query; secrets in it are replaced by their name. */
  readonly path: string;
  readonly endpoint: FaultPlace | null;
  readonly headerNames: readonly string[];
  /** Values of the fields that steer an upload; they hold no secrets. */
  readonly uploadFields: Readonly<Record<string, string>>;
}

export type RequestLog = ReturnType<typeof makeRequestLog>;

export function makeRequestLog(nowMs: () => number) {
  let entries: readonly LoggedRequest[] = [];
  let lastNumber = 0;
  return {
    record(request: IncomingMessage, endpoint: FaultPlace | null) {
      lastNumber += 1;
      const { method = '', url = '', headers } = request;
      const entry: LoggedRequest = {
        number: lastNumber,
        atMs: nowMs(),
        method,
        path: withoutSecrets(url.split('?', 1)[0] ?? ''),
        endpoint,
        headerNames: Object.keys(headers).toSorted(),
        uploadFields: uploadFieldsOf(headers),
      };
      entries = [...entries.slice(1 - MAX_ENTRIES), entry];
    },
    /** Oldest first, at most a thousand. */
    list: () => entries,
    clear: () => {
      entries = [];
    },
  };
}

function withoutSecrets(path: string): string {
  return path
    .replace(/(\/uploads\/).+$/, '$1{secret}')
    .replace(/(\/users\/(?:activation|reset-password)\/).+$/, '$1{token}');
}

function uploadFieldsOf(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  const telling = Object.entries(headers).filter(
    ([name]) => name.startsWith('upload-') || name === 'content-length',
  );
  return Object.fromEntries(telling.map(([name, value]) => [name, String(value)]));
}
