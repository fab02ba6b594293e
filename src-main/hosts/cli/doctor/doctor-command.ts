/** `labseal doctor`: is everything on this computer as Labseal needs it, and what has to be done where it is not. */
import type { AnsweringCommand } from '../answering-command.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import { gatherDoctorFacts } from '../../../app/doctor/gather-facts.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { chooseTarget, refuseWatched } from '../target-file.ts';
import { saveDiagnostics } from './diagnostics-command.ts';
import type { Output } from '../output.ts';
import { readSettings } from '../process-environment.ts';
import type { Finding, Verdict } from './check.ts';
import type { DoctorFacts } from '../../../app/doctor/doctor-facts.ts';
import { judgeDatabase, judgeDataFolder, judgeDiskSpace, judgeLock } from './judge-data-folder.ts';
import { judgeInstances, judgeOpenFiles, judgeProgram, judgeWatches } from './judge-computer.ts';
import { judgeClock, judgeNetwork, judgeService } from './judge-service.ts';
import { judgeSession, judgeTokenStore } from './judge-session.ts';
import { judgeFolders, judgeTrials } from './judge-watching.ts';

export function addDoctorCommand(program: AnsweringCommand, context: CommandContext): void {
  program
    .command('doctor')
    .summary(SUMMARY)
    .description(
      [
        SUMMARY,
        'With --save it writes a report for whoever helps. That holds what was checked, the versions of Labseal and of the system, memory and free disk, the address of the service, the data folder and watched folders by their paths (your home as ~), counts of files and changes by state, limits and rules, and the latest 20 mistakes of Labseal.',
        'It holds no name and no content of a file, no e-mail address and no sign-in.',
      ].join('\n\n'),
    )
    .option(
      '--save <file>',
      'write a report for whoever helps; an existing file is never overwritten',
    )
    .option('--json', 'print one JSON document')
    .action(async (options: DoctorOptions) => {
      const { save } = options;
      const target = save === undefined ? null : await chooseTarget('--save', save, null);
      const facts = await gatherDoctorFacts(readSettings(context.env), context.signal);
      const isKde = /\bKDE\b/i.test(context.env['XDG_CURRENT_DESKTOP'] ?? '');
      const found = { ...facts, program: { ...facts.program, isKde } };
      const checks = judgeFacts(found, Date.now());
      if (target === null) {
        await context.withoutCore(options, async (output) => report(checks, null, output));
        return;
      }
      await context.withApplication(options, async (application, output) => {
        await refuseWatched(target, application);
        // Without the sentences: they name whoever is signed in.
        const verdicts = checks.map(({ check, verdict }) => ({ check, verdict }));
        await saveDiagnostics(target, { checks: verdicts }, application, output);
        return report(checks, target.path, output);
      });
    });
}

const SUMMARY =
  'check this computer, the keychain, the service and the watched folders; says how to repair what is wrong, and changes nothing';

interface DoctorOptions {
  readonly json?: boolean;
  readonly save?: string;
}

type Check = Finding & { readonly check: string };

const MARKS: Readonly<Record<Verdict, string>> = {
  ok: 'ok',
  warning: 'warning',
  problem: 'PROBLEM',
  unchecked: 'unchecked',
};
const INDENT = ' '.repeat(11); // as wide as the widest mark and two spaces

/** `saved`: where a report goes; null: nowhere. */
function report(checks: readonly Check[], saved: string | null, output: Output): ExitCode {
  const problems = checks.filter(({ verdict }) => verdict === 'problem').length;
  const warnings = checks.filter(({ verdict }) => verdict === 'warning').length;
  output.json({ ok: problems === 0, checks, ...(saved === null ? {} : { path: saved }) });
  for (const { verdict, found, repair, command } of checks) {
    output.line(`${MARKS[verdict].padEnd(INDENT.length)}${found}`);
    if (repair !== null) output.line(`${INDENT}  ${repair}`);
    if (command !== null) output.line(`${INDENT}  $ ${command}`);
  }
  output.line();
  output.line(summary(problems, warnings));
  return problems === 0 ? EXIT.done : EXIT.needsPerson;
}

function summary(problems: number, warnings: number): string {
  const limits = warnings === 0 ? '' : `, ${counted(warnings, 'warning', 'warnings')}`;
  if (problems === 0) return `Nothing is wrong${limits}.`;
  return `${counted(problems, 'problem needs', 'problems need')} attention${limits}.`;
}

/** In the order in which things depend on each other, by names that stay the same in every version: scripts read them. */
const JUDGES: Readonly<Record<string, Judge>> = {
  program: judgeProgram,
  'data-folder': judgeDataFolder,
  lock: judgeLock,
  database: judgeDatabase,
  'disk-space': judgeDiskSpace,
  'token-store': judgeTokenStore,
  session: judgeSession,
  network: judgeNetwork,
  service: judgeService,
  clock: judgeClock,
  watcher: judgeTrials,
  watches: judgeWatches,
  'watch-instances': judgeInstances,
  'open-files': judgeOpenFiles,
  folder: judgeFolders,
};
type Judge = (facts: DoctorFacts, nowMs: number) => Finding | readonly Finding[] | null;

/** Judges what was found about a computer. Pure. */
export function judgeFacts(facts: DoctorFacts, nowMs: number): readonly Check[] {
  return Object.entries(JUDGES).flatMap(([check, judge]) =>
    [judge(facts, nowMs) ?? []].flat().map((finding) => Object.assign({ check }, finding)),
  );
}
