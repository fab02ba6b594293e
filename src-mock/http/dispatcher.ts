/**
 * Handles every request: faults come first, the handler of the path does the work, and one function sends the result. A
 * bug in a handler becomes a 500 and a report, and never stops the service.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '../../src-shared/service/endpoints.ts';
import { assertNever } from '../assert-never.ts';
import { CONTROL_PATH } from '../control/control-endpoint.ts';
import type { FaultPlace } from '../control/fault-rules.ts';
import type { Faults } from '../control/faults.ts';
import type { RequestLog } from '../control/request-log.ts';
import type { Service } from '../service.ts';
import { handleUploadResource, receiveUpload } from '../uploads/receive-upload.ts';
import { announceUploads } from '../uploads/upload-resource.ts';
import type { UploadContext, UploadTarget } from '../uploads/upload-types.ts';
import { type Answer, badRequest, errorAnswer, forbidden, notFound, Refusal } from './answer.ts';
import type { Handlers, Admission, Call } from './call.ts';
import type { Authentication } from './authentication.ts';
import { matchRoute, type RouteMatch } from './routes.ts';
import { runEndpoint, makeCall, type Matched, validate } from './run-endpoint.ts';
import { writeAnswer } from './write-answer.ts';

/** Paths beside the contract, which are answered at once. True when the path was one of them. */
export type TestAccess = (visit: Visit) => Promise<boolean>;

export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Raw path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly baseUrl: string;
}

export interface DispatcherParts {
  readonly service: Service;
  readonly handlers: Handlers;
  readonly authentication: Authentication;
  readonly faults: Faults;
  /** Where unfinished uploads are spooled. */
  readonly folder: string;
  readonly ownUrl: () => string;
  readonly testAccess: TestAccess;
  readonly requests: Pick<RequestLog, 'record'>;
  /** Awaited before a request is looked at; rejects never. */
  readonly refresh: () => Promise<void>;
  /** Called for bugs; the client only learns that there was one. */
  readonly report: (error: unknown) => void;
}

type Found = Extract<RouteMatch, { kind: 'found' }>;

