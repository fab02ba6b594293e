/** Denies what the page of a window could do beyond its own page, for every contents there ever is. Decides nothing itself. */
import type { App, Session } from 'electron';
import { mayDownload, mayHave, mayNavigate } from '../desktop/navigation-policy.ts';

export interface GuardParts {
  readonly app: App;
  readonly session: Session;
  /** Shows it in the person's browser, if it may be shown there. */
  readonly openOutside: (address: string) => void;
}

export function guardContents({ app, session, openOutside }: GuardParts): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (!mayNavigate(event.url, event.isMainFrame)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: 'deny' };
    });
  });
  // A wrong certificate is refused by Chromium when nobody says otherwise; of one's own none is ever offered.
  app.on('select-client-certificate', (event) => event.preventDefault());
  app.on('login', (event) => event.preventDefault());
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(mayHave(permission, contents.getURL())),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayHave(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('will-download', (event, item) => {
    if (!mayDownload(item.getURL())) event.preventDefault();
  });
}
