/**
 * What the story does not come to, as rows: a drive that was exchanged, a service that answers strangely, ten minutes of
 * every doubt, changes of every kind in every state. Lists of words are gone through, so that a new word has its row.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { assertNever } from '../../src-shared/model/result.ts';
import {
  type ChangeState,
  type ChangeBaseline,
  type ChangeIntent,
  type ChangeKind,
  FINDINGS,
  isFree,
  type RefusalCause,
} from '../../src-shared/model/changes/change.ts';
import {
  APPROVAL_KINDS,
  SPEND_LIMITS,
  type SpendLimitName,
} from '../../src-shared/model/money/spend-limits.ts';
import { CHECK_POLICIES } from '../../src-shared/model/files/assignment.ts';
import {
  FILE_STATES,
  HOLD_REASONS,
  mayCarry,
  SHOWING,
  type FileState,
} from '../../src-shared/model/files/file-state.ts';
import {
  CHARGE_EVIDENCE,
  DOUBTS,
  type Received,
  type UploadFinding,
} from '../../src-shared/model/files/file-view.ts';
import { writeWaitNote, type WaitNote } from '../../src-shared/model/files/queue-view.ts';
import { writeHoldNote, type HoldNote } from '../../src-shared/model/money/spend-limits.ts';
import {
  AUDIT_VERDICTS,
  NO_AUDIT_TOTALS,
  type AuditFinding,
} from '../../src-shared/model/proofs/audit.ts';
import { WATCH_MODES } from '../../src-shared/model/folders/folder-rules.ts';
import { DAY_MS, isoFromMs, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import { schemaQuestions } from '../../src-main/test-support/kept-data/holdings.ts';
import { makeChangeRepository } from '../../src-main/db/changes/change-repository.ts';
import { makeComparedPlaceRepository } from '../../src-main/db/uploads/compared-place-repository.ts';
import { END_MS, type Places, type Told } from './tell-story.ts';

/** Into the databases of the story, once it is over. */
export function addRows({ lab, service }: Places, { accounts, server }: Told): void {
  for (const [index, { folder }] of accounts.entries()) {
    using db = open(folder);
    addSettings(db, index);
    if (index === accounts.length - 2) addSuspicions(db);
    if (index < accounts.length - 1) continue;
    db.transaction(() => {
      addFolders(db, lab);
      addFiles(db, server);
      addMoney(db);
      addMove(db);
      addChanges(db);
      addProofs(db, lab);
      addRest(db);
      // The state of its files alone holds them back.
      db.exec("UPDATE folder SET approve_each = path LIKE '%New only' WHERE kind = 'watched'");
    })();
  }
  // What waited for the chain when Labseal ended is on it by now.
  using chain = open(service, 'service.sqlite');
  chain.exec('UPDATE chain_record SET available_at_ms = recorded_at_ms');
}

/** What an account has one of: each has another value. */
function addSettings(db: Database.Database, index: number): void {
  const exclude = index === 0 ? [] : ['*.bak', 'cache/'];
  db.prepare(
    `INSERT INTO folder_default (id, settle_seconds, exclude, watch_mode, poll_seconds) VALUES (1, ?, ?, ?, ?)`,
  ).run(
    index % 2 === 0 ? null : 20,
    JSON.stringify(exclude),
    WATCH_MODES[index % WATCH_MODES.length],
    30 + index,
  );
}

/** It may have paid for what it does not know. */
function addSuspicions(db: Database.Database): void {
  const places = makeComparedPlaceRepository(db);
  places.suspectCharge({ credits: 2, sinceMs: END_MS - DAY_MS, atMs: END_MS - MINUTE_MS });
  places.noteUntold(END_MS - DAY_MS);
  const insert = db.prepare('INSERT INTO compared_place VALUES (?, ?, ?)');
  insert.run('compared', 'private', 0);
  insert.run('doubtful', 'public', 1);
  db.exec("INSERT INTO compared_content VALUES ('compared', 'private', 'of none', x'02')");
  const unshown = { credits: 3, sinceMs: END_MS - MINUTE_MS };
  db.prepare("INSERT INTO meta VALUES ('unshown_credits', ?)").run(JSON.stringify(unshown));
  db.exec("INSERT INTO meta VALUES ('history_incomplete', 'older')");
  for (const name of SPEND_LIMITS) db.prepare('INSERT INTO spend_limit VALUES (?, NULL)').run(name);
  db.exec(
    "UPDATE balance_reading SET upload_attempts = NULL, change_attempts = NULL WHERE kind = 'quiet'",
  );
}

