/** Which address shows which screen. Screens are loaded when they are first needed. */
import { createHashRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router';
import type { ReactElement } from 'react';
import { useCore } from '../data/bridge-context.ts';
import { useLatestProofs } from '../data/use-latest-proofs.ts';
import { JUST_OPENED, pathTo, ROUTES } from '../paths.ts';
import { DemoRibbon } from './shell/demo-ribbon.tsx';
import { HealthArea } from './shell/health-area.tsx';
import { BrokenPage, BrokenScreen, NotFoundPage, Starting, WaitingPage } from './plain-pages.tsx';
import { loadScreen, pagePart } from '../ui/layout/page-part.tsx';
import styles from './shell/shell.module.css';
import { Shell } from './shell/shell.tsx';

/** The one thing about Labseal's health that concerns somebody who is not signed in. */
const HOST_LOST = [{ code: 'host-lost' }] as const;

/** Screens of the signed-in; everybody else is sent to the first page, but for the guide: it helps to sign in. */
function SignedIn(): ReactElement {
  const { link, status, account } = useCore((view) => view);
  const { pathname } = useLocation();
  if (link === 'refused' || status === null) return <WaitingPage link={link} />;
  if (status.session.state !== 'signed-out') return <Shell status={status} />;
  // Who was here until somebody signed out has an account; who was not may want one.
  const first = account === null ? ROUTES.welcome : ROUTES.signIn;
  if (pathname !== ROUTES.help) return <Navigate to={first} replace />;
  return (
    <div className={styles['plain']}>
      <Outlet />
    </div>
  );
}

function SignedOut(): ReactElement {
  const { link, status } = useCore((view) => view);
  const { pathname, state } = useLocation();
  const { isAgain = false } = Object(state) as { isAgain?: boolean };
  if (link === 'refused' || status === null) return <WaitingPage link={link} />;
  if (status.session.state === 'signed-in' && !isAgain) {
    // Who just signed in may be new; who is not is led on from there.
    return <Navigate to={pathname === ROUTES.signIn ? ROUTES.firstRun : ROUTES.overview} replace />;
  }
  return (
    <div className={styles['plain']}>
      {status.demo !== undefined && <DemoRibbon demo={status.demo} session={status.session} />}
      <HealthArea items={link === 'lost' ? HOST_LOST : []} nowMs={0} isNews={() => true} />
      <Outlet />
    </div>
  );
}

/** Somebody's own Labseal begins with what waits for them, the demo with what Labseal is for: a certificate. */
function Beginning(): ReactElement | null {
  const isDemo = useCore(({ status }) => status?.demo !== undefined);
  const { proofs, isRead } = useLatestProofs({ isWanted: isDemo });
  if (isDemo && !isRead) return null;
  const [latest] = proofs;
  const to =
    latest === undefined ? ROUTES.overview : pathTo('certificate', latest.projectId, latest.fileId);
  return <Navigate to={to} replace />;
}

/** What breaks inside a screen leaves the frame around it standing. */
const screen = (path: string, fetchScreen: () => Promise<() => ReactElement>): RouteObject => {
  const part = pagePart(fetchScreen);
  return {
    path,
    errorElement: <BrokenScreen />,
    lazy: async () => ({ Component: await loadScreen(part) }),
  };
};

const signedOut = () => import('../features/session/signed-out-screens.tsx');
const settings = async () => (await import('./settings/settings-screen.tsx')).SettingsScreen;
const addFiles = async () =>
  (await import('../features/files/add-files-screen.tsx')).AddFilesScreen;

const SCREENS: RouteObject[] = [
  {
    Component: SignedOut,
    errorElement: <BrokenPage />,
    hydrateFallbackElement: <Starting />,
    children: [
      screen(
        ROUTES.welcome,
        async () => (await import('../features/session/welcome-screen.tsx')).WelcomeScreen,
      ),
      screen(ROUTES.signIn, async () => (await signedOut()).SignInScreen),
      screen(ROUTES.register, async () => (await signedOut()).RegisterScreen),
      screen(ROUTES.activate, async () => (await signedOut()).ActivateScreen),
      screen(ROUTES.forgotPassword, async () => (await signedOut()).ForgotScreen),
      screen(ROUTES.resetPassword, async () => (await signedOut()).ResetScreen),
    ],
  },
  {
    Component: SignedIn,
    errorElement: <BrokenPage />,
    hydrateFallbackElement: <Starting />,
    children: [
      screen(
        ROUTES.overview,
        async () => (await import('../features/overview/overview-screen.tsx')).OverviewScreen,
      ),
      screen(
        ROUTES.firstRun,
        async () => (await import('./first-run/first-run-screen.tsx')).FirstRunScreen,
      ),
      screen(
        ROUTES.projectFiles,
        async () => (await import('../features/files/files-screen.tsx')).ProjectFilesScreen,
      ),
      screen(
        ROUTES.file,
        async () => (await import('../features/files/file-screen.tsx')).FileScreen,
      ),
      screen(
        ROUTES.platform,
        async () => (await import('../features/platform/platform-screen.tsx')).PlatformScreen,
      ),
      screen(
        ROUTES.lineage,
        async () => (await import('../features/lineage/lineage-screen.tsx')).LineageScreen,
      ),
      screen(
        ROUTES.completeLineage,
        async () => (await import('../features/lineage/complete-screen.tsx')).CompleteScreen,
      ),
      screen(
        ROUTES.folders,
        async () => (await import('../features/folders/folders-screen.tsx')).FoldersScreen,
      ),
      screen(
        ROUTES.folder,
        async () => (await import('../features/folders/edit-folder-screen.tsx')).EditFolderScreen,
      ),
      screen(
        ROUTES.watch,
        async () => (await import('../features/folders/watch-folder-screen.tsx')).WatchFolderScreen,
      ),
      screen(
        ROUTES.files,
        async () => (await import('../features/files/files-screen.tsx')).AllFilesScreen,
      ),
      screen(
        ROUTES.activity,
        async () => (await import('../features/activity/activity-screen.tsx')).ActivityScreen,
      ),
      screen(
        ROUTES.credits,
        async () => (await import('../features/credits/credits-screen.tsx')).CreditsScreen,
      ),
      screen(
        ROUTES.outbox,
        async () => (await import('../features/outbox/outbox-screen.tsx')).OutboxScreen,
      ),
      screen(
        ROUTES.certificates,
        async () =>
          (await import('../features/certificates/certificates-screen.tsx')).CertificatesScreen,
      ),
      screen(
        ROUTES.certificate,
        async () =>
          (await import('../features/certificates/certificate-screen.tsx')).CertificateScreen,
      ),
      screen(
        ROUTES.verify,
        async () => (await import('../features/verify/verify-screen.tsx')).VerifyScreen,
      ),
      screen(
        ROUTES.audits,
        async () => (await import('../features/audit/audits-screen.tsx')).AuditsScreen,
      ),
      screen(
        ROUTES.audit,
        async () => (await import('../features/audit/audit-screen.tsx')).AuditScreen,
      ),
      screen(
        ROUTES.projects,
        async () => (await import('../features/projects/projects-screen.tsx')).ProjectsScreen,
      ),
      screen(
        ROUTES.newProject,
        async () => (await import('../features/projects/new-project-screen.tsx')).NewProjectScreen,
      ),
      screen(
        ROUTES.members,
        async () => (await import('../features/members/members-screen.tsx')).MembersScreen,
      ),
      screen(
        ROUTES.projectDetails,
        async () =>
          (await import('../features/projects/project-details-screen.tsx')).ProjectDetailsScreen,
      ),
      screen(
        ROUTES.tags,
        async () => (await import('../features/tags/tags-screen.tsx')).TagsScreen,
      ),
      screen(
        ROUTES.profile,
        async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
      ),
      screen(
        ROUTES.users,
        async () => (await import('../features/admin/users-screen.tsx')).UsersScreen,
      ),
      screen(
        ROUTES.user,
        async () => (await import('../features/admin/user-screen.tsx')).UserScreen,
      ),
      screen(
        ROUTES.help,
        async () => (await import('../features/help/help-screen.tsx')).HelpScreen,
      ),
      screen(ROUTES.settings, settings),
      screen(ROUTES.settingsSection, settings),
      screen(ROUTES.addFiles, addFiles),
      screen(ROUTES.addProjectFiles, addFiles),
      { path: JUST_OPENED, Component: Beginning },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

export function makeRouter(): ReturnType<typeof createHashRouter> {
  return createHashRouter(SCREENS);
}
