/** Reads the state of the bundled service and controls it over HTTP, as any other program on this computer could. */
import type { LoggedRequest } from '../../src-mock/control/request-log.ts';
import type { Readings } from '../../src-mock/control/readings.ts';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import type { Ledger } from '../../src-mock/mock-service.ts';
import type { Mail } from '../../src-mock/store/mail-table.ts';
import { administrator, researcher, type Person } from './people.ts';

/** A file the service took in, and what it charged for it. */
export interface TakenIn {
  readonly fileId: string;
  /** SHA-256 of the bytes that arrived, in hex. */
  readonly sha256: string;
  readonly projectId: string;
  readonly visibility: string;
  readonly charged: number;
}

export interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly type: string;
  readonly label: string;
  readonly primaryData: string | null;
  readonly linkToProcedure: string | null;
  readonly procedureDescription: string | null;
}

export type MockControl = Awaited<ReturnType<typeof makeMockControl>>;

const LARGEST_PAGE = 200;

export async function makeMockControl(url: string) {
  const tokens = new Map<string, Promise<string>>();

  async function ask<Answer>(method: string, path: string, body?: object, token?: string) {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  }

  function tokenOf({ email, password }: Person): Promise<string> {
    const known =
      tokens.get(email) ??
      ask<{ token: string }>('POST', '/login', { email, password }).then(({ token }) => token);
    tokens.set(email, known);
    return known;
  }

  const ledger = () => ask<Ledger>('GET', '/__mock/ledger');
  const before = (await ledger()).records.length; // the demo's own history
  const requests = async (): Promise<readonly LoggedRequest[]> =>
    (await ask<{ requests: LoggedRequest[] }>('GET', '/__mock/requests')).requests;
  /** A GET of the documented interface as this person. */
  const get = async <Answer>(person: Person, path: string) =>
    ask<Answer>('GET', path, undefined, await tokenOf(person));

  const idOf = async ({ email }: Person) =>
    (await get<{ id: string }>(administrator, `/users/email/${email}`)).id;
  /** A POST of the documented interface as this person. */
  const post = async (person: Person, path: string, body: object) =>
    ask('POST', path, body, await tokenOf(person));

  return {
    url,
    requests,
    get,
    post,

    /** What the administrator does to the credits of the researcher. */
    async adjustCredits(operationType: 'add' | 'subtract', amount: number) {
      const path = `/users/${await idOf(administrator)}/credit-balance/${await idOf(researcher)}`;
      await post(administrator, path, { operationType, amount });
    },

    /** What was taken in since `makeMockControl`, oldest first. */
    async takenIn(): Promise<readonly TakenIn[]> {
      const { records, transactions } = await ledger();
      return records
        .slice(before)
        .filter(({ operation }) => operation === 'FILE_UPLOAD')
        .map(({ subjectId, content }) => ({
          fileId: subjectId,
          sha256: String(content['fileHash']),
          projectId: String(content['projectId']),
          visibility: String(content['visibility']),
          charged: -transactions
            .filter((transaction) => transaction.subjectId === subjectId)
            .reduce((sum, { amount }) => sum + amount, 0),
        }));
    },

    forgetRequests: () => ask('DELETE', '/__mock/requests'),
    fault: async (rule: FaultRule) =>
      (await ask<{ id: string }>('POST', '/__mock/faults', rule)).id,
    clearFaults: () => ask('DELETE', '/__mock/faults'),
    /** How often a fault has fired. */
    hits: async (id: string) =>
      (await ask<{ hits: Record<string, number> }>('GET', '/__mock/faults')).hits[id] ?? 0,
    read: (change: Partial<Readings>) => ask('PATCH', '/__mock/readings', change),

    /** The newest link in a mail to this address. */
    async mailedLink(to: string) {
      const { mails } = await ask<{ mails: Mail[] }>('GET', '/__mock/mails');
      const link = mails.find((mail) => mail.to === to)?.links[0]?.url;
      if (link === undefined) throw new Error(`no mail with a link to ${to}`);
      return link;
    },

    /** Files of a project as this person sees them. */
    async files(
      person: Person,
      projectId: string,
      visibility: 'public' | 'private',
    ): Promise<readonly ListedFile[]> {
      const path =
        visibility === 'public'
          ? `/projects/${projectId}/files`
          : `/private-files/project/${projectId}`;
      const page = `${path}?start=0&limit=${LARGEST_PAGE}`;
      return (await get<{ records: ListedFile[] }>(person, page)).records;
    },
  };
}
