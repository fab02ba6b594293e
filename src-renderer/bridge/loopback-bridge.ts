/**
 * The bridge to the loopback host: calls are requests, events come over a WebSocket. It reconnects by itself, says its
 * session only to a host that has proved to know it (anybody may listen where Labseal was), asks for a snapshot whenever an event is missing, and never sends a call a second time once the host may have looked at it: what became of a lost one is the core's
 * to know.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import {
  CALL_PATH,
  certificatePath,
  CLOSE_CODES,
  digestPath,
  type HandedFile,
  INBOX_TYPE,
  type InboxFile,
  inboxPath,
  type PageMessage,
  SESSION_HEADER,
} from '../../src-shared/bridge/loopback.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Bridge, Link, PageEvent, PageFault } from './bridge.ts';
import { makeChallenge } from './host-challenge.ts';
import { certificateBytes } from './certificate-bytes.ts';
import { evaluateMessage, NOTHING_SEEN, readHostMessage } from './host-messages.ts';
import { type Upload, upload as uploadByRequest } from './upload.ts';

/** What the bridge needs of its surroundings. */
export interface LoopbackPorts {
  readonly session: string;
  /** Of the page's own address. */
  readonly port: number;
  /** Whoever signs out, the page gets another one. */
  readonly keepSession?: (session: string) => void;
  readonly openSocket: () => WebSocket;
  readonly send: typeof fetch;
  /** As the browser does it when left out. */
  readonly upload?: Upload;
}

const FIRST_WAIT_MS = 250; // a host that restarts is back within a second
const LONGEST_WAIT_MS = 2_000; // its return is said within three seconds
const LONGEST_PROOF_MS = 10_000; // another program may keep the line and say nothing
const HTTP_OK = 200;
const HTTP_UNAUTHORISED = 401;
const HTTP_TOO_LARGE = 413;

/** The wait before try number `tries`, counted from 0. */
export function reconnectWaitMs(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
}

export interface LoopbackBridge extends Bridge {
  /** That of this page, while the host that knows it is connected; else null. */
  readonly provenSession: () => string | null;
}

