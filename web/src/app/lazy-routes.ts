import type { RouteObject } from 'react-router';
import { paths } from '../ui/page/paths.ts';
import { RouteError } from './shell/route-error.tsx';

/** Loaded on demand (router.ts), because every first page loads routes.tsx. By the `id` of the parent route. */
export const lazyRoutes: Readonly<Record<'user' | 'root', RouteObject[]>> = {
  user: [
    {
      path: paths.analytics,
      lazy: async () => ({
        Component: (await import('../insights/analytics/analytics-page.tsx')).AnalyticsPage,
      }),
    },
    {
      path: paths.connected,
      lazy: async () => ({
        Component: (await import('../account/instagram/connected-page.tsx')).ConnectedPage,
      }),
    },
    {
      path: paths.chooseAccounts,
      lazy: async () => ({
        Component: (await import('../account/instagram/choose-accounts-page.tsx')).ChoosePage,
      }),
    },
    {
      path: paths.report,
      lazy: async () => ({
        Component: (await import('../insights/report/report-page.tsx')).ReportPage,
      }),
    },
    {
      path: paths.templates,
      lazy: async () => ({
        Component: (await import('../library/templates/templates-page.tsx')).TemplatesPage,
      }),
    },
    {
      path: paths.mediaLibrary,
      lazy: async () => ({
        Component: (await import('../library/media/media-library-page.tsx')).MediaLibraryPage,
      }),
    },
    {
      path: paths.bulk,
      lazy: async () => ({
        Component: (await import('../planning/bulk/bulk-page.tsx')).BulkPage,
      }),
    },
    {
      path: paths.queue,
      lazy: async () => ({
        Component: (await import('../planning/queue/queue-page.tsx')).QueuePage,
      }),
    },
    {
      path: paths.manualPublishing,
      lazy: async () => ({
        Component: (await import('../planning/manual-publishing/manual-publishing-page.tsx'))
          .ManualPublishingPage,
      }),
    },
    {
      path: paths.userAccount,
      lazy: async () => ({
        Component: (await import('../account/account-page.tsx')).AccountPage,
      }),
    },
    {
      path: paths.members,
      lazy: async () => ({
        Component: (await import('../account/members/members-page.tsx')).MembersPage,
      }),
    },
    {
      path: paths.integrations,
      lazy: async () => ({
        Component: (await import('../account/integrations/integrations-page.tsx')).IntegrationsPage,
      }),
    },
  ],
  root: [
    {
      path: paths.forgotPassword,
      lazy: async () => ({
        Component: (await import('../public/auth/forgot-password-page.tsx')).ForgotPasswordPage,
      }),
    },
    {
      path: paths.invite,
      lazy: async () => ({
        Component: (await import('../account/members/invite-page.tsx')).InvitePage,
      }),
    },
    {
      path: paths.authCallback,
      lazy: async () => ({
        Component: (await import('../public/auth/callback-page.tsx')).CallbackPage,
      }),
    },
    {
      path: paths.resetPassword,
      lazy: async () => ({
        Component: (await import('../public/auth/reset-password-page.tsx')).ResetPasswordPage,
      }),
    },
    {
      path: paths.verifyEmail,
      lazy: async () => ({
        Component: (await import('../account/verification/verify-email-page.tsx')).VerifyEmailPage,
      }),
    },
    {
      path: paths.confirmEmail,
      lazy: async () => ({
        Component: (await import('../account/confirm-email-page.tsx')).ConfirmEmailPage,
      }),
    },
    {
      lazy: async () => ({ Component: (await import('./shell/app-frame.tsx')).BareFrame }),
      ErrorBoundary: RouteError,
      children: [
        {
          path: paths.createPost,
          lazy: async () => ({
            Component: (await import('../composer/create-post-page.tsx')).CreatePostPage,
          }),
        },
      ],
    },
    {
      path: paths.approve,
      lazy: async () => ({
        Component: (await import('../planning/approvals/approve-page.tsx')).ApprovePage,
      }),
    },
    {
      path: paths.deletion,
      lazy: async () => ({
        Component: (await import('../public/legal/deletion-page.tsx')).DeletionPage,
      }),
    },
  ],
};
