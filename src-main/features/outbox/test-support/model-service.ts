/**
 * A service with a few records in memory and an exact ledger: what it holds, what it charged, and in which order it
 * carried out changes. Two clients use it over connections that lose requests and answers. It answers as the documented
 * service does, so tests against it test only the outbox.
 */
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { refusalOf, type ServiceFault } from '../../../../src-shared/model/status/service-fault.ts';
import type {
  NewProject,
  Project,
  ProjectChange,
} from '../../../../src-shared/service/projects.ts';
import type { ServiceClient } from '../../../service/service-client.ts';

interface Row {
  readonly id: string;
  fields: Omit<Project, 'members' | 'id'>;
  readonly members: Map<string, 'Active' | 'On-hold'>;
}

/** One change that the service carried out. */
export interface Carried {
  readonly by: string;
  readonly what: string;
  readonly projectId: string;
  readonly cost: number;
  /** Of an edit: what reads showed of the project then; lists may lag. */
  readonly before: Readonly<Record<string, unknown>>;
}

/** One entry of the credit history, under types of the service's own. */
interface Entry {
  readonly id: string;
  readonly createdAt: string;
  readonly amount: number;
  readonly type: string;
}

export const DENIALS = [400, 401, 403, 429] as const;

/**
 * The fate of the next request: it passes, never arrives, is denied before it is carried out or although it was, or
 * arrives and its answer is lost or late.
 */
export type Luck =
  | 'pass'
  | 'no-connection'
  | 'lost-before'
  | 'lost-after'
  | 'never-answered'
  | DenyingLuck;
type DenyingLuck = `${'refuse' | 'carry-out-but'}-${(typeof DENIALS)[number]}`;

function isDenying(luck: Luck): luck is DenyingLuck {
  return /\d$/.test(luck);
}

function faultOfDenial(status: number): ServiceFault {
  if (status === 401) return { kind: 'not-signed-in', serviceSays: null };
  return status === 429 ? { kind: 'throttled', retryAfterMs: null } : refusalOf(status, 'no');
}

export type ModelService = ReturnType<typeof makeModelService>;

const NO_CONNECTION: ServiceFault = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
};
const LOST: ServiceFault = { kind: 'unknown-outcome', why: 'broken-connection' };
const BROKEN: ServiceFault = {
  kind: 'unavailable',
  why: 'broken-connection',
  status: null,
  retryAfterMs: null,
};
const SERVER_ERROR = { why: 'server-error', status: 500, retryAfterMs: null } as const;
const NOT_FOUND: ServiceFault = { kind: 'not-found', serviceSays: null };

