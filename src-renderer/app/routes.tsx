/** Which address shows which screen. Screens are loaded when they are first needed. */
import { createHashRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import type { ReactElement } from 'react';
import { useCore } from '../data/bridge-context.ts';
import { DemoRibbon } from './demo-ribbon.tsx';
import { HealthArea } from './health-area.tsx';
import { BrokenPage, NotFoundPage, Starting, WaitingPage } from './plain-pages.tsx';
import styles from './shell.module.css';
import { Shell } from './shell.tsx';

/** The one thing about Labseal's health that concerns somebody who is not signed in. */
const HOST_LOST = [{ code: 'host-lost' }] as const;

/** Screens of the signed-in; everybody else is sent to the first page. */
function SignedIn(): ReactElement {
  const { link, status } = useCore((view) => view);
  if (link === 'refused' || status === null) return <WaitingPage link={link} />;
  if (status.session.state === 'signed-out') return <Navigate to="/welcome" replace />;
  return <Shell status={status} />;
}

function SignedOut(): ReactElement {
  const { link, status } = useCore((view) => view);
  const { pathname, state } = useLocation();
  const { isAgain = false } = Object(state) as { isAgain?: boolean };
  if (link === 'refused' || status === null) return <WaitingPage link={link} />;
  if (status.session.state === 'signed-in' && !isAgain) {
    // Who just signed in may be new; who is not is led on from there.
    return <Navigate to={pathname === '/sign-in' ? '/first' : '/'} replace />;
  }
  return (
    <div className={styles['plain']}>
      {status.demo !== undefined && <DemoRibbon demo={status.demo} session={status.session} />}
      <HealthArea items={link === 'lost' ? HOST_LOST : []} nowMs={0} />
      <Outlet />
    </div>
  );
}

const screen = (path: string, load: () => Promise<() => ReactElement>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

const ROUTES: RouteObject[] = [
  {
    Component: SignedOut,
    errorElement: <BrokenPage />,
    hydrateFallbackElement: <Starting />,
    children: [
      screen(
        '/welcome',
        async () => (await import('../features/session/welcome-screen.tsx')).WelcomeScreen,
      ),
      screen(
        '/sign-in',
        async () => (await import('../features/session/sign-in-screen.tsx')).SignInScreen,
      ),
      screen(
        '/register',
        async () => (await import('../features/session/register-screen.tsx')).RegisterScreen,
      ),
      screen(
        '/activate',
        async () => (await import('../features/session/activate-screen.tsx')).ActivateScreen,
      ),
      screen(
        '/forgot',
        async () => (await import('../features/session/forgot-screen.tsx')).ForgotScreen,
      ),
      screen(
        '/reset',
        async () => (await import('../features/session/reset-screen.tsx')).ResetScreen,
      ),
    ],
  },
  {
    Component: SignedIn,
    errorElement: <BrokenPage />,
    hydrateFallbackElement: <Starting />,
    children: [
      screen(
        '/',
        async () => (await import('../features/overview/overview-screen.tsx')).OverviewScreen,
      ),
      screen('/first', async () => (await import('./first-run-screen.tsx')).FirstRunScreen),
      screen(
        '/projects/:projectId/files',
        async () => (await import('./files-pages.tsx')).ProjectFilesPage,
      ),
      screen(
        '/projects/:projectId/files/:fileId',
        async () => (await import('./file-page.tsx')).FilePage,
      ),
      screen(
        '/projects/:projectId/platform',
        async () => (await import('./platform-page.tsx')).PlatformPage,
      ),
      screen(
        '/projects/:projectId/lineage',
        async () => (await import('../features/lineage/lineage-screen.tsx')).LineageScreen,
      ),
      screen(
        '/projects/:projectId/lineage/complete',
        async () => (await import('../features/lineage/complete-screen.tsx')).CompleteScreen,
      ),
      screen(
        '/projects/:projectId/folders',
        async () => (await import('../features/folders/folders-screen.tsx')).FoldersScreen,
      ),
      screen(
        '/projects/:projectId/folders/:folderId',
        async () => (await import('../features/folders/edit-folder-screen.tsx')).EditFolderScreen,
      ),
      screen(
        '/watch',
        async () => (await import('../features/folders/watch-folder-screen.tsx')).WatchFolderScreen,
      ),
      screen('/files', async () => (await import('./files-pages.tsx')).AllFilesPage),
      screen('/activity', async () => (await import('./activity-page.tsx')).ActivityPage),
      screen(
        '/credits',
        async () => (await import('../features/credits/credits-screen.tsx')).CreditsScreen,
      ),
      screen(
        '/outbox',
        async () => (await import('../features/outbox/outbox-screen.tsx')).OutboxScreen,
      ),
      screen(
        '/certificates',
        async () =>
          (await import('../features/certificates/certificates-screen.tsx')).CertificatesScreen,
      ),
      screen(
        '/projects/:projectId/files/:fileId/certificate',
        async () => (await import('./proof-screen.tsx')).ProofScreen,
      ),
      screen(
        '/verify',
        async () => (await import('../features/verify/verify-screen.tsx')).VerifyScreen,
      ),
      screen('/audits', async () => (await import('./audits-page.tsx')).AuditsPage),
      screen(
        '/audits/:runId',
        async () => (await import('../features/audit/audit-screen.tsx')).AuditScreen,
      ),
      screen(
        '/projects',
        async () => (await import('../features/projects/projects-screen.tsx')).ProjectsScreen,
      ),
      screen(
        '/projects/new',
        async () => (await import('../features/projects/new-project-screen.tsx')).NewProjectScreen,
      ),
      screen(
        '/projects/:projectId/members',
        async () => (await import('../features/members/members-screen.tsx')).MembersScreen,
      ),
      screen(
        '/projects/:projectId/details',
        async () =>
          (await import('../features/projects/project-details-screen.tsx')).ProjectDetailsScreen,
      ),
      screen('/tags', async () => (await import('../features/tags/tags-screen.tsx')).TagsScreen),
      screen(
        '/profile',
        async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
      ),
      screen(
        '/admin/users',
        async () => (await import('../features/admin/users-screen.tsx')).UsersScreen,
      ),
      screen(
        '/admin/users/:userId',
        async () => (await import('../features/admin/user-screen.tsx')).UserScreen,
      ),
      screen(
        '/settings',
        async () => (await import('./settings/settings-screen.tsx')).SettingsScreen,
      ),
      screen(
        '/settings/:section',
        async () => (await import('./settings/settings-screen.tsx')).SettingsScreen,
      ),
      screen(
        '/add',
        async () => (await import('../features/files/add-files-screen.tsx')).AddFilesScreen,
      ),
      screen(
        '/projects/:projectId/add',
        async () => (await import('../features/files/add-files-screen.tsx')).AddFilesScreen,
      ),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

export function makeRouter(): ReturnType<typeof createHashRouter> {
  return createHashRouter(ROUTES);
}
