/** One request as the played service sees it, and its reply. */

export interface Call {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export function bareReply(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body: Buffer.alloc(0) };
}
