/** The way into the demo, where the host has one and this page can reach it. */
import { useCore } from '../../data/bridge-context.ts';
import { neighbourAddress } from '../../bridge/neighbour.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend, type Sending } from '../../data/use-send.ts';

const NOTHING = {};
const NEVER = [] as const;

export interface DemoDoor extends Pick<Sending<'demo.open'>, 'isPending' | 'fault'> {
  /** Opens it and goes there; null where there is none. A tunnel to the host does not lead to its demo. */
  readonly open: (() => void) | null;
}

export function useDemoDoor(leaveFor: (address: string) => void): DemoDoor {
  const { value: door } = useRead('demo.door', NOTHING, NEVER);
  const { send, isPending, fault } = useSend('demo.open');
  const { location } = window;
  const isInReach = door !== null && String(door.port) === location.port;
  // A window is not led away: its host shows the demo in the browser.
  const hasWindow = useCore(({ abilities }) => abilities.tray === true);
  const open = () =>
    send({}, ({ port, key }) => {
      if (!hasWindow) leaveFor(neighbourAddress(location, port, key));
    });
  return { open: isInReach || (hasWindow && door !== null) ? open : null, isPending, fault };
}
