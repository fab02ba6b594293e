/** A command of commander that is carried out with the application, and answers in JSON on request. */
import { Command } from 'commander';
import type { Application } from './application.ts';
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './exit-code.ts';
import type { Output } from './output.ts';

export class AnsweringCommand extends Command {
  readonly #context: CommandContext;

  constructor(name: string | undefined, context: CommandContext) {
    super(name);
    this.#context = context;
  }

  override createCommand(name?: string): AnsweringCommand {
    return new AnsweringCommand(name, this.#context);
  }

  /** Adds `--json`, and the work. `given`: the command's arguments, and its options after them. */
  answers(
    work: (application: Application, output: Output, ...given: never[]) => Promise<ExitCode>,
  ): this {
    return this.answersAbout(
      () => null,
      (application, output, _nothing, ...given) => work(application, output, ...given),
    );
  }

  /** The same about what `read` makes of a line; it throws `UsageError` before anything is opened. */
  answersAbout<Subject>(
    read: (...given: never[]) => Subject,
    work: (
      application: Application,
      output: Output,
      subject: Subject,
      ...given: never[]
    ) => Promise<ExitCode>,
  ): this {
    return this.option('--json', 'print one JSON document').action((...all: unknown[]) => {
      const given = all.slice(0, -1) as never[]; // behind them stands the command itself
      const options = given.at(-1) as { readonly json?: boolean } | undefined;
      const subject = read(...given);
      return this.#context.withApplication(options ?? {}, (application, output) =>
        work(application, output, subject, ...given),
      );
    });
  }
}