function open(folder: string, name = 'labseal.db'): Database.Database & Disposable {
  const db = new Database(path.join(folder, name));
  db.pragma('foreign_keys = ON');
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}

/** Watch modes, each time of the duplicate check, and each trouble. */
function addFolders(db: Database.Database, lab: string): void {
  const folders = db
    .prepare<[], { id: number; assignmentId: number }>(
      "SELECT id, assignment_id AS assignmentId FROM folder WHERE kind = 'watched' ORDER BY id",
    )
    .all();
  for (const [index, { id, assignmentId }] of folders.entries()) {
    db.prepare('UPDATE folder SET watch_mode = ?, poll_seconds = ? WHERE id = ?').run(
      WATCH_MODES[index % WATCH_MODES.length],
      15 + index,
      id,
    );
    db.prepare('UPDATE assignment SET check_policy = ? WHERE id = ?').run(
      CHECK_POLICIES[index % CHECK_POLICIES.length],
      assignmentId,
    );
  }
  db.exec('UPDATE folder SET is_watch_limited = 1 WHERE id = 2');
  const copyAssignment = db.prepare(
    `INSERT INTO assignment (project_id, visibility, file_type, labels, check_policy)
     SELECT project_id, visibility, file_type, labels, ? FROM assignment WHERE id = 1`,
  );
  const addFolder = db.prepare(
    `INSERT INTO folder (kind, path, assignment_id, exclude, settle_seconds, budget_credits, watch_mode, trouble,
       added_at_ms) VALUES ('watched', ?, ?, '["*.tmp"]', 60, ?, ?, ?, ?)`,
  );
  const troubles = schemaQuestions(db).filter(isTrouble);
  for (const [index, { value: trouble }] of troubles.entries()) {
    const policy = CHECK_POLICIES[(index + 2) % CHECK_POLICIES.length];
    const id = addFolder.run(
      `${lab}/Away ${index}`,
      copyAssignment.run(policy).lastInsertRowid,
      index === 0 ? 0 : 100 * index,
      WATCH_MODES[index % WATCH_MODES.length],
      trouble,
      END_MS - DAY_MS,
    ).lastInsertRowid;
    const drive = db.prepare('INSERT INTO folder_drive VALUES (?, ?, ?, ?, ?, ?)');
    drive.run(id, '', '1', 'volume-1', null, null);
    drive.run(id, 'usb', '2', null, index % 2 === 0 ? 'gone' : 'other', '2:5:1700000000000000000');
  }
}

function isTrouble({ where, value }: { where: string; value: string }): boolean {
  return where === 'folder.trouble' && !value.startsWith('(');
}

interface FileFacts {
  readonly id: number;
  readonly folderId: number;
  readonly contentId: number;
  readonly name: string;
}

