/** Connects the endpoints that take a file with the transport that receives it, also after a restart in between. */
import type { IncomingMessage } from 'node:http';
import { endpoints } from '../../src-shared/service/endpoints.ts';
import type { UploadTarget } from '../uploads/upload-types.ts';
import type { Admission, Call, Handlers } from './call.ts';
import type { Authentication } from './authentication.ts';
import { badRequest } from './answer.ts';
import { matchRoute } from './routes.ts';
import { makeCall, type Matched, validate } from './run-endpoint.ts';
type AnyAdmission = (call: Call) => Admission<unknown>;

/** `ownUrl`: for links of uploads that are completed without their first request at hand. */
export function makeUploadAdmission(
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