/** The session travels in a header and in the first message only, so it appears in no address. */
export function makeLoopbackBridge(ports: LoopbackPorts): LoopbackBridge {
  const { port, openSocket, send, keepSession, upload = uploadByRequest } = ports;
  let { session } = ports;
  const heard: (() => void)[] = []; // who waits for what the host says
  const { on: subscribe, tell } = makeListeners<[PageEvent]>();
  let socket: WebSocket | null = null;
  let link: Link = 'connecting';
  let order = NOTHING_SEEN;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const setLink = (next: Link) => {
    if (next === link) return;
    link = next;
    tell({ kind: 'link-changed', link });
  };
  const say = (message: PageMessage) => socket?.send(JSON.stringify(message));

  const refuse = () => {
    isEnded = true;
    clearTimeout(timer);
    setLink('refused');
    socket?.close();
  };

  const withSession = (headers: Asking['headers'] = {}) => ({
    ...headers,
    [SESSION_HEADER]: session,
  });

  /** Resolves once all that the host had said by now has arrived, or the line has ended or says nothing. */
  const hearAll = (): Promise<void> =>
    new Promise((resolve) => {
      heard.push(resolve);
      if (socket === null) return tellHeard();
      if (heard.length > 1) return;
      const silent = setTimeout(tellHeard, LONGEST_PROOF_MS);
      heard.push(() => clearTimeout(silent));
      say({ kind: 'resync' });
    });
  const tellHeard = () => heard.splice(0).forEach((resolve) => resolve());

  /** Whether another session has taken its place; what brings it may come after the refusal. */
  const isReplaced = async (used: string): Promise<boolean> => {
    if (session === used) await hearAll();
    return session !== used;
  };

  const take = (data: unknown) => {
    const message = readHostMessage(data);
    if (message === null) return;
    if (message.kind === 'renewed') {
      ({ session } = message);
      keepSession?.(session);
      return;
    }
    const judged = evaluateMessage(order, message);
    ({ order } = judged);
    if (judged.verdict === 'ask') say({ kind: 'resync' });
    if (judged.verdict !== 'apply') return;
    if (message.kind === 'event') {
      tell(message.event);
      return;
    }
    tries = 0;
    setLink('open');
    tell(message);
    tellHeard();
  };

  const connect = () => {
    const opened = openSocket();
    const greeting = session;
    const { asked, isMetBy } = makeChallenge(greeting, port);
    let isProven = false;
    const unproven = setTimeout(() => opened.close(), LONGEST_PROOF_MS);
    socket = opened;
    order = NOTHING_SEEN;
    opened.addEventListener('open', () => say({ kind: 'prove', ...asked }));
    opened.addEventListener('message', ({ data }) => {
      if (socket !== opened) return;
      if (isProven) {
        take(data);
        return;
      }
      isProven = isMetBy(data);
      if (!isProven) {
        opened.close(); // another program: Labseal may be back here later
        return;
      }
      clearTimeout(unproven);
      say({ kind: 'hello', session: greeting });
    });
    opened.addEventListener('close', ({ code }) => {
      clearTimeout(unproven);
      if (socket !== opened) return;
      socket = null;
      tellHeard();
      if (isEnded) return;
      if (code === CLOSE_CODES.unauthorised) {
        refuse();
        return;
      }
      setLink('lost');
      timer = setTimeout(connect, reconnectWaitMs(tries));
      tries += 1;
    });
  };

  /** One request, and never a second: a fault when there was none, or when its answer was lost. */
  const ask = async <Answer extends { readonly status: number }, Body>(
    request: () => Promise<Answer>,
    signal: AbortSignal,
    read: (answer: Answer) => Body | Promise<Body>,
  ): Promise<Result<Body, PageFault>> => {
    signal.throwIfAborted();
    if (link !== 'open') return fail({ kind: 'not-asked' });
    try {
      const used = session;
      let answer = await request();
      // Refused before it was looked at, so this is no second time.
      if (answer.status === HTTP_UNAUTHORISED && (await isReplaced(used))) answer = await request();
      if (answer.status === HTTP_UNAUTHORISED) {
        refuse();
        return fail({ kind: 'not-asked' });
      }
      return ok(await read(answer));
    } catch (cause) {
      signal.throwIfAborted();
      // A TypeError is a lost connection, a SyntaxError an answer that was cut off.
      if (cause instanceof TypeError || cause instanceof SyntaxError) {
        return fail({ kind: 'host-lost' });
      }
      throw cause;
    }
  };
  const fetched = <Body>(
    path: string,
    { headers, ...request }: Asking,
    signal: AbortSignal,
    read: (response: Response) => Body | Promise<Body>,
  ) => {
    const asked = () => {
      const own = { ...request, headers: withSession(headers), signal };
      return send(path, own);
    };
    return ask(asked, signal, read);
  };

  return {
    call: async (name, input, signal) => {
      const answer = await fetched(
        `${CALL_PATH}${name}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        },
        signal,
        (response) => response.json(),
      );
      return answer.ok ? (answer.value as never) : answer;
    },
    bytes: async (form, asked, signal) => {
      const answer = await fetched(certificatePath(form, asked), {}, signal, (response) =>
        certificateBytes(response, asked),
      );
      return answer.ok ? answer.value : answer;
    },
    keep: async (file, signal) => {
      const answer = await fetched(
        inboxPath(file.name),
        {
          method: 'POST',
          headers: { 'content-type': INBOX_TYPE },
          body: file,
        },
        signal,
        async (response): Promise<Result<InboxFile, PageFault>> => {
          if (response.ok) return (await response.json()) as Result<InboxFile, PageFault>;
          return fail(refusalOf(response.status));
        },
      );
      return answer.ok ? answer.value : answer;
    },
    hand: async (file, { set, onSent }, signal) => {
      const answer = await ask(
        () =>
          upload(
            digestPath(set, file.name),
            withSession({ 'content-type': INBOX_TYPE }),
            file,
            onSent,
            signal,
          ),
        signal,
        ({ status, text }): Result<HandedFile, PageFault> => {
          if (status === HTTP_OK) return JSON.parse(text) as Result<HandedFile, PageFault>;
          return fail(refusalOf(status));
        },
      );
      if (!answer.ok) {
        // What the browser itself could not read to the end looks like a lost line.
        const isLost = answer.fault.kind === 'host-lost';
        if (isLost && !(await isReadable(file))) {
          return fail({ kind: 'cannot-pick', pick: { path: file.name, why: 'unreadable' } });
        }
        return answer;
      }
      if (!answer.value.ok) return answer.value;
      const { handle, digests } = answer.value.value;
      return ok({ subject: { kind: 'handed', handle }, digests });
    },
    provenSession: () => (link === 'open' ? session : null),
    subscribe,
    open: () => {
      if (socket === null && !isEnded) connect();
    },
    close: () => {
      isEnded = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}

interface Asking extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

function refusalOf(status: number): PageFault {
  return status === HTTP_TOO_LARGE
    ? { kind: 'too-large', serviceSays: null }
    : { kind: 'host-lost' };
}

/** A folder, or a file that changed or went since it was chosen, cannot be read by the page any more. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
