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

/** Without it, the state machine stops whatever takes an answer for evidence. */
const RELEASED_MAY_GO_BACK: Patch = {
  file: 'src-shared/model/files/upload-state.ts',
  from: "return event.isUnrecorded ? null : from;\n    case 'recorded':\n      return { state: 'recorded' };\n    case 'answer-lost':",
  to: "return event.isUnrecorded ? { state: 'waiting', part } : from;\n    case 'recorded':\n      return { state: 'recorded' };\n    case 'answer-lost':",
};

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'no-intent-row': {
    mistake: 'nothing is written down before bytes leave',
    patches: [
      {
        file: 'src-main/pipeline/upload/state-journal.ts',
        from: 'for (const event of events) uploads.move(jobId, event);',
        to: 'void events;',
      },
    ],
  },
  'first-page-only': {
    mistake: 'a list is taken for whole after its first page',
    patches: [
      {
        file: 'src-main/service/read-all-pages.ts',
        from: "if (visit(fresh) === 'stop') return ended(false);",
        to: 'visit(fresh); return ended(true);',
      },
    ],
  },
  'believes-denials': {
    mistake: 'a status that denies is believed although the balance fell',
    variant: 'denies-unlisted',
    patches: [
      {
        file: 'src-main/pipeline/confirm/outcome-check.ts',
        from: "if (denial !== null && charge === 'none' && isOpen(job)) {",
        to: 'if (denial !== null && isOpen(job)) {',
      },
    ],
  },
  'believes-denials-at-once': {
    mistake: 'a status that denies is believed before list and balance can show that it is wrong',
    variant: 'denies',
    patches: [
      {
        file: 'src-main/pipeline/confirm/poll-schedule.ts',
        from: 'const DENIAL_WAIT_MS = 20 * SECOND_MS;',
        to: 'const DENIAL_WAIT_MS = SECOND_MS;',
      },
    ],
  },
  'believes-any-id': {
    mistake:
      'an answer that names a record is believed for ever, although no list shows the record',
    variant: 'unknown-ids',
    patches: [
      {
        file: 'src-main/pipeline/confirm/doubt-confirmation.ts',
        from: 'return job === null || job.recordedBy !== null ? null : job;',
        to: 'return job === null || job.recordedBy !== job.id ? null : job;',
      },
    ],
  },
  'takes-any-record': {
    mistake:
      'an answer that names the record of another file is believed once a list shows that record',
    variant: 'unknown-ids',
    patches: [
      {
        file: 'src-main/pipeline/confirm/doubt-confirmation.ts',
        from: 'return isForeign || state.listedFiles.wasListedBefore(job, record.fileId);',
        to: 'return isForeign && state.listedFiles === null;',
      },
    ],
  },
  'sends-again-for-ever': {
    mistake: 'what is neither recorded nor charged is sent again without a person more than once',
    variant: 'sends-again',
    patches: [
      {
        file: 'src-main/pipeline/confirm/outcome-check.ts',
        from: '!state.uploads.wasSentAgainByEvidence(job) &&',
        to: '',
      },
    ],
  },
  'asks-nobody': {
    mistake: 'files are sent again without a person where nobody allowed it',
    variant: 'asks-first',
    patches: [
      {
        file: 'src-main/pipeline/confirm/outcome-check.ts',
        from: 'ports.sendsAgain() &&',
        to: '',
      },
    ],
  },
  'follows-redirects': {
    mistake: 'a redirect is followed, and the token goes along',
    patches: [
      {
        file: 'src-main/service/service-client.ts',
        from: 'const exchanged = await exchange(',
        to: `const follow = async (asked, tools, until) => {
          const first = await exchange(asked, tools, until);
          const isRedirect = first.kind === 'answered' && first.status >= 300 && first.status < 400;
          const to = isRedirect ? first.headers['location'] : undefined;
          if (to === undefined) return first;
          return follow({ ...asked, url: new URL(String(to), asked.url) }, tools, until);
        };
        const exchanged = await follow(`,
      },
    ],
  },
  'waits-two-minutes': {
    mistake: 'after two minutes without a trace an upload counts as absent',
    variant: 'late-commits',
    patches: [
      {
        file: 'src-main/pipeline/confirm/poll-schedule.ts',
        from: 'return (\n    endedAtMs + Math.max(SHORTEST_WAIT_MS, Math.min(SENDING_TIMES * sendingMs, LONGEST_WAIT_MS))\n  );',
        to: 'return endedAtMs + 2 * MINUTE_MS + 0 * sendingMs * SENDING_TIMES * SHORTEST_WAIT_MS * LONGEST_WAIT_MS;',
      },
    ],
  },
  'recognises-by-name': {
    mistake: 'a file with the same name is taken for the upload',
    patches: [
      {
        file: 'src-main/pipeline/confirm/reconcile.ts',
        from: 'const time = compareTime(file.uploadedIso, evidence);\n  const hash',
        to: "if (isAlike(file, evidence.sent)) return { kind: 'ours', by: 'uploaded' };\n  const time = compareTime(file.uploadedIso, evidence);\n  const hash",
      },
      {
        file: 'src-main/pipeline/confirm/reconcile.ts',
        from: "(file) => !isKnown(file.fileId) && (file.ownerId === ownerId || file.ownerId === ''),",
        to: '() => isKnown !== null && ownerId !== null,',
      },
    ],
  },
  'retries-after-500': {
    mistake: 'a server error after the last byte counts as "nothing happened"',
    patches: [
      {
        file: 'src-main/pipeline/upload/outcome.ts',
        from: "if (fault.kind === 'unknown-outcome' && fault.why === 'denied') {",
        to: "if (status >= 500) return stopped(unavailable('server-error'));\n  if (fault.kind === 'unknown-outcome' && fault.why === 'denied') {",
      },
      RELEASED_MAY_GO_BACK,
    ],
  },
  'logs-the-token': {
    mistake: 'a refused token is written to the log',
    patches: [
      {
        file: 'src-main/service/service-client.ts',
        from: 'refusedToken = token;',
        to: 'refusedToken = token; console.warn(`refused: ${token}`);',
      },
    ],
  },
  'identity-by-mtime': {
    mistake: 'a file counts as unchanged while its mtime and size are',
    patches: [
      {
        file: 'src-main/platform/file-identity.ts',
        from: 'return [identity.dev, identity.ino, identity.sizeBytes, identity.mtimeNs, identity.ctimeNs].join(',
        to: 'return [identity.dev, identity.ino, identity.sizeBytes, identity.mtimeNs, identity.mtimeNs].join(',
      },
    ],
  },
  'trusts-mounts': {
    mistake: 'whatever is mounted is compared with the files that were there',
    variant: 'drives',
    patches: [
      {
        file: 'src-main/pipeline/scan/folder-drives.ts',
        from: "if (compared === 'same' || (before === undefined && path === '')) return 'own';",
        to: "if (compared !== null || (before === undefined && path === '')) return 'own';",
      },
    ],
  },
  'knows-drives-by-number': {
    mistake: 'a drive with the number of another is taken for it',
    variant: 'drives',
    patches: [
      {
        file: 'src-main/pipeline/scan/folder-drives.ts',
        from: 'if (known.volume !== null && now.volume !== null) {',
        to: 'if (known.volume !== null && now.volume === known.volume) {',
      },
    ],
  },
  'knows-unnamed-drives-by-number': {
    mistake: 'a drive of which the system tells nothing else is taken for one that had its number',
    variant: 'unnamed-drives',
    patches: [
      {
        file: 'src-main/pipeline/scan/folder-drives.ts',
        from: 'now.top !== null && known.top !== now.top)',
        to: "now.top !== null && now.top === '')",
      },
    ],
  },
  'knows-names-only': {
    mistake: 'an error of the system for which libuv has no name counts as a bug',
    variant: 'bad-sectors',
    ends: 'Unknown system error',
    patches: [
      {
        file: 'src-main/platform/errno.ts',
        from: "return NAMELESS.test(error.code) && 'errno' in error ? nameOf(Number(error.errno)) : error.code;",
        to: "return NAMELESS.test('') && 'errno' in error ? nameOf(Number(error.errno)) : error.code;",
      },
    ],
  },
  'wraps-times': {
    mistake: 'times outside 64 bits wrap on their way to a thread, and not in the look at one file',
    variant: 'far-times',
    patches: [
      {
        file: 'src-main/pipeline/scan/packed-entries.ts',
        from: 'if (!fitsInNumbers(facts)) {',
        to: 'if (!fitsInNumbers(facts) && facts.size < 0n) {',
      },
      {
        file: 'src-main/pipeline/fingerprint/packed-files.ts',
        from: 'if (!fitsInNumbers(own)) inText',
        to: 'if (!fitsInNumbers(own) && own.size < 0n) inText',
      },
    ],
  },
  'waits-for-logs': {
    mistake: 'a pass waits for a file for as long as a program writes to it',
    variant: 'logs',
    patches: [
      {
        file: 'src-main/pipeline/settle/settling-patience.ts',
        from: 'if (fromMs > beforeMs) break;',
        to: 'if (fromMs > beforeMs || fileId > 0) break;',
      },
    ],
  },
  'withholds-last-crlf': {
    mistake: 'only the last line end waits for the gate, not the whole closing delimiter',
    patches: [
      {
        file: 'src-main/pipeline/upload/form/write-form.ts',
        from: 'if ((await file.read(new Uint8Array(1), 1, form.fileBytes)) > 0)',
        to: "await write(Buffer.from(form.tail, 'utf8').subarray(0, -2)); if ((await file.read(new Uint8Array(1), 1, form.fileBytes)) > 0)",
      },
      {
        file: 'src-main/pipeline/upload/form/write-form.ts',
        from: "await write(Buffer.from(form.tail, 'utf8').subarray(Math.max(0, range.fromByte - tailStart)));",
        to: "await write(Buffer.from(form.tail, 'utf8').subarray(-2));",
      },
      {
        file: 'src-main/pipeline/upload/form/write-form.ts',
        from: 'await Promise.all(pieces.filter((piece) => piece.length > 0).map(write));',
        to: "await Promise.all([...pieces, Buffer.from(form.tail, 'utf8').subarray(0, -2)].filter((piece) => piece.length > 0).map(write));",
      },
    ],
  },
  'forgets-sha256': {
    mistake: 'the SHA-256 of what was sent is not kept with the release of its tail',
    patches: [
      {
        file: 'src-main/pipeline/upload/form/write-form.ts',
        from: 'if (sha256Hex !== null) keepSha256(sha256Hex);',
        to: '',
      },
    ],
  },
  'proves-nothing': {
    mistake: 'the bytes that were sent are not held against the fingerprint',
    variant: 'misreads',
    patches: [
      {
        file: 'src-main/pipeline/upload/form/write-form.ts',
        from: "return blake3 === source.blake3Hex ? ok(sha256) : changed('content');",
        to: 'return ok(sha256);',
      },
      {
        file: 'src-main/pipeline/upload/form/small-file.ts',
        from: "if (blake3.digest('hex') !== blake3Hex) return changed('content');",
        to: '',
      },
    ],
  },
  'unknown-as-failed': {
    mistake: 'an answer that was lost counts as a refusal',
    patches: [
      {
        file: 'src-main/pipeline/upload/upload.ts',
        from: 'const outcome = evaluateEnd(end, isTailReleased, ports.clock.nowMs());',
        to: `const outcomeOfEnd = evaluateEnd(end, isTailReleased, ports.clock.nowMs());
  const refusal = { kind: 'refused', fault: { kind: 'refused', status: 500, serviceSays: null } };
  const outcome = outcomeOfEnd.kind === 'unknown' ? refusal : outcomeOfEnd;`,
      },
      RELEASED_MAY_GO_BACK,
    ],
  },
  'pdf-from-its-first-byte': {
    mistake: 'a certificate with other bytes before its head is refused',
    patches: [
      {
        file: 'src-main/features/verify/certificate-check.ts',
        from: 'if (!start.includes(PDF_START))',
        to: 'if (!start.startsWith(PDF_START))',
      },
    ],
  },
  'silent-about-certificates': {
    mistake: 'nobody learns of a certificate that does not come',
    variant: 'bad-certificates',
    patches: [
      {
        file: 'src-main/pipeline/certify/certificate-stage.ts',
        from: 'state.records.missCertificates(fromId, toId, fault)',
        to: 'undefined',
      },
    ],
  },
  'one-certificate-stops-all': {
    mistake: 'an error about one certificate counts as an outage of the service',
    variant: 'bad-certificates',
    patches: [
      {
        file: 'src-main/pipeline/certify/certificate-stage.ts',
        from: "return isAnswer ? { of: 'answer' } : { of: 'connection', fault };",
        to: "void isAnswer;\n  return { of: 'connection', fault };",
      },
    ],
  },
  'pauses-by-the-wall-clock': {
    mistake: 'a pause ends when the wall clock says so, whoever set it',
    variant: 'set-clocks',
    patches: [
      {
        file: 'src-main/pipeline/common/service-gate.ts',
        from: 'const { clock, preferences } = ports;',
        to: 'const { preferences } = ports; const clock = { ...ports.clock, monotonicMs: () => ports.clock.nowMs() };',
      },
    ],
  },
  'gives-up-on-certificates': {
    mistake:
      'a program that runs for days gives the service up for a failed handshake, as a command does',
    patches: [
      {
        file: 'src-main/pipeline/common/circuit-breaker.ts',
        from: 'needsRepair(fault) && maxFailures < Infinity ? 1',
        to: 'needsRepair(fault) ? 1',
      },
    ],
  },
  'believes-its-own-clock': {
    mistake: "a session ends by this computer's clock",
    variant: 'clock-ahead',
    patches: [
      {
        file: 'src-main/session/session.ts',
        from: "return service.isSilent() || expiresAtMs > clock.nowMs() ? 'alive' : 'doubtful';",
        to: "return service.isSilent() || expiresAtMs > clock.nowMs() ? 'alive' : 'over';",
      },
    ],
  },
  'dates-by-its-own-clock': {
    mistake: "an upload is dated by this computer's clock",
    variant: 'clock-of-1970',
    patches: [
      {
        file: 'src-main/db/state.ts',
        from: 'const { clock, ids, bookNowMs = () => clock.nowMs() } = ports;',
        to: 'const { clock, ids } = ports; const bookNowMs = () => clock.nowMs();',
      },
    ],
  },
  'proves-by-its-own-clock': {
    mistake: "the moment of a proof is taken from this computer's clock",
    variant: 'clock-of-1970',
    patches: [
      {
        file: 'src-main/pipeline/decide/keep-record.ts',
        from: "shown === 'notarized' ? seenByMs(state, recordId, file) : null",
        to: "shown === 'notarized' ? clock.nowMs() : null",
      },
    ],
  },
  'dates-ahead': {
    mistake: "an upload whose time is taken gets a later one, ahead of the service's",
    variant: 'clock-ahead',
    patches: [
      {
        file: 'src-main/pipeline/upload/upload-intent.ts',
        from: 'while (ms % SECOND_MS === 0 || isUsed(ms)) ms -= 1;',
        to: 'while (ms % SECOND_MS === 0 || isUsed(ms)) ms += SECOND_MS / 2;',
      },
    ],
  },
  'believes-any-date': {
    mistake: 'a session ends by the time that a service shows, although its tokens go by another',
    variant: 'wrong-dates',
    patches: [
      {
        file: 'src-main/session/session.ts',
        from: 'const shownAheadMs = isClockWrong(aheadMs) ? aheadMs : 0;',
        to: 'const shownAheadMs = isClockWrong(aheadMs) ? 0 : 0;',
      },
    ],
  },
  'gives-up-a-locked-keychain': {
    mistake: 'a keychain that is locked at the start is not asked again',
    variant: 'shut-keychain',
    patches: [
      {
        file: 'src-main/session/session.ts',
        from: 'if (isUnread()) void askAgain(who, againMs);',
        to: 'void askAgain; void againMs;',
      },
    ],
  },
  'locked-as-ended': {
    mistake: 'a keychain that is locked counts as one without a token',
    variant: 'shut-keychain',
    patches: [
      {
        file: 'src-main/session/session.ts',
        from: 'const why = recalled.token === null ? withheldOf(recalled) : null;',
        to: 'const why = null as ReturnType<typeof withheldOf>;',
      },
    ],
  },
  'takes-data-folders': {
    mistake: 'the data folder of a Labseal is a folder like any other',
    variant: 'labseal-data',
    patches: [
      {
        file: 'src-main/platform/data-folder.ts',
        from: 'if (!MARKS.some((mark) => names.includes(mark))) return false;',
        to: 'return false;',
      },
    ],
  },
  'takes-links-to-itself': {
    mistake: 'a link to a file of its own data folder is a file like any other',
    variant: 'labseal-data',
    patches: [
      {
        file: 'src-main/pipeline/scan/judge-entries.ts',
        from: 'const rule = isLabsealData\n',
        to: 'const rule = isLabsealData && relativePath === null\n',
      },
    ],
  },
  'deleted-is-new': {
    mistake: 'a content whose record was deleted is notarized again under another name',
    variant: 'deleted',
    patches: [
      {
        file: 'src-main/pipeline/decide/plan-content.ts',
        from: 'if (deleted !== null && !isWantedAgain) {',
        to: 'if (deleted !== null && deleted.id < 0) {',
      },
    ],
  },
  'knows-itself-alone': {
    mistake:
      'neither a list nor the balance is asked what another computer of the account paid for',
    variant: 'other-computer-alone',
    patches: [
      {
        file: 'src-main/pipeline/spend/own-records.ts',
        from: 'const isComplete = await lists.read(place, signal);',
        to: 'const isComplete = lists === null;',
      },
      {
        file: 'src-main/pipeline/spend/own-records.ts',
        from: "return age !== 'outdated';",
        to: 'return true;',
      },
      {
        file: 'src-main/pipeline/spend/observe-balance.ts',
        from: 'if (quietBefore !== null) compare(quietBefore, reading);',
        to: '',
      },
    ],
  },
  'pays-on-an-old-list': {
    mistake: 'a list that was read once serves the whole run, where the balance does not tell',
    variant: 'other-computer-alone',
    patches: [
      {
        file: 'src-main/pipeline/spend/observe-balance.ts',
        from: 'if (quietBefore !== null) compare(quietBefore, reading);',
        to: '',
      },
      {
        file: 'src-main/pipeline/spend/own-lists.ts',
        from: 'return ageMs < Math.min(OLDEST_MS, Math.max(age.ms, age.times * tookMs));',
        to: 'return ageMs >= 0;',
      },
    ],
  },
  'trusts-a-part-of-a-list': {
    mistake: 'what a list does not show any more counts as not paid for elsewhere',
    variant: 'one-page-of-many',
    patches: [
      {
        file: 'src-main/pipeline/spend/own-records.ts',
        from: 'const isHidden = !isComplete && comparedPlaces.hasFromElsewhere(place);',
        to: 'const isHidden = isComplete && comparedPlaces.hasFromElsewhere(place);',
      },
    ],
  },
  'trusts-its-database': {
    mistake: 'a balance that fell for no reason known here is no reason to ask',
    variant: 'restored-alone',
    patches: [
      {
        file: 'src-main/pipeline/spend/observe-balance.ts',
        from: 'if (quietBefore !== null) compare(quietBefore, reading);',
        to: '',
      },
    ],
  },
  'deaf-to-cancellations': {
    mistake: 'a pause that is asked for in answer to a cancellation is not kept',
    variant: 'cancels',
    patches: [
      {
        file: 'src-main/pipeline/upload/cancel-upload.ts',
        from: 'else if (pause !== null) ports.onPauseAsked?.(pause);',
        to: 'else if (pause !== null) void pause;',
      },
    ],
  },
};