/** Each state and hold with each note, and the uploads behind them. */
function addFiles(db: Database.Database, server: string): void {
  const rows = db
    .prepare<[], FileFacts>(
      `SELECT id, folder_id AS folderId, content_id AS contentId, name FROM file
       WHERE state = 'held' AND hold = 'review' ORDER BY name`,
    )
    .all();
  const next = (): FileFacts => {
    const row = rows.shift();
    if (row === undefined) throw new Error('the folder of assorted files is too small');
    return row;
  };
  const update = db.prepare(
    'UPDATE file SET state = @state, hold = @hold, message = @message, due_at_ms = @dueAtMs WHERE id = @id',
  );
  const become = (state: FileState, hold: string | null = null, message: string | null = null) => {
    const row = next();
    update.run({ id: row.id, state, hold, message, dueAtMs: null });
    return row;
  };

  const reached = new Set(
    db.prepare<[], FileState>('SELECT DISTINCT state FROM file').pluck().all(),
  );
  for (const state of FILE_STATES) {
    if (reached.has(state) || SHOWING.includes(state)) continue;
    const { id } = become(state, null, state === 'unreadable' ? 'EACCES' : null);
    const isBefore = ['discovered', 'settling', 'hashing'].includes(state);
    if (isBefore) {
      db.prepare(
        'UPDATE file SET content_id = NULL, fingerprinted_at_ms = NULL, due_at_ms = ? WHERE id = ?',
      ).run(END_MS, id);
    }
  }
  for (const hold of HOLD_REASONS) if (mayCarry('held', hold)) become('held', hold);
  for (const note of Object.values(WAITS)) {
    become('held', note.waits === 'stopped' ? 'review' : 'server', writeWaitNote(note));
  }
  for (const note of WHYS) {
    const hold = note.why === 'budget' ? 'budget' : note.why.replaceAll('-', '_');
    const isHold = HOLD_REASONS.some((each) => each === hold);
    become('held', isHold ? hold : 'review', writeHoldNote(note));
  }
  db.prepare('UPDATE file SET approved_content_id = content_id WHERE id = ?').run(next().id);

  addUploads(db, server, become);

  // What a person decided about the queue.
  const choice = db.prepare('INSERT INTO queue_choice VALUES (?, ?, ?)');
  for (const place of [-1, -2]) choice.run(become('ready').id, place, null);
  const stopped = become('held', 'review', writeWaitNote({ waits: 'stopped' }));
  choice.run(stopped.id, null, stopped.contentId);

  // Approvals of a content that has its record, so that none of them pays for it again.
  const proven = db
    .prepare<[], FileFacts>(
      "SELECT id, content_id AS contentId FROM file WHERE state = 'notarized' ORDER BY id",
    )
    .get();
  for (const what of APPROVAL_KINDS) {
    db.prepare(
      'INSERT INTO approval (file_id, what, content_id, given_at_ms, passes) VALUES (?, ?, ?, ?, ?)',
    ).run(
      proven?.id,
      what,
      proven?.contentId,
      END_MS,
      what === 'budget' ? '{"reserve":420}' : null,
    );
  }
  const agreed = next();
  db.prepare(
    `INSERT INTO agreed_file SELECT directory_id, name, folder_id, identity, 1 FROM file WHERE id = ?`,
  ).run(agreed.id);
  const answered = db.prepare(
    `UPDATE content SET platform_exists = ?, platform_name = ?, platform_project = ?, platform_asked_at_ms = ?
     WHERE id = ?`,
  );
  answered.run(
    1,
    'elsewhere.csv',
    'Somebody else’s',
    END_MS - DAY_MS,
    become('duplicate').contentId,
  );
  answered.run(0, '', '', END_MS - DAY_MS, next().contentId);
  db.prepare('UPDATE content SET platform_says = ?, platform_asked_at_ms = ? WHERE id = ?').run(
    'Not for this role.',
    END_MS - DAY_MS,
    next().contentId,
  );
  db.prepare('UPDATE content SET is_doubted = 1 WHERE id = ?').run(next().contentId);
}

type Waits = WaitNote['waits'];
const WAITS: { readonly [Kind in Waits]: Extract<WaitNote, { waits: Kind }> } = {
  stopped: { waits: 'stopped' },
  until: { waits: 'until', atMs: END_MS - MINUTE_MS },
  'session-too-short': { waits: 'session-too-short', takesMs: DAY_MS },
  'no-progress': { waits: 'no-progress', tries: 8 },
  'record-unseen': { waits: 'record-unseen', status: 403, says: 'No' },
  'unknown-status': { waits: 'unknown-status', status: 'Archived' },
  'list-refused': { waits: 'list-refused', status: 403, says: null },
  'not-carried-out': { waits: 'not-carried-out', status: 501 },
  'project-refused': { waits: 'project-refused', says: 'You are no member' },
  'sent-again': { waits: 'sent-again' },
};