/** Resolves when the request is over, whatever the result; never rejects. */
export type Dispatcher = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function makeDispatcher(parts: DispatcherParts): Dispatcher {
  const { service, handlers, authentication, faults, ownUrl, testAccess, report } = parts;
  const { objects, readings, nowMs } = service;
  const admission = makeUploadAdmission(handlers, authentication, ownUrl);
  /** Which place's faults apply to an answer; absent where no fault can be. */
  const places = new WeakMap<ServerResponse, FaultPlace>();

  function send(response: ServerResponse, answer: Answer): void {
    const place = places.get(response);
    const write = () => writeAnswer(response, answer);
    if (place === undefined) return write();
    faults.send(place, response.req, response, answer, write).catch(report);
  }

  const uploads: UploadContext = {
    folder: parts.folder,
    readings,
    nowMs,
    faults,
    basePath: '',
    authenticate: async (request) =>
      authentication.admit(await authentication.identify(request), 'user').id,
    sendAnswer: send,
    refusalAnswer: (refusal) => errorAnswer(refusal, readings().errorEnvelope),
    restoreTarget: (resource, ownerKey) => admission.restore(resource, ownerKey),
  };

  async function dispatch(visit: Visit): Promise<void> {
    const { request, response, path } = visit;
    const match = matchRoute(request.method ?? '', path);
    const place = placeOf(path, match);
    if (!path.startsWith(CONTROL_PATH)) parts.requests.record(request, place);
    if (place === null) {
      if (!(await testAccess(visit))) send(response, answerUnmatched(request, match));
      return;
    }
    places.set(response, place);
    const exchange = { endpointName: place, request, response };
    if ((await faults.beforeHandling(exchange)) === 'taken') return;
    if (place === 'object-store') return serveObject(request, response);
    if (place === 'upload-resource') return handleUploadResource(request, response, uploads);
    if (match.kind === 'found') await serveEndpoint(visit, match);
  }

  async function serveEndpoint(visit: Visit, { name, parameters }: Found): Promise<void> {
    const { request, response, path, query, baseUrl } = visit;
    const matched = { name, parameters, query, baseUrl };
    if (endpoints[name].sends.kind === 'multipart') {
      const target = await admission.admit(request, path, matched);
      return receiveUpload(request, response, target, uploads);
    }
    send(response, await runEndpoint(request, matched, handlers, authentication));
  }

  /** The object store writes its own answers; faults treat them as answers about to be sent. */
  async function serveObject(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let served: Promise<void> = Promise.resolve();
    await faults.send('object-store', request, response, { status: 200, body: {} }, () => {
      served = objects.handle(request, response);
    });
    await served;
  }

  function answerUnmatched(request: IncomingMessage, match: RouteMatch): Answer {
    const envelope = readings().errorEnvelope;
    switch (match.kind) {
      case 'wrong-method':
        return answerWrongMethod(request, match.allowed);
      case 'malformed':
        return errorAnswer(badRequest('the path is not valid percent-encoding'), envelope);
      case 'unknown':
      case 'found':
        return errorAnswer(notFound('There is nothing at this address'), envelope);
      default:
        return assertNever(match);
    }
  }

  function answerWrongMethod({ method, url = '' }: IncomingMessage, allowed: readonly string[]) {
    const { errorEnvelope, resumableUploads, maxFileBytes } = readings();
    const allow = allowed.join(', ');
    const target = matchRoute('POST', pathOf(url));
    const takesFile = target.kind === 'found' && endpoints[target.name].sends.kind === 'multipart';
    if (method === 'OPTIONS' && takesFile && resumableUploads === 'on') {
      return announceUploads(readings(), maxFileBytes, `${allow}, OPTIONS`);
    }
    const refusal = new Refusal(405, `This address answers to ${allow} only`, 'METHOD_NOT_ALLOWED');
    return errorAnswer(refusal, errorEnvelope, { Allow: allow });
  }

  return async (request, response) => {
    response.setHeader('Date', new Date(nowMs()).toUTCString()); // the clock that tokens and statuses go by
    try {
      const [path = '', query = ''] = (request.url ?? '').split('?', 2);
      const baseUrl = `http://${loopbackHostOf(request)}`;
      await parts.refresh();
      await dispatch({ request, response, path, query: new URLSearchParams(query), baseUrl });
    } catch (error) {
      if (isHungUp(error, request)) return; // nobody is left to answer
      if (!(error instanceof Refusal)) report(error);
      const refusal =
        error instanceof Refusal ? error : new Refusal(500, 'Internal server error', 'INTERNAL');
      send(response, errorAnswer(refusal, readings().errorEnvelope));
    }
  };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** Where faults can be put; null for paths beside the contract and for what the service does not have. */
function placeOf(path: string, match: RouteMatch): FaultPlace | null {
  if (path.startsWith('/object-store/')) return 'object-store';
  if (path.startsWith('/uploads/')) return 'upload-resource';
  return match.kind === 'found' ? match.name : null;
}

/** Its sender went away before all of the body was read, though all of it may have arrived: an everyday thing, not a bug. */
function isHungUp(error: unknown, request: IncomingMessage): boolean {
  return (
    request.destroyed &&
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}

/**
 * The name under which a caller reached this computer. A public name that was made to resolve to it would let a page
 * of that name read every answer, so any other name is refused, on every path.
 */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

function loopbackHostOf({ headersDistinct }: IncomingMessage): string {
  const [host = '', ...others] = headersDistinct.host ?? [];
  if (others.length > 0 || !LOOPBACK_HOST.test(host)) {
    throw forbidden('Only callers that name this computer as host are answered', 'FOREIGN_HOST');
  }
  return host;
}

// Connects the endpoints that take a file with the transport that receives it, also after a restart in between.

type AnyAdmission = (call: Call) => Admission<unknown>;

/** `ownUrl`: for links of uploads that are completed without their first request at hand. */
function makeUploadAdmission(
  handlers: Handlers,
  authentication: Authentication,
  ownUrl: () => string,
) {
  function targetOf(matched: Matched, resource: string, ownerKey: string): UploadTarget {
    const { sends, successStatus } = endpoints[matched.name];
    if (sends.kind !== 'multipart') throw new Error(`${matched.name} takes no file`);
    const admitOwner = () => {
      const handler = handlers[matched.name] as AnyAdmission;
      return handler(makeCall(matched, authentication.admit(ownerKey, 'user'), null));
    };
    const { maxFileBytes, wantsContent } = admitOwner();
    return {
      filePart: sends.filePart,
      maxFileBytes,
      wantsContent,
      ownerKey,
      resource,
      async complete({ fields, file }) {
        const read = sends.fields === null ? noFields(fields) : validate(sends.fields, fields);
        // Admitted again: hours may pass between the first byte and the last.
        return { status: successStatus, body: await admitOwner().complete(read, file) };
      },
    };
  }

  return {
    /** Lets the caller in, or throws the refusal, before a byte of the content is read. */
    async admit(request: IncomingMessage, path: string, matched: Matched) {
      return targetOf(matched, `POST ${path}`, await authentication.identify(request));
    },
    /** The same target for an upload begun earlier. Null when its resource is none; throws when the owner may no more. */
    async restore(resource: string, ownerKey: string) {
      const [method = '', path = ''] = resource.split(' ', 2);
      const match = matchRoute(method, path);
      if (match.kind !== 'found' || endpoints[match.name].sends.kind !== 'multipart') return null;
      const { name, parameters } = match;
      const query = new URLSearchParams();
      return targetOf({ name, parameters, query, baseUrl: ownUrl() }, resource, ownerKey);
    },
  };
}

function noFields(fields: Readonly<Record<string, string>>): null {
  const [stray] = Object.keys(fields);
  if (stray !== undefined) throw badRequest(`the form has an unknown part "${stray}"`);
  return null;
}
