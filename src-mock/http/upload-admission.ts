/** Connects the endpoints that take a file with the transport that receives it, also after a restart in between. */
import type { IncomingMessage } from 'node:http';
import { endpoints } from '../../src-shared/service/endpoints.ts';
import type { UploadTarget } from '../uploads/upload-types.ts';
import type { Admission, Call, Handlers } from './call.ts';
import type { Gate } from './gate.ts';
import { badRequest } from './refusals.ts';
import { matchRoute } from './routes.ts';
import { makeCall, type Matched } from './run-endpoint.ts';
import { validate } from './validate.ts';

export interface UploadDoor {
  /** Lets the caller in, or throws the refusal, before a byte of the content is read. */
  open(request: IncomingMessage, path: string, matched: Matched): Promise<UploadTarget>;
  /** The same target for an upload begun earlier. Null when its resource is none; throws when the owner may no more. */
  reopen(resource: string, ownerKey: string): Promise<UploadTarget | null>;
}

type AnyAdmission = (call: Call) => Admission<unknown>;

/** `ownUrl`: for links of uploads that are completed without their first request at hand. */
export function makeUploadDoor(handlers: Handlers, gate: Gate, ownUrl: () => string): UploadDoor {
  function targetOf(matched: Matched, resource: string, ownerKey: string): UploadTarget {
    const { sends, successStatus } = endpoints[matched.name];
    if (sends.kind !== 'multipart') throw new Error(`${matched.name} takes no file`);
    const admit = () => {
      const handler = handlers[matched.name] as AnyAdmission;
      return handler(makeCall(matched, gate.admit(ownerKey, 'user'), null));
    };
    return {
      filePart: sends.filePart,
      maxFileBytes: admit().maxFileBytes,
      ownerKey,
      resource,
      async complete({ fields, file }) {
        const read = sends.fields === null ? noFields(fields) : validate(sends.fields, fields);
        // Admitted anew: hours may lie between the first byte and the last.
        return { status: successStatus, body: await admit().complete(read, file) };
      },
    };
  }

  return {
    async open(request, path, matched) {
      return targetOf(matched, `POST ${path}`, await gate.identify(request));
    },
    async reopen(resource, ownerKey) {
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
