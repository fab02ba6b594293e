import type Database from 'better-sqlite3';

type Statement = Database.Statement;
type Values = readonly unknown[];

/** A statement that SQLite compiles when it is first run, with those of its ways that are used here. */
export class LateStatement {
  readonly #compile: () => Statement;
  #compiled: Statement | null = null;
  #plucks = false;

  constructor(compile: () => Statement) {
    this.#compile = compile;
  }

  get #statement(): Statement {
    if (this.#compiled !== null) return this.#compiled;
    const compiled = this.#compile();
    if (this.#plucks) compiled.pluck();
    this.#compiled = compiled;
    return compiled;
  }

  pluck(): this {
    this.#plucks = true;
    return this;
  }

  get(...values: Values): unknown {
    return this.#statement.get(...values);
  }

  all(...values: Values): readonly unknown[] {
    return this.#statement.all(...values);
  }

  iterate(...values: Values): IterableIterator<unknown> {
    return this.#statement.iterate(...values);
  }

  run(...values: Values): Database.RunResult {
    return this.#statement.run(...values);
  }
}
