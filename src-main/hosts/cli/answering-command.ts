/** A command of commander that is carried out with the application, and answers in JSON on request. */
import { Command, Option, type OptionValues } from 'commander';
import type { Application } from './application.ts';
import type { CommandContext, Without } from './command-context.ts';
import { type ExitCode, UsageError } from './exit-code.ts';
import type { Output } from './output.ts';

/** For a command that the help does not show any more. */
export const HIDDEN = { hidden: true } as const;
const JSON_OPTION = ['--json', 'print one JSON document'] as const;

type Read<Subject> = (...given: never[]) => Subject;
type WorkAbout<Subject> = (
  application: Application,
  output: Output,
  subject: Subject,
  ...given: never[]
) => Promise<ExitCode>;
type Work = (application: Application, output: Output, ...given: never[]) => Promise<ExitCode>;

interface How {
  /** It names the service itself. */
  readonly choosesService?: boolean;
  /** What is still possible without the data folder. */
  readonly without?: Without;
}

export class AnsweringCommand extends Command {
  readonly #context: CommandContext;
  #now: string | null = null;

  constructor(name: string | undefined, context: CommandContext) {
    super(name);
    this.#context = context;
  }

  override createCommand(name?: string): AnsweringCommand {
    return new AnsweringCommand(name, this.#context);
  }

  /** A command that this one had once. `instead`: the sentence that says what does its work now, whatever else is asked. */
  hadCommand(name: string, instead: string): this {
    this.command(name, HIDDEN)
      .argument('[rest...]')
      .allowUnknownOption()
      .action(() => {
        throw new UsageError(instead);
      });
    return this;
  }

  /** It is called otherwise now and works for one more version. `line`: as it is written now. */
  isNow(line: string): this {
    this.#now = line;
    return this.description(`the former name of "labseal ${line}"`);
  }

  /** An option that this command had once. `instead`: the sentence that says what does its work now. */
  had(flags: string, instead: string): this {
    const refuse = (): never => {
      throw new UsageError(instead);
    };
    return this.addOption(new Option(flags).hideHelp().preset('given').argParser(refuse));
  }

  /** Adds the work. `given`: the command's arguments, and its options after them. */
  works(work: Work, how: How = {}): this {
    return this.#worksAbout(
      () => null,
      (application, output, _nothing, ...given) => work(application, output, ...given),
      how,
    );
  }

  /** The same, and `--json`. */
  answers(work: Work): this {
    return this.option(...JSON_OPTION).works(work);
  }

  /** The same about what `read` makes of a line; it throws `UsageError` before anything is opened. */
  answersAbout<Subject>(read: Read<Subject>, work: WorkAbout<Subject>): this {
    return this.option(...JSON_OPTION).#worksAbout(read, work);
  }

  /** A noun that is a command itself takes options behind its verbs for its own. */
  #ofNoun(): OptionValues {
    const noun = this.parent?.parent === null ? null : this.parent;
    const given = noun?.opts() ?? {};
    const other = Object.keys(given).find(
      (name) => !this.options.some((option) => option.attributeName() === name),
    );
    if (other === undefined) return given;
    throw new UsageError(`"${noun?.name()} ${this.name()}" has no option --${other}.`);
  }

  #worksAbout<Subject>(
    read: Read<Subject>,
    work: WorkAbout<Subject>,
    { without, ...how }: How = {},
  ): this {
    return this.action((...all: unknown[]) => {
      const values = all.slice(0, -2); // behind them stand the options, and the command itself
      const options: { readonly json?: boolean } = { ...this.#ofNoun(), ...this.opts() };
      const given = [...values, options] as never[];
      const subject = read(...given);
      return this.#context.withApplication(
        { ...how, ...options },
        (application, output) => {
          if (this.#now !== null) output.aside(`Write "labseal ${this.#now}" from now on.`);
          return work(application, output, subject, ...given);
        },
        without,
      );
    });
  }
}
