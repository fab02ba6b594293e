/**
 * Mistakes that have been made in programs like this one. Each is a change to one or two places of the product's text
 * that is made while it is loaded, for one run: a suite that passes a mutant is not testing. A mutant whose place is no
 * longer there fails loudly, and is to be brought to the place's new words.
 */

export interface Patch {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
}

export interface Mutant {
  readonly mistake: string;
  readonly patches: readonly Patch[];
  /** The kind of world in which it shows; without one, in any. */
  readonly variant?: string;
  /** It ends the program instead of breaking an invariant: a part of the error. */
  readonly ends?: string;
}

function patch(file: string, from: string, to: string): Patch {
  return { file, from, to };
}

/** Of a single place. */
function mutant(
  mistake: string,
  file: string,
  from: string,
  to: string,
  more: Pick<Mutant, 'variant' | 'ends'> = {},
): Mutant {
  return { mistake, patches: [patch(file, from, to)], ...more };
}

/** Without it, the state machine stops whatever takes an answer for evidence. */
const RELEASED_MAY_GO_BACK = patch(
  'src-shared/model/files/upload-state.ts',
  "return event.isUnrecorded ? null : from;\n    case 'recorded':\n      return { state: 'recorded' };\n    case 'answer-lost':",
  "return event.isUnrecorded ? { state: 'waiting', part } : from;\n    case 'recorded':\n      return { state: 'recorded' };\n    case 'answer-lost':",
);

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'no-intent-row': mutant(
    'nothing is written down before bytes leave',
    'src-main/pipeline/upload/upload-intent.ts',
    'for (const event of events) uploads.move(jobId, event);',
    'void events;',
  ),
  'first-page-only': mutant(
    'a list is taken for whole after its first page',
    'src-main/service/read-all-pages.ts',
    "if (visit(fresh) === 'stop') return ended(false);",
    'visit(fresh); return ended(true);',
  ),
  'believes-denials': mutant(
    'a status that denies is believed although the balance fell',
    'src-main/pipeline/confirm/verdict.ts',
    "[{ answer: DENIED, list: 'lacks-it', charge: 'none', mayBeFree: false }, 'not-recorded'],",
    "[{ answer: DENIED, list: 'lacks-it' }, 'not-recorded'],",
    { variant: 'denies-unlisted' },
  ),
  'believes-denials-at-once': mutant(
    'a status that denies is believed before list and balance can show that it is wrong',
    'src-main/pipeline/confirm/poll-schedule.ts',
    'const DENIAL_WAIT_MS = 20 * SECOND_MS;',
    'const DENIAL_WAIT_MS = SECOND_MS;',
    { variant: 'denies' },
  ),
  'believes-any-id': mutant(
    'an answer that names a record is believed for ever, although no list shows the record',
    'src-main/pipeline/confirm/doubt-confirmation.ts',
    'return job === null || job.recordedBy !== null ? null : job;',
    'return job === null || job.recordedBy !== job.id ? null : job;',
    { variant: 'unknown-ids' },
  ),
  'takes-any-record': mutant(
    'an answer that names the record of another file is believed once a list shows that record',
    'src-main/pipeline/confirm/doubt-confirmation.ts',
    'const wasThere = isForeign || state.listedFiles.wasListedBefore(job, record.fileId);',
    'const wasThere = isForeign && state.listedFiles === null;',
    { variant: 'unknown-ids' },
  ),
  'believes-swapped-ids': mutant(
    'answers of two uploads that are swapped are believed, although a list tells them apart',
    'src-main/pipeline/certify/record-stage.ts',
    'if (!mixedUp.has(record) && !isOfAnother(record, file, other)) return true;',
    'void mixedUp; void isOfAnother; void other; return true;',
    { variant: 'swapped-ids' },
  ),
  'sends-again-for-ever': mutant(
    'what is neither recorded nor charged is sent again without a person more than once',
    'src-main/db/uploads/upload-repository.ts',
    'resent.get(contentId, projectId, visibility)?.n !== 0,',
    'resent.get(contentId, projectId, visibility)?.n === -1,',
    { variant: 'sends-again' },
  ),
  'sends-again-by-its-own-clock': mutant(
    "a lost upload is sent again when this computer's clock, which may be set, says that ten minutes are over",
    'src-main/pipeline/confirm/outcome-check.ts',
    "if (provenFromMs(job) <= atMonotonicMs) return 'proven';",
    "if (provenFromMs(job) < Infinity) return 'proven';",
    { variant: 'sends-again-later' },
  ),
  'sends-again-unasked': mutant(
    'a lost upload that no list shows is sent again although the balance fell',
    'src-main/pipeline/confirm/verdict.ts',
    "      charge: 'none',\n      wait: 'proven',",
    "      wait: 'proven',",
    { variant: 'lost-unlisted' },
  ),
  'forgets-what-was-in-doubt': mutant(
    'a balance that was read while a result was unknown counts as if it showed it',
    'src-main/pipeline/spend/plan-spend.ts',
    'const least = most - balances.inDoubt() - (countsSending',
    'const least = most - (countsSending',
    { variant: 'keeps-reserve' },
  ),
  'follows-redirects': mutant(
    'a redirect is followed, and the token goes along',
    'src-main/service/service-client.ts',
    'exchanged = await exchange(',
    `const follow = async (asked, tools, until) => {
          const first = await exchange(asked, tools, until);
          const isRedirect = first.kind === 'answered' && first.status >= 300 && first.status < 400;
          const to = isRedirect ? first.headers['location'] : undefined;
          if (to === undefined) return first;
          return follow({ ...asked, url: new URL(String(to), asked.url) }, tools, until);
        };
        exchanged = await follow(`,
  ),
  'waits-two-minutes': mutant(
    'after two minutes without a trace an upload counts as absent',
    'src-main/pipeline/confirm/poll-schedule.ts',
    'return (\n    endedAtMs + Math.max(SHORTEST_WAIT_MS, Math.min(SENDING_TIMES * sendingMs, LONGEST_WAIT_MS))\n  );',
    'return endedAtMs + 2 * MINUTE_MS + 0 * sendingMs * SENDING_TIMES * SHORTEST_WAIT_MS * LONGEST_WAIT_MS;',
    { variant: 'late-commits' },
  ),
  'recognises-by-name': {
    mistake: 'a file with the same name is taken for the upload',
    patches: [
      patch(
        'src-main/pipeline/confirm/search-upload.ts',
        'const time = compareTime(file.uploadedIso, facts);\n  const hash',
        "if (isAlike(file, facts.sent)) return { kind: 'ours', by: 'uploaded' };\n  const time = compareTime(file.uploadedIso, facts);\n  const hash",
      ),
      patch(
        'src-main/pipeline/confirm/search-upload.ts',
        "(file) => !isKnown(file.fileId) && (file.ownerId === ownerId || file.ownerId === ''),",
        '() => isKnown !== null && ownerId !== null,',
      ),
    ],
  },
  'retries-after-500': {
    mistake: 'a server error after the last byte counts as "nothing happened"',
    patches: [
      patch(
        'src-main/pipeline/upload/outcome.ts',
        "if (fault.kind === 'unknown-outcome' && fault.why === 'denied') {",
        "if (status >= 500) return stopped(unavailable('server-error'));\n  if (fault.kind === 'unknown-outcome' && fault.why === 'denied') {",
      ),
      RELEASED_MAY_GO_BACK,
    ],
  },
  'logs-the-token': mutant(
    'a refused token is written to the log',
    'src-main/service/service-client.ts',
    'refusedToken = token;',
    'refusedToken = token; console.warn(`refused: ${token}`);',
  ),
  'identity-by-mtime': mutant(
    'a file counts as unchanged while its mtime and size are',
    'src-main/platform/disk/file-identity.ts',
    'return [identity.dev, identity.ino, identity.sizeBytes, identity.mtimeNs, identity.ctimeNs].join(',
    'return [identity.dev, identity.ino, identity.sizeBytes, identity.mtimeNs, identity.mtimeNs].join(',
  ),
  'trusts-mounts': mutant(
    'whatever is mounted is compared with the files that were there',
    'src-main/pipeline/scan/folder-drives.ts',
    "if (compared === 'same' || (before === undefined && path === '')) return 'own';",
    "if (compared !== null || (before === undefined && path === '')) return 'own';",
    { variant: 'drives' },
  ),
  'knows-drives-by-number': mutant(
    'a drive with the number of another is taken for it',
    'src-main/pipeline/scan/folder-drives.ts',
    'if (known.volume !== null && now.volume !== null) {',
    'if (known.volume !== null && now.volume === known.volume) {',
    { variant: 'drives' },
  ),
  'knows-unnamed-drives-by-number': mutant(
    'a drive of which the system tells nothing else is taken for one that had its number',
    'src-main/pipeline/scan/folder-drives.ts',
    'now.top !== null && known.top !== now.top)',
    "now.top !== null && now.top === '')",
    { variant: 'unnamed-drives' },
  ),
  'knows-names-only': mutant(
    'an error of the system for which libuv has no name counts as a bug',
    'src-main/platform/errno.ts',
    "return NAMELESS.test(error.code) && 'errno' in error ? nameOf(Number(error.errno)) : error.code;",
    "return NAMELESS.test('') && 'errno' in error ? nameOf(Number(error.errno)) : error.code;",
    { variant: 'bad-sectors', ends: 'Unknown system error' },
  ),
  'wraps-times': {
    mistake: 'times outside 64 bits wrap on their way to a thread, and not in the look at one file',
    variant: 'far-times',
    patches: [
      patch(
        'src-main/pipeline/scan/packed-entries.ts',
        'if (!fitsInNumbers(facts)) {',
        'if (!fitsInNumbers(facts) && facts.size < 0n) {',
      ),
      patch(
        'src-main/pipeline/fingerprint/packed-files.ts',
        'if (!fitsInNumbers(own)) inText',
        'if (!fitsInNumbers(own) && own.size < 0n) inText',
      ),
    ],
  },
  'waits-for-logs': mutant(
    'a pass waits for a file for as long as a program writes to it',
    'src-main/pipeline/settle/quiescence.ts',
    'if (fromMs > beforeMs) break;',
    'if (fromMs > beforeMs || fileId > 0) break;',
    { variant: 'logs' },
  ),
  'insists-on-its-fields': mutant(
    'what a gateway refuses over our own header fields is given up',
    'src-main/pipeline/upload/form/send-form.ts',
    'ports.ownFields?.refused(end.answer.status, false);',
    '',
    { variant: 'strict-front' },
  ),
  'clears-the-fields-by-any-reason': mutant(
    'a documented request that the service refuses for its own reason clears our own header fields',
    'src-main/pipeline/confirm/outcome-check.ts',
    'denial.isOwnReason === true\n        ? null\n        : taughtByRefusal(denial.status, isPlain, quirks.ownFields());',
    'taughtByRefusal(denial.status, isPlain || denial.isOwnReason === true, quirks.ownFields());',
    { variant: 'strict-front' },
  ),
  'adds-its-key-to-the-documented': mutant(
    'a form that goes as documented still carries a field of our own',
    'src-main/pipeline/upload/form/send-form.ts',
    '      headers: documentedHeaders,',
    "      headers: { ...documentedHeaders, 'upload-draft-interop-version': '9' },",
    { variant: 'strict-front' },
  ),
  'calls-the-silent-missing': mutant(
    'what a silent drive does not answer about is taken for gone',
    'src-main/pipeline/scan/scan-folder.ts',
    "    case 'unreadable':\n      closeDirectory(folder, relativePath, reading.errno, intake);\n      return 0;",
    "    case 'unreadable':\n      leave(folder, [relativePath], leftOutIn(step), intake);\n      return 0;",
    { variant: 'silent-drive' },
  ),
  'believes-told-sizes': mutant(
    'a file that has more bytes than its drive tells is taken',
    'src-main/pipeline/fingerprint/fingerprint-file.ts',
    'if (readBytes !== sizeBytes)\n      return',
    'if (readBytes < sizeBytes)\n      return',
    { variant: 'lying-drive' },
  ),
  'waits-for-a-true-size': mutant(
    'a file whose drive tells another size than it has is read again and again',
    'src-main/pipeline/fingerprint/fingerprint-file.ts',
    "context) ? untrue('size') : CHANGED;",
    'context) ? CHANGED : CHANGED;',
    { variant: 'lying-drive' },
  ),
  'waits-for-the-restless': mutant(
    'a file that is another at each look is waited for as for one that is written',
    'src-main/pipeline/settle/settle-stage.ts',
    'if (looks === LOOKS) return true;',
    'if (looks === LOOKS) return false;',
    { variant: 'lying-drive' },
  ),
  'withholds-last-crlf': {
    mistake: 'only the last line end waits for the gate, not the whole closing delimiter',
    patches: [
      patch(
        'src-main/pipeline/upload/form/write-form.ts',
        'if ((await file.read(new Uint8Array(1), 1, form.fileBytes)) > 0)',
        "await write(Buffer.from(form.tail, 'utf8').subarray(0, -2)); if ((await file.read(new Uint8Array(1), 1, form.fileBytes)) > 0)",
      ),
      patch(
        'src-main/pipeline/upload/form/write-form.ts',
        "await write(Buffer.from(form.tail, 'utf8').subarray(Math.max(0, range.fromByte - tailStart)));",
        "await write(Buffer.from(form.tail, 'utf8').subarray(-2));",
      ),
      patch(
        'src-main/pipeline/upload/form/write-form.ts',
        'await Promise.all(pieces.filter((piece) => piece.length > 0).map(write));',
        "await Promise.all([...pieces, Buffer.from(form.tail, 'utf8').subarray(0, -2)].filter((piece) => piece.length > 0).map(write));",
      ),
    ],
  },
  'forgets-sha256': mutant(
    'the SHA-256 of what was sent is not kept with the release of its tail',
    'src-main/pipeline/upload/form/write-form.ts',
    'if (sha256Hex !== null) keepSha256(sha256Hex);',
    '',
  ),
  'proves-nothing': {
    mistake: 'the bytes that were sent are not held against the fingerprint',
    variant: 'misreads',
    patches: [
      patch(
        'src-main/pipeline/upload/form/write-form.ts',
        "return blake3 === source.blake3Hex ? ok(sha256) : changed('content');",
        'return ok(sha256);',
      ),
      patch(
        'src-main/pipeline/upload/form/small-file.ts',
        "if (blake3.digest('hex') !== blake3Hex) return changed('content');",
        '',
      ),
    ],
  },
  'unknown-as-failed': {
    mistake: 'an answer that was lost counts as a refusal',
    patches: [
      patch(
        'src-main/pipeline/upload/upload.ts',
        'const outcome = evaluateEnd(end, isTailReleased, ports.clock.nowMs(), wasPlain);',
        "const outcomeOfEnd = evaluateEnd(end, isTailReleased, ports.clock.nowMs(), wasPlain);\n  const refusal = { kind: 'refused', fault: { kind: 'refused', status: 500, serviceSays: null } };\n  const outcome = outcomeOfEnd.kind === 'unknown' ? refusal : outcomeOfEnd;",
      ),
      RELEASED_MAY_GO_BACK,
    ],
  },
  'pdf-from-its-first-byte': mutant(
    'a certificate with other bytes before its head is refused',
    'src-main/features/verify/certificate-check.ts',
    'if (!start.includes(PDF_START))',
    'if (!start.startsWith(PDF_START))',
  ),
  'silent-about-certificates': mutant(
    'nobody learns of a certificate that does not come',
    'src-main/pipeline/certify/certificate-stage.ts',
    'state.records.missCertificates(fromId, toId, fault)',
    'undefined',
    { variant: 'bad-certificates' },
  ),
  'one-certificate-stops-all': mutant(
    'an error about one certificate counts as an outage of the service',
    'src-main/pipeline/certify/certificate-stage.ts',
    "return isAnswer ? { of: 'answer' } : { of: 'connection', fault };",
    "void isAnswer;\n  return { of: 'connection', fault };",
    { variant: 'bad-certificates' },
  ),
  'pauses-by-the-wall-clock': mutant(
    'a pause ends when the wall clock says so, whoever set it',
    'src-main/pipeline/common/service-gate.ts',
    'const { clock, preferences } = ports;',
    'const { preferences } = ports; const clock = { ...ports.clock, monotonicMs: () => ports.clock.nowMs() };',
    { variant: 'set-clocks' },
  ),
  'gives-up-on-certificates': mutant(
    'a program that runs for days gives the service up for a failed handshake, as a command does',
    'src-main/pipeline/common/circuit-breaker.ts',
    'needsRepair(fault) && maxFailures < Infinity ? 1',
    'needsRepair(fault) ? 1',
  ),
  'believes-its-own-clock': mutant(
    "a session ends by this computer's clock",
    'src-main/session/session.ts',
    "return service.isSilent() || expiresAtMs > clock.nowMs() ? 'alive' : 'doubtful';",
    "return service.isSilent() || expiresAtMs > clock.nowMs() ? 'alive' : 'over';",
    { variant: 'clock-ahead' },
  ),
  'dates-by-its-own-clock': mutant(
    "an upload is dated by this computer's clock",
    'src-main/db/state.ts',
    'const bookNowMs = () => shownNowMs() ?? clock.nowMs();',
    'const bookNowMs = () => clock.nowMs();',
    { variant: 'clock-of-1970' },
  ),
  'proves-by-its-own-clock': mutant(
    "the moment of a proof is taken from this computer's clock",
    'src-main/pipeline/decide/keep-record.ts',
    "shown === 'notarized' ? seenByMs(state, recordId, file) : null",
    "shown === 'notarized' ? clock.nowMs() : null",
    { variant: 'clock-of-1970' },
  ),
  'dates-ahead': mutant(
    "an upload whose time is taken gets a later one, ahead of the service's",
    'src-main/pipeline/upload/upload-intent.ts',
    'while (ms % SECOND_MS === 0 || isUsed(ms)) ms -= 1;',
    'while (ms % SECOND_MS === 0 || isUsed(ms)) ms += SECOND_MS / 2;',
    { variant: 'clock-ahead' },
  ),
  'believes-any-date': mutant(
    'a session ends by the time that a service shows, although its tokens go by another',
    'src-main/session/session.ts',
    'const shownAheadMs = isClockWrong(aheadMs) ? aheadMs : 0;',
    'const shownAheadMs = isClockWrong(aheadMs) ? 0 : 0;',
    { variant: 'wrong-dates' },
  ),
  'gives-up-a-locked-keychain': mutant(
    'a keychain that is locked at the start is not asked again',
    'src-main/session/session.ts',
    'if (isUnread()) void askAgain(who, againMs);',
    'void askAgain; void againMs;',
    { variant: 'shut-keychain' },
  ),
  'locked-as-ended': mutant(
    'a keychain that is locked counts as one without a token',
    'src-main/session/session.ts',
    'const why = recalled.token === null ? withheldOf(recalled) : null;',
    'const why = null as ReturnType<typeof withheldOf>;',
    { variant: 'shut-keychain' },
  ),
  'takes-data-folders': mutant(
    'the data folder of a Labseal is a folder like any other',
    'src-main/platform/data-folder.ts',
    'if (!MARKS.some((mark) => names.includes(mark))) return false;',
    'return false;',
    { variant: 'labseal-data' },
  ),
  'takes-links-to-itself': mutant(
    'a link to a file of its own data folder is a file like any other',
    'src-main/pipeline/scan/judge-entries.ts',
    'const rule = isLabsealData\n',
    'const rule = isLabsealData && relativePath === null\n',
    { variant: 'labseal-data' },
  ),
  'sends-unasked': {
    mistake: 'what was approved is uploaded without the service having been asked for it',
    patches: [
      patch(
        'src-main/pipeline/upload/upload-stage.ts',
        "if (decided.state !== 'ready' || transitions.asksFirst(decided)) return null;",
        "if (decided.state !== 'ready') return null;",
      ),
      patch(
        'src-main/pipeline/upload/waiting-line.ts',
        'new Set(files.filter(transitions.asksFirst).map(({ id }) => id))',
        'new Set<number>()',
      ),
    ],
  },
  'asks-before-approval': mutant(
    'the service is asked for a content before its price is approved, whatever the folder says',
    'src-main/pipeline/decide/plan-content.ts',
    "if (assignment.checkPolicy === 'first' && isToBeAsked(facts)) return { do: 'check' };",
    "if (isToBeAsked(facts)) return { do: 'check' };",
  ),
  'takes-a-failing-list-for-an-empty-one': mutant(
    'a list that alone fails counts as read, and shows nothing',
    'src-main/pipeline/spend/own-lists.ts',
    'const isComplete = read.ok && read.value.isComplete;',
    'const isComplete = !read.ok || read.value.isComplete;',
    { variant: 'partial-outage-alone' },
  ),
  'takes-silence-for-no': mutant(
    'a question whose answer was lost counts as answered',
    'src-main/pipeline/check/check-stage.ts',
    'const isForAll = concernsEverything(fault) ||',
    'const isForAll = (false && concernsEverything(fault)) ||',
    { variant: 'colleagues-content' },
  ),
  'goes-on-asking-after-a-crash': mutant(
    'what was being asked about when the program died is asked about before its price is approved again',
    'src-main/pipeline/run/recover.ts',
    "if (transitions.assignmentOf(file).checkPolicy !== 'first') transitions.decide(file);",
    'void file;',
    { variant: 'colleagues-content' },
  ),
  'pays-for-what-is-there': mutant(
    'an answer that the service has the content is not believed',
    'src-main/pipeline/decide/plan-content.ts',
    "if (content.platform?.exists === true && !lifted.has('duplicate')) {",
    "if (content.platform?.exists === true && lifted.has('duplicate')) {",
    { variant: 'colleagues-content' },
  ),
  'deleted-is-new': mutant(
    'a content whose record was deleted is notarized again under another name',
    'src-main/pipeline/decide/plan-content.ts',
    'if (deleted !== null && !isWantedAgain) {',
    'if (deleted !== null && deleted.id < 0) {',
    { variant: 'deleted' },
  ),
  'knows-itself-alone': {
    mistake:
      'neither a list nor the balance is asked what another computer of the account paid for',
    variant: 'other-computer-alone',
    patches: [
      patch(
        'src-main/pipeline/spend/own-records.ts',
        'const isComplete = await lists.read(place, signal);',
        'const isComplete = lists === null;',
      ),
      patch('src-main/pipeline/spend/own-records.ts', "return age !== 'outdated';", 'return true;'),
      patch(
        'src-main/pipeline/confirm/balance-evidence.ts',
        'if (quietBefore !== null) compare(quietBefore, reading);',
        '',
      ),
    ],
  },
  'pays-on-an-old-list': {
    mistake: 'a list that was read once serves the whole run, where the balance does not tell',
    variant: 'other-computer-alone',
    patches: [
      patch(
        'src-main/pipeline/confirm/balance-evidence.ts',
        'if (quietBefore !== null) compare(quietBefore, reading);',
        '',
      ),
      patch(
        'src-main/pipeline/spend/own-lists.ts',
        'return ageMs < Math.min(OLDEST_MS, Math.max(age.ms, age.times * tookMs));',
        'return ageMs >= 0;',
      ),
    ],
  },
  'looks-once-a-batch': mutant(
    'nobody looks whether another computer has paid, once a form has begun to leave',
    'src-main/pipeline/spend/last-look.ts',
    "if (isPaid) return { kind: 'recorded', digests: known };",
    "if (isPaid) return { kind: 'nothing' };",
    { variant: 'two-computers' },
  ),
  'trusts-a-part-of-a-list': mutant(
    'what a list does not show any more counts as not paid for elsewhere',
    'src-main/pipeline/spend/own-records.ts',
    'const isHidden = !isComplete && comparedPlaces.hasFromElsewhere(place);',
    'const isHidden = isComplete && comparedPlaces.hasFromElsewhere(place);',
    { variant: 'one-page-of-many' },
  ),
  'trusts-its-database': mutant(
    'a balance that fell for no reason known here is no reason to ask',
    'src-main/pipeline/confirm/balance-evidence.ts',
    'if (quietBefore !== null) compare(quietBefore, reading);',
    '',
    { variant: 'restored-alone' },
  ),
  'pays-for-large-batches': mutant(
    'what an option allows includes what came in too great a number',
    'src-main/pipeline/spend/spending.ts',
    'return onlyShown || scope.fileIds !== undefined || !awaitsLook(state, file);',
    'return onlyShown || scope.fileIds !== undefined || awaitsLook(state, file) || true;',
    { variant: 'large-batch' },
  ),
  'releases-what-is-written-again': {
    mistake: 'a file of a large batch that is written again is a new file',
    variant: 'large-batch',
    patches: [
      patch(
        'src-main/pipeline/common/large-batch.ts',
        'export function awaitsLook(',
        'const first = new WeakMap();\nexport function awaitsLook(',
      ),
      patch(
        'src-main/pipeline/common/large-batch.ts',
        'return id <= (folders.get(folderId)?.largeBatchUntilId ?? 0) && !isApproved();',
        `const contents = first.get(approvals) ?? new Map();
        first.set(approvals, contents);
        if (!contents.has(id)) contents.set(id, contentId);
        if (contents.get(id) !== contentId) return false;
        return id <= (folders.get(folderId)?.largeBatchUntilId ?? 0) && !isApproved();`,
      ),
    ],
  },
  'counts-what-is-ready': mutant(
    'of a large batch only those files count that are ready to be sent at one moment',
    'src-main/db/files/file-repository.ts',
    'const UNSENT = JSON.stringify(UNSENT_STATES);',
    "const UNSENT = JSON.stringify(UNSENT_STATES.filter((state) => state === 'ready'));",
    { variant: 'large-batch' },
  ),
  'deaf-to-cancellations': mutant(
    'a pause that is asked for in answer to a cancellation is not kept',
    'src-main/pipeline/upload/cancel-upload.ts',
    'else if (pause !== null) ports.onPauseAsked?.(pause);',
    'else if (pause !== null) void pause;',
    { variant: 'cancels' },
  ),
  'sends-a-later-change-first': mutant(
    'a change is sent before an earlier one of its project',
    'src-main/db/changes/change-repository.ts',
    'return inTheWay.get({ id, ...own })?.n === 0;',
    'return inTheWay.get({ id, ...own })?.n !== -1;',
    { variant: 'outbox' },
  ),
  'forgets-a-change-that-was-sent': mutant(
    'a start does not look for what became of a change that was being sent',
    'src-main/features/outbox/change-transitions.ts',
    "for (const { id, state } of changes.inState('sending')) {",
    "for (const { id, state } of changes.inState('sending').slice(0, 0)) {",
    { variant: 'outbox' },
  ),
  'sends-what-was-undone': mutant(
    'an invitation is sent although the person was removed before it left',
    'src-shared/model/changes/merge-change.ts',
    'if (contrary !== undefined) return { ...NOTHING, withdraw: [contrary.id] };',
    'if (contrary !== undefined) return { ...NOTHING, add: request };',
    { variant: 'outbox' },
  ),
  'overwrites-unseen': mutant(
    'an edit overwrites what somebody else wrote meanwhile',
    'src-shared/model/changes/record-edit.ts',
    'if (known.some((each) => isSame(field, shown, each))) toSend.push(field);',
    'if (known.length > 0) toSend.push(field);',
    { variant: 'outbox' },
  ),
  'believes-a-refused-change': mutant(
    'a status that denies a paid change is taken at its word',
    'src-main/features/outbox/outbox.ts',
    "? { type: 'denied', denial: fault.denial, atMs }",
    "? { type: 'refused', cause: { kind: 'service', fault: fault.denial.fault }, atMs }",
    { variant: 'outbox' },
  ),
  'repeats-a-refused-change': mutant(
    'a paid change that was denied for the moment is sent again without a look',
    'src-main/features/outbox/outbox.ts',
    "? { type: 'denied', denial: fault.denial, atMs }",
    "? { type: 'not-sent', fault: fault.denial.fault, atMs }",
    { variant: 'outbox' },
  ),
  'gives-up-on-one-project': mutant(
    'a project that fails is taken for the whole service',
    'src-main/features/outbox/outbox-runner.ts',
    'return !mayBeOfOneThing(last) || failures.length >= FAILURES_OF_AN_OUTAGE;',
    'return failures.length > 0 || !mayBeOfOneThing(last) || FAILURES_OF_AN_OUTAGE < 0;',
    { variant: 'outbox' },
  ),
};
