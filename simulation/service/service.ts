/**
 * The notarization service as its document describes it, in memory, in the reading that the fault profile chose. It decides
 * about complete requests only; whatever goes wrong on the way to it and back is the network's.
 */
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { isoFromMs } from '../../src-shared/model/text/time.ts';
import type { Chance } from '../chance.ts';
import type { ServiceReading } from '../fault-profile.ts';
import { bareReply, jsonReply, type Call, type Reply } from './call.ts';
import { readForm } from './form-reader.ts';
import { chargeKey, makeLedger, ME, type Destination, type StoredFile } from './ledger.ts';
import { makeTokens } from './tokens.ts';

export type Service = ReturnType<typeof makeService>;

export type Target =
  | { readonly kind: 'upload'; readonly place: Destination }
  | { readonly kind: 'verify' };

export interface ServiceParts {
  readonly reading: ServiceReading;
  readonly chance: Chance;
  /** By the service's own clock. */
  readonly nowMs: () => number;
  readonly balance: number;
  /** Of a token issued now. */
  readonly tokenLifeMs: () => number;
  /** Before a page of a list is answered, with the account's own records in it, about which it may lie. */
  readonly onList: (ours: readonly { readonly id: string; status: string }[]) => void;
  /** The job whose form came without its key; null: nobody knows. */
  readonly jobSentAs: (call: Call) => string | null;
  /** Before a paid upload is carried out. */
  readonly onRecord: (recording: Recording) => void;
}

export interface Recording {
  readonly key: string;
  readonly jobId: string | null;
  readonly content: Buffer;
  readonly name: string;
  readonly credits: number;
}

/** Where forms go, and where what came of them is listed. */
export const UPLOAD = /^\/projects\/([^/]+)\/files$|^\/private-files\/project\/([^/]+)$/;
const OF_FILE =
  /^\/(?:projects|private-files\/project)\/[^/]+\/files\/([^/]+)\/(ipfs|download\/certificate)$/;