/** `people`: who has an account, by id; their addresses are `id@lab.test`. */
export function makeModelService(people: readonly string[]) {
  const projects = new Map<string, Row>();
  const carried: Carried[] = [];
  const balances = new Map<string, number>();
  const deletedFiles = new Set<string>();
  const brokenProjects = new Set<string>();
  let isListCut = false;
  /** What reads show while the lists lag behind. */
  let shown: { readonly projects: Map<string, Row>; readonly deletedFiles: Set<string> } | null =
    null;
  let isBalanceHidden = false;
  let made = 0;
  /** The credit history of each user; null: the service does not show it. */
  let history: {
    readonly nowMs: () => number;
    readonly entries: (Entry & { by: string })[];
  } | null = null;

  function note(by: string, amount: number, type: string): void {
    balances.set(by, (balances.get(by) ?? 0) + amount);
    if (history === null || amount === 0) return;
    const { entries } = history;
    const createdAt = new Date(history.nowMs()).toISOString();
    entries.push({ by, id: `tx-${entries.length}`, createdAt, amount, type });
  }

  function carry(
    by: string,
    what: string,
    projectId: string,
    cost: number,
    before: Carried['before'] = {},
  ): void {
    carried.push({ by, what, projectId, cost, before });
    note(by, -cost, what.split(' ', 1)[0] ?? '');
  }

  function create(by: string, draft: NewProject): void {
    made += 1;
    const id = `project-${made}`;
    const { members, leader, maxNumberOfMembers, organisationScope, leaderScope, ...fields } =
      draft;
    const scopes = {
      organisationScope: organisationScope === 'Public' ? 0 : 1,
      leaderScope: leaderScope === 'Full Access' ? 0 : 1,
    };
    const lead = { leaderId: by, leaderFirstName: leader, leaderLastName: '' };
    const rest = { ...fields, ...scopes, ...lead, maxNumberOfMembers: Number(maxNumberOfMembers) };
    projects.set(id, {
      id,
      fields: rest,
      members: new Map(members.map((one) => [one, 'On-hold'])),
    });
    carry(by, `create ${draft.name}`, id, 50 + 10 * members.length);
  }

  function answerOf({ id, fields, members }: Row): Project {
    const records = [...members].map(([userId, status]) => ({
      id: userId,
      name: userId,
      lastName: '',
      email: `${userId}@lab.test`,
      status,
    }));
    return {
      id,
      ...fields,
      members: { records, start: 0, limit: 50, totalRecords: records.length },
    };
  }

  /** Carries out one call, as the service would. */
  function handle(
    by: string,
    name: string,
    input: Record<string, unknown>,
  ): Result<unknown, ServiceFault> {
    const path = (input['path'] ?? {}) as Record<string, string>;
    const isChange = CHANGES.has(name);
    const seen = isChange ? { projects, deletedFiles } : (shown ?? { projects, deletedFiles });
    const row = seen.projects.get(path['projectId'] ?? '');
    const member = path['userId'] ?? '';
    switch (name) {
      case 'listProjects':
        return ok(page([...seen.projects.values()].map(answerOf), isListCut));
      case 'getProject':
        return row === undefined ? fail(NOT_FOUND) : ok(answerOf(row));
      case 'listMembersOnHold':
        if (row === undefined) return fail(NOT_FOUND);
        return ok(page(answerOf(row).members.records.filter(({ status }) => status === 'On-hold')));
      case 'getCreditBalance':
        if (isBalanceHidden) return fail({ kind: 'forbidden', serviceSays: null });
        return ok({ creditBalance: balances.get(by) ?? 0 });
      case 'canCreateProject':
      case 'canInviteMember':
        return ok({ info: { statusCode: 200, responseMessage: 'yes' } });
      case 'getUserByEmail': {
        const found = people.find((one) => `${one}@lab.test` === path['email']);
        if (found === undefined) return fail(NOT_FOUND);
        return ok({
          id: found,
          name: found,
          lastName: '',
          email: path['email'],
          organisation: '',
          location: '',
        });
      }
      case 'getPublicFile':
        return ok({
          status: seen.deletedFiles.has(path['fileId'] ?? '') ? 'Deleted' : 'Available',
        });
      case 'deletePublicFile':
        deletedFiles.add(path['fileId'] ?? '');
        carry(by, `delete ${path['fileId']}`, path['projectId'] ?? '', 1);
        return ok({ message: 'deleted' });
      case 'createProject':
        create(by, input['body'] as NewProject);
        return ok({ responseMessage: 'created' });
      case 'updateProject': {
        if (row === undefined) return fail(NOT_FOUND);
        const change = input['body'] as ProjectChange; // no scenario changes a scope
        const before = (shown?.projects.get(row.id) ?? row).fields as Record<string, unknown>;
        row.fields = { ...row.fields, ...change } as Row['fields'];
        carry(by, `edit ${JSON.stringify(change)}`, row.id, 0, before);
        return ok({ responseMessage: 'changed' });
      }
      case 'inviteMember':
        if (row === undefined) return fail(NOT_FOUND);
        if (row.members.has(member)) return refused('is in it already');
        if (row.members.size >= (row.fields.maxNumberOfMembers ?? 0)) return refused('it is full');
        row.members.set(member, 'On-hold');
        carry(by, `invite ${member}`, row.id, 10);
        return ok({ responseMessage: 'invited' });
      case 'removeMember':
        if (row === undefined || !row.members.delete(member)) return fail(NOT_FOUND);
        carry(by, `remove ${member}`, row.id, 0);
        return ok({ responseMessage: 'removed' });
      case 'activateMember':
        if (row?.members.get(member) !== 'On-hold') return fail(NOT_FOUND);
        row.members.set(member, 'Active');
        carry(by, `activate ${member}`, row.id, 0);
        return ok({ responseMessage: 'activated' });
      default:
        throw new Error(`the model does not know ${name}`);
    }
  }

  function isAboutBroken(input: Record<string, unknown>): boolean {
    const { projectId = '' } = (input['path'] ?? {}) as Record<string, string>;
    return brokenProjects.has(projectId);
  }

  return {
    carried,
    /** Exactly what the service holds. */
    project: (id: string): Project | null => {
      const row = projects.get(id);
      return row === undefined ? null : answerOf(row);
    },
    projects: (): readonly Project[] => [...projects.values()].map(answerOf),
    /** From now on what is charged or added is in a history that can be read. */
    showHistory: (nowMs: () => number): void => void (history = { nowMs, entries: [] }),
    /** Somebody adds credits. */
    topUp: (who: string, credits: number): void => note(who, credits, 'Credit addition'),
    give: (who: string, credits: number): void => void balances.set(who, credits),
    /** A user's own request over a perfect connection: another program of theirs, or a third person. */
    directly: (by: string, name: string, input: Record<string, unknown>) => handle(by, name, input),
    /** From now on the list of projects reports more projects than it shows. */
    cutList: (): void => void (isListCut = true),
    hideBalance: (): void => void (isBalanceHidden = true),
    /** From now on, or no longer, reads show what was there before; the balance is never late. */
    setLagging(isLagging: boolean): void {
      shown = isLagging ? structuredClone({ projects, deletedFiles }) : null;
    },
    /** From now on, or no longer, requests about this project fail inside the service. */
    setBroken(projectId: string, isBroken: boolean): void {
      if (isBroken) brokenProjects.add(projectId);
      else brokenProjects.delete(projectId);
    },

    /** A client's connection to the service. `luck` is called for every request. */
    client(by: string, luck: (isChange: boolean) => Luck): ServiceClient {
      const call = async (name: string, input: Record<string, unknown>, signal: AbortSignal) => {
        signal.throwIfAborted();
        if (name === 'downloadTransactions') {
          const txs = history?.entries.filter((entry) => entry.by === by);
          return txs === undefined ? fail({ kind: 'forbidden', serviceSays: null }) : ok({ txs });
        }
        const isChange = CHANGES.has(name);
        const fate = luck(isChange);
        if (fate !== 'no-connection' && isAboutBroken(input)) {
          return fail(isChange ? LOST : { kind: 'unavailable', ...SERVER_ERROR });
        }
        if (isDenying(fate)) {
          if (fate.startsWith('carry-out')) handle(by, name, input);
          const status = Number(fate.slice(-3));
          const fault = faultOfDenial(status);
          if (!PAID.has(name)) return fail(fault);
          return fail({ kind: 'unknown-outcome', why: 'denied', denial: { status, fault } });
        }
        switch (fate) {
          case 'no-connection':
            return fail(NO_CONNECTION);
          case 'never-answered':
            handle(by, name, input);
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
            throw signal.reason;
          case 'lost-before':
            return fail(isChange ? LOST : BROKEN);
          case 'lost-after':
            handle(by, name, input);
            return fail(isChange ? LOST : BROKEN);
          case 'pass':
            return handle(by, name, input);
          default:
            throw new Error('no such luck');
        }
      };
      return {
        clock: { monotonicMs: () => 0 }, // its lists are short
        call,
        sendSmallFile: () => Promise.reject(new Error('the model takes no files')),
        certificate: () => Promise.reject(new Error('the model has no certificates')),
      } as unknown as ServiceClient;
    },
  };
}

const PAID: ReadonlySet<string> = new Set(['createProject', 'inviteMember', 'deletePublicFile']);
const CHANGES: ReadonlySet<string> = new Set([
  ...PAID,
  'updateProject',
  'removeMember',
  'activateMember',
]);

function page<Item>(records: readonly Item[], isCut = false) {
  const totalRecords = records.length + (isCut ? 1 : 0);
  return { records: [...records], start: 0, limit: 50, totalRecords };
}

function refused(serviceSays: string): Result<never, ServiceFault> {
  return fail({ kind: 'refused', status: 400, serviceSays });
}
