/** What every command works with: settings, output, and the core opened for as long as the command runs. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { diskFaultOf } from '../../platform/errno.ts';
import type { Core } from '../../app/create-core.ts';
import { type Result, assertNever } from '../../../src-shared/model/result.ts';
import type { Application } from './application.ts';
import { CommandFault, type ExitCode, UsageError } from './exit-code.ts';
import { makeOutput, type Output } from './output.ts';
import { readSettings, type ProcessEnvironment } from './process-environment.ts';
import { shellWord } from '../../../src-shared/model/text/shell-word.ts';
import type { OpenFolder } from '../../platform/disk/close-folder.ts';

interface Asked {
  readonly json?: boolean;
}
type CoreWork = (core: Core, output: Output) => Promise<ExitCode>;
type ApplicationWork = (application: Application, output: Output) => Promise<ExitCode>;
type Work = (output: Output) => Promise<ExitCode>;
export type Without = (output: Output, fault: CoreFault) => Promise<ExitCode> | null;

export type CommandContext = ReturnType<typeof makeContext>;

/** `isQuiet` is asked once the command line has been read. */
export function makeContext(
  environment: ProcessEnvironment,
  exitWith: (code: ExitCode) => void,
  isQuiet: () => boolean,
) {
  const { env, signal, clock } = environment;
  let hasAnswered = false;
  const output = ({ json = false }: Asked) =>
    makeOutput(environment, json, {
      isQuiet: isQuiet(),
      onDocument() {
        if (hasAnswered) throw new Error('a command answers with one document');
        hasAnswered = true;
      },
    });
  /** Of a command that has opened the data folder. */
  const outputAt = (options: Asked, openDataFolder: OpenFolder | null) => {
    signal.throwIfAborted(); // it may have been opened for want of a keychain's answer
    const out = output(options);
    if (openDataFolder !== null) out.note(openFolderSentence(openDataFolder));
    return out;
  };
  return {
    ...environment,
    exitWith,
    /** Whether a JSON document was printed. */
    hasAnswered: () => hasAnswered,
    /**
     * Runs a command's work with the application, in this process or in the one that holds the data folder, and keeps
     * the exit code. `choosesService`: the command names the service itself. `without`: what is still possible where
     * neither can be had; null: nothing, and the command ends there.
     */
    async withApplication(
      options: Asked & { readonly choosesService?: boolean },
      work: ApplicationWork,
      without: Without = () => null,
    ): Promise<void> {
      const { openApplication } = await import('./application.ts');
      let isLateTold = false;
      const onLate = (server: string) => {
        if (!isLateTold) output(options).aside(lateText(server));
        isLateTold = true;
      };
      let application: Application;
      try {
        const { choosesService } = options;
        application = valueOf(
          await openApplication(readSettings(env), { clock, signal, onLate }, choosesService),
        );
      } catch (error) {
        const rest = error instanceof CommandFault ? without(output(options), error.fault) : null;
        if (rest === null) throw error;
        exitWith(await rest);
        return;
      }
      try {
        exitWith(await work(application, outputAt(options, application.openDataFolder)));
      } finally {
        await application.close();
      }
    },
    /** Runs a command's work with the core, closes it, and keeps the exit code. */
    async withCore(options: Asked, work: CoreWork): Promise<void> {
      const settings = readSettings(env);
      try {
        const { openCore } = await import('../../app/create-core.ts');
        const core = valueOf(await openCore(settings, { clock }, signal));
        try {
          exitWith(await work(core, outputAt(options, core.openDataFolder)));
        } finally {
          await core.close();
        }
      } catch (error) {
        if (error instanceof UsageError || error instanceof CommandFault) throw error; // it knows better
        const fault = diskFaultOf(error, settings.dataFolder);
        throw fault === null ? error : new CommandFault(fault);
      }
    },
    /** Runs work that leaves the data folder alone, and keeps the exit code. */
    async withoutCore(options: Asked, work: Work): Promise<void> {
      exitWith(await work(output(options)));
    },
  };
}

/** Once a request has waited for its answer for a few seconds. */
export function lateText(server: string): string {
  return `The service at ${server} does not answer yet; waiting for it …`;
}

/** The value of a result; throws `CommandFault`, which ends the command with its sentence and exit code. */
export function valueOf<Value>(result: Result<Value, CoreFault>): Value {
  if (!result.ok) throw new CommandFault(result.fault);
  return result.value;
}

/** What is said about a data folder that others may look into, and that Labseal left as it is. */
function openFolderSentence({ why, path }: OpenFolder): string {
  const open = `Other users of this computer may look into ${path}, Labseal's data folder.`;
  switch (why) {
    case 'holds-other-files':
      return `${open} Labseal did not change that, because the folder holds other files too. Close it with "chmod 700 ${shellWord(path, 'posix')}", or name a folder of its own with LABSEAL_HOME.`;
    case 'not-ours':
      return `${open} It belongs to another user. Name a folder of your own with LABSEAL_HOME.`;
    case 'unchangeable':
      return `${open} Its permissions cannot be changed on this drive. Name a folder on another disk with LABSEAL_HOME.`;
    default:
      return assertNever(why);
  }
}
