/** The page's one connection to the core: its small state, and its answers while they are shown. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { BridgeContext, type CoreConnection } from './bridge-context.ts';
import { makeCoreStore } from './core-store.ts';
import { keepQueriesFresh, makeQueryClient } from './query-client.ts';

export interface Connection extends CoreConnection {
  readonly queries: QueryClient;
}

/** Listens to the core as long as the page lives. */
export function connect(bridge: Bridge): Connection {
  const { store } = makeCoreStore(bridge);
  const queries = makeQueryClient();
  keepQueriesFresh(bridge, queries);
  // Before anything is drawn for the account that signed in, so that it is shown no answer given to another.
  store.subscribe(({ accountChanges }, before) => {
    if (accountChanges !== before.accountChanges) queries.clear();
  });
  return { bridge, store, queries };
}

export function ConnectionProvider({
  connection,
  children,
}: Readonly<{ connection: Connection; children: ReactNode }>): ReactElement {
  return (
    <BridgeContext value={connection}>
      <QueryClientProvider client={connection.queries}>{children}</QueryClientProvider>
    </BridgeContext>
  );
}
