/** Handlers for the session. Every change of the account ends the engine's run first; signing out forgets
 * the token before that. */
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

export function sessionHandlers({ engine }: HandlerParts): HandlersOf<'session'> {
  const { core } = engine;
  return {
    'session.state'() {
      const { server, state } = core.session();
      return ok({ server, session: state });
    },
    'session.checkServer': ({ server }) => core.checkServer(server),
    'session.signIn': ({ server, ...credentials }, signal) =>
      engine.changeAccount(() => core.signIn(server, credentials, signal)),
    async 'session.signOut'() {
      const leftover = await core.forgetSession(); // whatever else fails or hangs
      await engine.changeAccount(() => core.leaveAccount());
      return ok({ leftover });
    },
    // Another service replaces the connection, and with it the account.
    'session.register': ({ server, person }, signal) =>
      engine.changeAccount(() => done(core.register(server, person, signal))),
    'session.activate': ({ server, pasted }, signal) =>
      engine.changeAccount(() => done(core.activate(server, pasted, signal))),
    'session.forgot': ({ server, email }, signal) =>
      engine.changeAccount(async () => {
        const asked = await done(core.forgotPassword(server, email, signal));
        return asked.ok || asked.fault.kind !== 'not-found' ? asked : ok(null);
      }),
    'session.reset': ({ server, pasted, password }, signal) =>
      engine.changeAccount(() => done(core.resetPassword(server, { pasted, password }, signal))),
  };
}

/** The content of these answers is not needed: only success or failure counts. */
async function done(answer: Promise<Result<unknown, CoreFault>>): Promise<Result<null, CoreFault>> {
  const given = await answer;
  return given.ok ? ok(null) : given;
}
