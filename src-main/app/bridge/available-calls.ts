/** Which calls exist here. What a host cannot do is as unknown as any other name. */
import type { CallName } from '../../../src-shared/bridge/calls.ts';
import type { HandlerParts } from './handlers.ts';

/** What some calls need: to be in the demo, a host that can open one, a window of our own. All others need nothing. */
const NEEDS: Readonly<Partial<Record<CallName, 'demo' | 'opener'>>> = {
  'demo.open': 'opener',
  'demo.reset': 'demo',
  'demo.setOffline': 'demo',
  'demo.endSession': 'demo',
};

export function existsHere(name: CallName, { engine, demoOpener, desktop }: HandlerParts): boolean {
  if (name.startsWith('desktop.')) return desktop !== undefined;
  const need = NEEDS[name];
  if (need === 'demo') return engine.demo !== null;
  return need === undefined || demoOpener !== undefined;
}
