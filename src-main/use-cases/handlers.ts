/** The handlers of the contract's calls: one function for each, whose input has passed its schema. */
import type { CallName, CallOutput, CheckedInput } from '../../src-shared/bridge/calls.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { Account } from '../app/account.ts';
import type { AccountBase } from '../app/account-base.ts';
import type { Engine } from '../app/engine.ts';
import type { FindRoots } from '../features/folders/folder-tree.ts';
import type { DemoOpener } from '../app/demo-controls.ts';
import type { CoreSettings } from '../app/settings.ts';

export type Answer<Name extends CallName> = Result<CallOutput<Name>, CoreFault>;
export type Handler<Name extends CallName> = (
  input: CheckedInput<Name>,
  signal: AbortSignal,
) => Answer<Name> | Promise<Answer<Name>>;

/** Handlers of all calls of these nouns. */
export type HandlersOf<Noun extends string> = {
  readonly [Name in Extract<CallName, `${Noun}.${string}`>]: Handler<Name>;
};

export interface HandlerParts {
  readonly engine: Engine;
  readonly settings: CoreSettings;
  /** Where a person may browse for a folder. */
  readonly places: FindRoots;
  /** Absent where no demo can be opened. */
  readonly demoOpener?: DemoOpener | undefined;
  /** Absent where there is no window of our own. */
  readonly desktop?: HandlersOf<'desktop'> | undefined;
}

/** Works with the account of this computer; without one it answers that there is none. */
export async function withAccount<Value>(
  { engine }: Pick<HandlerParts, 'engine'>,
  work: (account: Account) => Result<Value, CoreFault> | Promise<Result<Value, CoreFault>>,
): Promise<Result<Value, CoreFault>> {
  await engine.core.loadAccount();
  const account = engine.core.account();
  return account.ok ? work(account.value) : account;
}

/** The same with what is used of the account alone, such as `use(bindAudits)`: nothing else of it is loaded. */
export async function withBase<Value>(
  { engine }: Pick<HandlerParts, 'engine'>,
  work: (account: AccountBase) => Result<Value, CoreFault> | Promise<Result<Value, CoreFault>>,
): Promise<Result<Value, CoreFault>> {
  const account = engine.core.accountBase();
  return account.ok ? work(account.value) : account;
}

/** What a call does with the account. */
type OnAccount<Name extends CallName, Opened> = (
  account: Opened,
  input: CheckedInput<Name>,
  signal: AbortSignal,
) => Answer<Name> | Promise<Answer<Name>>;

/** Handlers that work with the account of this computer; without one each answers that there is none. */
export function accountHandlers<Name extends CallName>(
  parts: Pick<HandlerParts, 'engine'>,
  handlers: { readonly [Each in Name]: OnAccount<Each, Account> },
): { readonly [Each in Name]: Handler<Each> } {
  return mapped(
    handlers,
    (handle) => (input, signal) => withAccount(parts, (account) => handle(account, input, signal)),
  );
}

/** The same with what is used of the account alone, such as `use(bindAudits)`: nothing else of it is loaded. */
export function baseHandlers<Name extends CallName>(
  parts: Pick<HandlerParts, 'engine'>,
  handlers: { readonly [Each in Name]: OnAccount<Each, AccountBase> },
): { readonly [Each in Name]: Handler<Each> } {
  return mapped(
    handlers,
    (handle) => (input, signal) => withBase(parts, (account) => handle(account, input, signal)),
  );
}

function mapped<Name extends CallName, Opened>(
  handlers: { readonly [Each in Name]: OnAccount<Each, Opened> },
  handlerOf: <Each extends Name>(handle: OnAccount<Each, Opened>) => Handler<Each>,
): { readonly [Each in Name]: Handler<Each> } {
  const entries = Object.entries<OnAccount<Name, Opened>>(handlers);
  const made = entries.map(([name, handle]) => [name, handlerOf(handle)] as const);
  return Object.fromEntries(made) as unknown as { readonly [Each in Name]: Handler<Each> };
}
