/** A command of commander that is carried out with the application, and answers in JSON on request. */
import { Command } from 'commander';
import type { Application } from './application.ts';
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-code.ts';
import type { Output } from './output.ts';

const JSON_OPTION = ['--json', 'print one JSON document'] as const;

type Read<Subject> = (...given: never[]) => Subject;
type WorkAbout<Subject> = (
  application: Application,
  output: Output,
  subject: Subject,
  ...given: never[]
) => Promise<ExitCode>;
type Work = (application: Application, output: Output, ...given: never[]) => Promise<ExitCode>;

export class AnsweringCommand extends Command {
  readonly #context: CommandContext;

  constructor(name: string | undefined, context: CommandContext) {
    super(name);
    this.#context = context;
  }

  override createCommand(name?: string): AnsweringCommand {
    return new AnsweringCommand(name, this.#context);
  }

  /** Adds the work. `given`: the command's arguments, and its options after them. */
  works(work: Work, how: { readonly choosesService?: boolean } = {}): this {
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

  #worksAbout<Subject>(read: Read<Subject>, work: WorkAbout<Subject>, how = {}): this {
    return this.action((...all: unknown[]) => {
      const given = all.slice(0, -1) as never[]; // behind them stands the command itself
      const options = given.at(-1) as { readonly json?: boolean } | undefined;
      const subject = read(...given);
      return this.#context.withApplication({ ...how, ...options }, (application, output) =>
        work(application, output, subject, ...given),
      );
    });
  }
}