const WHYS: readonly HoldNote[] = [
  { why: 'budget', budget: 'month', limit: 20, left: 0 },
  { why: 'approve-each' },
  { why: 'id-in-use', fileId: 'of another', fileName: 'other.csv' },
  { why: 'record-deleted', atMs: END_MS - DAY_MS },
];

const FINDINGS_OF_UPLOADS: readonly UploadFinding[] = [
  { kind: 'looking' },
  { kind: 'looking', isCharged: true },
  { kind: 'several', fileIds: ['one', 'other'] },
  { kind: 'unlisted' },
  ...CHARGE_EVIDENCE.map((charge) => ({ kind: 'absent', charge }) as const),
  ...DOUBTS.map((why) => ({ kind: 'cannot-tell', why }) as const),
];

const RECEIVED: readonly Received[] = [
  { kind: 'nothing', why: 'timed-out' },
  { kind: 'answer', status: 502, content: 'html' },
  {
    kind: 'answer',
    status: 403,
    content: 'json',
    denial: { status: 403, serviceSays: 'You are no member', isPage: false },
  },
  { kind: 'confirmation', fileId: 'in no list' },
  { kind: 'confirmation', fileId: 'of another', isOfAnother: true },
];

type Become = (state: FileState, hold?: string | null, message?: string | null) => FileFacts;