export function makeService(parts: ServiceParts) {
  const { reading, nowMs } = parts;
  const ledger = makeLedger({ ...parts, chance: parts.chance.branch('ledger') });
  const tokens = makeTokens(nowMs, parts.tokenLifeMs);

  /** Null when the caller may go on. */
  function turnAway({ headers }: Call): Reply | null {
    const token = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
    return tokens.isAlive(token) ? null : refusal(401, 'Please sign in again');
  }

  function refusal(status: number, message: string): Reply {
    const coded = { success: false, error: { code: `E${status}`, message, details: '' } };
    const usual = { error: { statusCode: status, message } };
    return jsonReply(status, reading.errorEnvelope === 'coded' ? coded : usual);
  }

  /** Where a form goes; a fault when the path takes none. */
  function targetOf(call: Call): Result<Target, Reply> {
    const { pathname } = call.url;
    if (pathname === '/projects/files/verify') return ok({ kind: 'verify' });
    const match = UPLOAD.exec(pathname);
    if (match === null) return fail(refusal(404, 'No such endpoint'));
    return ok({ kind: 'upload', place: placeOf(match) });
  }

  /** Carries out a form that has come completely. */
  function takeForm(target: Target, body: Buffer, call: Call): Reply {
    const form = readForm(body, call.headers['content-type'] ?? '');
    if (form === null) return refusal(400, 'The form is not complete');
    if (target.kind === 'verify') return verify(form.content);
    const fields = ['type', 'label', 'uploaded'].filter((name) => !(name in form.fields));
    if (fields.length > 0) return refusal(400, `Missing ${fields.join(', ')}`);
    const jobId = call.headers['idempotency-key'] ?? parts.jobSentAs(call);
    const { content, fileName: name } = form;
    const stored = ledger.record(form, target.place, ME, jobId);
    const { credits } = stored;
    parts.onRecord({ key: chargeKey(stored.blake3, target.place), jobId, content, name, credits });
    return jsonReply(201, { message: 'File uploaded', fileId: stored.fileId });
  }

  function verify(content: Buffer): Reply {
    const known = ledger.withSameContent(content, reading.verify === 'hides-others' ? ME : null);
    return jsonReply(200, {
      exists: known !== null,
      fileName: known?.name ?? '',
      project: known?.projectId ?? '',
    });
  }

  /** Requests without a form. */
  function answer(call: Call, body: string): Reply {
    const { pathname } = call.url;
    if (call.method === 'POST' && pathname === '/login') {
      const { email } = JSON.parse(body) as { email: string };
      return jsonReply(200, { token: tokens.issue(email) });
    }
    const away = turnAway(call);
    if (away !== null) return away;
    if (/^\/users\/[^/]+\/credit-balance$/.test(pathname)) {
      return jsonReply(200, { creditBalance: ledger.balance() });
    }
    if (/^\/users\/[^/]+\/transactions\//.test(pathname)) return transactions();
    const list = UPLOAD.exec(pathname);
    if (call.method === 'GET' && list !== null) return page(placeOf(list), call.url);
    const ofFile = OF_FILE.exec(pathname);
    if (ofFile !== null) return aboutFile(ofFile[1] ?? '', ofFile[2] ?? '', call.url);
    return refusal(404, 'No such endpoint');
  }

  function transactions(): Reply {
    if (reading.history === 'refused') return refusal(403, 'No history for you');
    const txs = ledger.charges.map(({ fileId, credits, atMs }) => {
      return {
        id: `tx-${fileId}`,
        createdAt: isoFromMs(atMs),
        amount: -credits,
        type: 'FILE_UPLOAD',
      };
    });
    return jsonReply(200, { txs });
  }

  function page(place: Destination, url: URL): Reply {
    const all = ledger.listed(place).map(shown);
    if (reading.order === 'newest-first') all.reverse();
    const isHonoured = reading.paging === 'honoured';
    const start = isHonoured ? Number(url.searchParams.get('start') ?? 0) : 0;
    const asked = Number(url.searchParams.get('limit') ?? reading.pageRecords);
    const limit = Math.min(asked, reading.pageRecords);
    const records = all.slice(start, start + limit);
    parts.onList(records.filter(({ ownerId }) => ownerId === ME));
    return jsonReply(200, { records, start, limit, totalRecords: all.length });
  }

  function shown(file: StoredFile) {
    const { fileId: id, name, ownerId, label, type, uploadedIso: uploaded } = file;
    const owner = { ownerId, ownerName: ownerId, ownerLastName: '' };
    const cited = { linkToProcedure: null, procedureDescription: null, primaryData: null };
    const rest = { fileFormat: 'application/octet-stream', downloadStatistic: 0 };
    return {
      id,
      name,
      ...owner,
      label,
      type,
      ...cited,
      ...rest,
      uploaded,
      status: ledger.statusOf(file),
    };
  }

  function aboutFile(fileId: string, what: string, url: URL): Reply {
    const file = ledger.files.find((one) => one.fileId === fileId);
    if (file === undefined) return refusal(404, 'No such file');
    if (what === 'ipfs')
      return jsonReply(200, { FileHash: file.fileHash, JsonCid: `cid-${fileId}` });
    // The history of what was deleted stays.
    if (!['Available', 'Deleted'].includes(ledger.statusOf(file)))
      return refusal(404, 'Not recorded yet');
    if (url.searchParams.get('raw') === 'true') {
      return jsonReply(200, { fileId, blake3: file.blake3, project: file.projectId });
    }
    const flaw = certificateFlaw(fileId, reading);
    if (flaw === 'error') return refusal(500, 'The certificate cannot be made');
    const pdf = `%PDF-1.7\n% certificate of ${fileId}\n%%EOF\n`;
    const [before, after] = reading.certificates === 'wrapped' ? ['\uFEFF\r\n', '\0<!-- -->'] : [];
    const body = Buffer.from(
      flaw === 'cut' ? pdf.slice(0, 20) : `${before ?? ''}${pdf}${after ?? ''}`,
    );
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body };
  }

  return {
    ledger,
    tokens,
    turnAway,
    refusal,
    targetOf,
    takeForm,
    answer,
    notFound: bareReply(404),
  };
}

/** What is wrong with the certificate of a file, for ever; null: nothing. */
export function certificateFlaw(
  fileId: string,
  { certificates }: Pick<ServiceReading, 'certificates'>,
): 'error' | 'cut' | null {
  if (certificates !== 'some-broken') return null;
  return ([null, 'error', null, 'cut'] as const)[fileId.charCodeAt(fileId.length - 1) % 4] ?? null;
}

function placeOf([, publicId, privateId]: RegExpExecArray): Destination {
  if (publicId !== undefined) return { projectId: publicId, visibility: 'public' };
  return { projectId: privateId ?? '', visibility: 'private' };
}