function addUploads(db: Database.Database, server: string, become: Become): void {
  const model = db
    .prepare<[], { form: string; project: string }>(
      "SELECT form, project_id AS project FROM upload_job WHERE visibility = 'private' LIMIT 1",
    )
    .get();
  if (model === undefined) throw new Error('nothing was uploaded');
  let jobs = 0;
  const add = (row: FileFacts, columns: Readonly<Record<string, string | number | null>> = {}) => {
    jobs += 1;
    const id = `job-${jobs}`;
    const atMs = END_MS - 2 * DAY_MS + jobs;
    const values = {
      id,
      file_id: row.id,
      folder_id: row.folderId,
      content_id: row.contentId,
      project_id: model.project,
      visibility: 'private',
      name: row.name,
      uploaded_iso: isoFromMs(atMs),
      form: model.form,
      estimated_credits: 1,
      balance_before: 440,
      outcome: 'open',
      created_at_ms: atMs,
      ...columns,
    };
    const names = Object.keys(values);
    db.prepare(
      `INSERT INTO upload_job (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    ).run(values);
    return id;
  };
  const attempt = db.prepare(
    `INSERT INTO upload_attempt (id, job_id, state, tail_released, began_at_ms, ended_at_ms, resource, confirmed_bytes,
       connected_at_ms, released_at_ms, disconnected_at_ms)
     VALUES (@id, @jobId, @state, @isReleased, ${END_MS - DAY_MS}, @endedAtMs, @resource, 5, @connectedAtMs, @releasedAtMs, NULL)`,
  );
  const tryOnce = (
    jobId: string,
    { isReleased = 0, isEnded = false, resource = null as string | null, state = 'sending' } = {},
  ) => {
    const atMs = END_MS - DAY_MS;
    attempt.run({
      id: `attempt-of-${jobId}`,
      jobId,
      state: JSON.stringify({ state }),
      isReleased,
      endedAtMs: isEnded ? atMs + 1 : null,
      resource,
      connectedAtMs: isReleased === 1 ? atMs : null,
      releasedAtMs: isReleased === 1 ? atMs : null,
    });
  };

  // On their way when the program ended: not begun, cut, cut with a part at the service, and all sent.
  add(become('ready'), { balance_before: null, baseline_total: null });
  tryOnce(add(become('uploading')));
  tryOnce(add(become('uploading')), { resource: `${server}/uploads/part-1`, state: 'resumed' });
  tryOnce(add(become('uploading')), { isReleased: 1, state: 'tail-released' });

  // Over: refused, dropped, and one whose id another content has.
  tryOnce(add(become('held', 'refusal', 'No'), { outcome: 'refused', ended_at_ms: END_MS }), {
    isEnded: true,
  });
  tryOnce(add(become('ready'), { outcome: 'dropped', ended_at_ms: END_MS, folder_id: null }), {
    isEnded: true,
  });
  tryOnce(
    add(
      become('held', 'id_in_use', writeHoldNote({ why: 'id-in-use', fileId: 'x', fileName: null })),
      {
        outcome: 'recorded',
        ended_at_ms: END_MS,
        reused_file_id: 'x',
      },
    ),
    { isReleased: 1, isEnded: true },
  );
  db.prepare('INSERT INTO abandoned_upload VALUES (?, ?)').run(
    `${server}/uploads/part-2`,
    END_MS - DAY_MS,
  );

  // Unknown, with each finding and each thing that came in place of an answer.
  const unknownSince = END_MS - DAY_MS;
  const doubts = [
    ...FINDINGS_OF_UPLOADS.map((finding) => ({ finding, received: RECEIVED[0] })),
    ...RECEIVED.map((received) => ({ finding: null, received })),
  ];
  for (const { finding, received } of doubts) {
    const hold = finding === null ? null : 'undecided';
    const id = add(become('confirming', hold), {
      outcome: 'unknown',
      unknown_since_ms: unknownSince,
      looked_at_ms: finding === null ? null : unknownSince + 11 * MINUTE_MS,
      finding: finding === null ? null : JSON.stringify(finding),
      received: received === undefined ? null : JSON.stringify(received),
    });
    tryOnce(id, { isReleased: 1, state: 'tail-released' });
  }

  // Given up, by a person and by evidence: the content is to be sent again.
  for (const by of ['person', 'evidence']) {
    const given = {
      outcome: 'unknown',
      unknown_since_ms: unknownSince,
      given_up_at_ms: END_MS,
      given_up_by: by,
    };
    tryOnce(add(become('ready'), given), { isReleased: 1, isEnded: true });
  }
  db.exec(`UPDATE upload_job SET recorded_by = 'file-hash' WHERE id = (
    SELECT id FROM upload_job WHERE outcome = 'recorded' AND recorded_by IS NULL AND record_id IS NOT NULL LIMIT 1)`);
}

function addMoney(db: Database.Database): void {
  const values: Readonly<Record<SpendLimitName, number>> = { reserve: 10, month: 2_000 };
  for (const name of SPEND_LIMITS)
    db.prepare('INSERT INTO spend_limit VALUES (?, ?)').run(name, values[name]);
  db.exec(`UPDATE transfer_rule SET pause = 'after-current', paused_since_ms = ${END_MS - 2 * DAY_MS},
    paused_until_ms = ${END_MS - DAY_MS}, limit_bytes_per_second = 5000000, parallel = 4`);
  db.prepare(
    `INSERT INTO repeated_charge (job_id, record_id, credits, found_at_ms, is_elsewhere)
     SELECT j.id, j.record_id, 1, ${END_MS - DAY_MS}, row_number() OVER (ORDER BY j.id) - 1
     FROM upload_job j WHERE j.record_id IS NOT NULL ORDER BY j.id LIMIT 2`,
  ).run();
}

/** What was notarized last was moved there, and its folder with it. */
function addMove(db: Database.Database): void {
  db.exec(`UPDATE event_log SET note = '{"movedFrom":{"folderPath":"lab/old","name":"gel.csv"}}', credits = NULL,
    what = 'moved', from_place = 'lab/old', to_place = 'lab/new' WHERE id = (SELECT max(id) FROM event_log WHERE what = 'notarized')`);
}

const ME = 'me';
const PROJECT_DATES = {
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: '2027-01-01T00:00:00.000Z',
} as const;

/** One intent of each kind, another one for each number. */
function intentsOf(projectId: string, number: number): Readonly<Record<ChangeKind, ChangeIntent>> {
  const user = { projectId, userId: `user-${number}`, userName: `Person ${number}` };
  return {
    'create-project': {
      kind: 'create-project',
      isAnother: false,
      project: {
        name: `Tides ${number}`,
        area: 'Sea',
        tags: [],
        leader: 'Robin Demo-Researcher',
        organisation: 'Example Institute',
        location: 'Exampletown',
        leaderScope: 'Full Access',
        organisationScope: 'Private',
        maxNumberOfMembers: '4',
        ...PROJECT_DATES,
        members: ['user-1'],
      },
    },
    'edit-project': {
      kind: 'edit-project',
      projectId,
      projectName: 'Microscope calibration (demo)',
      edit: { area: `Imaging ${number}` },
      bases: { area: ['Imaging'] },
    },
    'create-tag': { kind: 'create-tag', name: `tag ${number}` },
    'invite-member': { kind: 'invite-member', ...user },
    'remove-member': { kind: 'remove-member', ...user },
    'activate-member': { kind: 'activate-member', ...user },
    'delete-file': {
      kind: 'delete-file',
      projectId,
      visibility: 'private',
      fileId: `file-${number}`,
      fileName: `file ${number}.csv`,
      userId: ME,
      reason: 'Made by mistake',
    },
    'edit-profile': {
      kind: 'edit-profile',
      userId: ME,
      edit: { location: `Town ${number}` },
      bases: { location: ['Exampletown'] },
    },
    'set-avatar': { kind: 'set-avatar', userId: ME, blob: BLOB, mediaType: 'image/png' },
  };
}
const BLOB = 'a'.repeat(64);

const FAULT = { kind: 'forbidden', serviceSays: 'Only the leader may' } as const;

const CAUSES: readonly RefusalCause[] = [
  { kind: 'service', fault: FAULT },
  { kind: 'credits', needed: 50, balance: 4 },
  { kind: 'exists', projectId: 'project-there' },
  { kind: 'changed-there', fields: [{ field: 'area', base: 'A', mine: 'B', theirs: 'C' }] },
  { kind: 'full', members: 8, most: 8 },
  { kind: 'project-away', fault: FAULT },
  { kind: 'unread', what: 'project', fault: FAULT },
  { kind: 'no-account', email: 'nobody@example.org' },
  { kind: 'reserve', reserve: 10, left: 4 },
];

const atMs = END_MS - DAY_MS;
const LOST = { lostAtMs: atMs, lookedAtMs: null } as const;

function lost(finding: (typeof FINDINGS)[number]): ChangeState {
  return { state: 'unknown', finding, ...LOST };
}

/** All that a change can have come to, without what is on its way. */
const ENDS: readonly ChangeState[] = [
  { state: 'waiting', lastTry: null, earlierLostAtMs: null },
  { state: 'waiting', lastTry: { atMs, fault: FAULT }, earlierLostAtMs: atMs },
  ...FINDINGS.map((finding) => lost(finding)),
  {
    state: 'unknown',
    finding: 'too-early',
    ...LOST,
    denial: { status: 403, fault: FAULT, earlierLostAtMs: null },
  },
  ...(['answer', 'evidence', 'already-there'] as const).map(
    (by) => ({ state: 'delivered', atMs, by, projectId: null }) as const,
  ),
  ...CAUSES.map((cause) => ({ state: 'refused', atMs, cause, earlierLostAtMs: null }) as const),
  {
    state: 'refused',
    atMs,
    cause: CAUSES[0] as RefusalCause,
    putAwayAtMs: atMs,
    earlierLostAtMs: null,
  },
  { state: 'withdrawn', atMs },
];

function addChanges(db: Database.Database): void {
  const changes = makeChangeRepository(db, (ms) => ms);
  const projectId = db
    .prepare<[], string>('SELECT project_id FROM assignment WHERE id = 1')
    .pluck()
    .get();
  if (projectId === undefined) throw new Error('no folder has a project');
  let number = 0;
  /** Tried once, unless it waits or was withdrawn untried. */
  const add = (kind: ChangeKind, end: ChangeState, isTried: boolean) => {
    number += 1;
    const intent = intentsOf(projectId, number)[kind];
    const agreed = number % 3 === 0 ? undefined : { passedReserve: number % 3 === 1 ? 100 : null };
    // Those that wait are not agreed to: what is sent later is a person's to say.
    const isWaiting = end.state === 'waiting';
    const id = changes.add({
      key: `change-${number}`,
      intent,
      createdAtMs: atMs + number,
      ...(agreed === undefined || isWaiting ? {} : { agreed }),
    });
    if (isTried) {
      const sending = { state: 'sending', sinceMs: atMs, earlierLostAtMs: null } as const;
      changes.beginAttempt({ id, intent }, sending, baselineOf(intent));
      if (end.state !== 'sending') changes.setState(id, end);
    } else if (end.state !== 'waiting') changes.setState(id, end);
    return { id, intent };
  };
  for (const kind of Object.keys(intentsOf(projectId, 0)) as ChangeKind[]) {
    for (const end of ENDS) {
      const isFirst = end === ENDS.find(({ state }) => state === end.state);
      // One of each state for every kind; every end for the kind that costs most.
      if (isFirst || kind === 'create-project') add(kind, end, end.state !== 'withdrawn');
    }
  }
  add('invite-member', { state: 'left', finding: 'absent', ...LOST }, true);
  for (const kind of ['create-project', 'invite-member', 'delete-file'] as const) {
    const { id } = add(kind, { state: 'delivered', atMs, by: 'answer', projectId: null }, true);
    for (const part of PARTS[kind]) {
      db.prepare('INSERT INTO change_charge VALUES (?, ?, 1, ?, 1, 1)').run(
        `transaction-${id}-${part}`,
        id,
        part,
      );
    }
  }
  db.exec(`UPDATE change_attempt SET balance_before = NULL, balance_uploads = NULL, balance_changes = NULL
    WHERE change_id = (SELECT max(change_id) FROM change_attempt)`);
  add('invite-member', { state: 'sending', sinceMs: atMs, earlierLostAtMs: null }, true);
  db.prepare('INSERT INTO change_blob VALUES (?, ?)').run(
    BLOB,
    Buffer.from('\u0089PNG\r\n', 'latin1'),
  );
}

const PARTS = {
  'create-project': ['project', 'member'],
  'invite-member': ['invitation'],
  'delete-file': ['deletion'],
} as const;

function baselineOf(intent: ChangeIntent): ChangeBaseline {
  if (isFree(intent)) return { kind: 'free' };
  switch (intent.kind) {
    case 'create-project':
      return { kind: 'create-project', projectIds: [], isComplete: true };
    case 'invite-member':
      return { kind: 'invite-member', isProvenAbsent: true };
    case 'delete-file':
      return { kind: 'delete-file', status: 'Available' };
    default:
      return assertNever(intent);
  }
}

/** Records that came to an odd end, audits, downloads. */
function addProofs(db: Database.Database, lab: string): void {
  db.exec(`UPDATE record SET given_up_at_ms = ${atMs} WHERE name = 'tune-report-again.csv'`);
  db.prepare(
    `UPDATE record SET certificate_pdf = NULL, certificate_json = NULL, certificate_fault = ?
     WHERE name = 'plate-02.csv'`,
  ).run(JSON.stringify({ kind: 'not-found', serviceSays: null }));
  db.prepare(
    `INSERT INTO metadata_document VALUES ('project-elsewhere', 'public', 'file-elsewhere', ?, ?, NULL, NULL, ${atMs}, 0)`,
  ).run(Buffer.from('{}'), 'b'.repeat(64));

  const run = db.prepare(
    `INSERT INTO audit_run (root, folder_id, started_by, state, began_at_ms, ended_at_ms, totals, has_proven_rows, list_sha256)
     VALUES (?, NULL, ?, ?, ${atMs}, ?, ?, ?, ?)`,
  );
  const totals = JSON.stringify(NO_AUDIT_TOTALS);
  const states = ['complete', 'running', 'cancelled', 'interrupted', 'no-folder'];
  const ids = states.map((state, index) =>
    Number(
      run.run(
        `${lab}/By hand`,
        index % 2 === 0 ? 'schedule' : 'person',
        state,
        state === 'running' ? null : atMs + 1,
        totals,
        index === 0 ? 0 : 1,
        index === 0 ? 'c'.repeat(64) : null,
      ).lastInsertRowid,
    ),
  );
  const row = db.prepare(
    `INSERT INTO audit_row (run_id, path, verdict, note, weight, finding, checked_at_ms) VALUES (?, ?, ?, ?, ?, ?, ${atMs})`,
  );
  for (const verdict of AUDIT_VERDICTS) {
    const note = verdict === 'missing' ? 'moved' : verdict === 'proven' ? 'deleted' : null;
    const finding = FINDINGS_OF_AUDITS[verdict];
    row.run(
      ids[0],
      `${verdict}.csv`,
      verdict,
      note,
      AUDIT_VERDICTS.indexOf(verdict),
      JSON.stringify(finding),
    );
  }
  const rhythm = db.prepare(`INSERT INTO audit_rhythm VALUES (?, ?, ${atMs})`);
  rhythm.run('', 'month');
  rhythm.run(`${lab}/Plates`, 'week');
  rhythm.run(`${lab}/Mosaics`, 'never');
  db.prepare('INSERT INTO silent_change VALUES (?, ?, ?, 1)').run(
    `${lab}/By hand/seen.csv`,
    ids[0],
    'd'.repeat(64),
  );

  const download = db.prepare(
    `INSERT INTO download (project_id, file_id, name, folder, part_name, validator, total_bytes, created_at_ms)
     VALUES ('project-elsewhere', ?, 'grid.csv', ?, '.labseal-0123456789abcdef.part', ?, ?, ${atMs})`,
  );
  download.run('download-1', `${lab}/By hand`, null, null);
  download.run('download-2', `${lab}/By hand`, '"1"', 1_000);
}

const RECORD = {
  projectId: 'project-elsewhere',
  visibility: 'private',
  fileId: 'file-elsewhere',
  name: 'elsewhere.csv',
  status: 'Available',
  provenAtMs: atMs,
} as const;

const FINDINGS_OF_AUDITS: { readonly [Verdict in AuditFinding['verdict']]: AuditFinding } = {
  changed: { verdict: 'changed', trace: 'edited', record: RECORD, before: null, matches: null },
  missing: { verdict: 'missing', record: RECORD, before: null, foundAt: 'elsewhere.csv' },
  unreadable: { verdict: 'unreadable', errno: 'EACCES', isFolder: false, record: null },
  unsure: { verdict: 'unsure', reason: 'pending', record: RECORD },
  'never-notarized': { verdict: 'never-notarized', state: 'held', hold: 'review' },
  proven: {
    verdict: 'proven',
    reason: 'own-record',
    basis: 'sent',
    record: RECORD,
    isDeleted: true,
  },
};

/** What the service showed, and what a person took back. */
function addRest(db: Database.Database): void {
  const copy = db.prepare(
    `INSERT INTO mirror SELECT kind, ?, body, fetched_at_ms, ?, ? FROM mirror WHERE kind = 'public-files' LIMIT 1`,
  );
  copy.run('project-gone', 0, 'gone');
  copy.run('project-forbidden', 1, 'forbidden');
  db.exec(`
    INSERT INTO unaccounted_file VALUES ('project-elsewhere', 'public', 'nobody-1', 'a.csv', 'Available', '2026-11-01', 0, NULL, NULL);
    INSERT INTO completed_file SELECT completion_id, file_id + 1000, assignment_id, assignment_id FROM completed_file LIMIT 1;
    INSERT INTO place_reading VALUES ('project-elsewhere', 'public', ${atMs}, 3, 1);
  `);
}
