/** Addresses of the console. Separate from `routes.ts`, which the login page loads. */

/** All console pages, including those not implemented (spec 2.4). */
export const consoleRoutes = [
  '/UserCenterIndex',
  '/UserCenterInfo',
  '/UserCenterChangePassword',
  '/UserCenterExit',
  '/UserCenterSecondStep',
  '/UserCenterSessions',
  '/UserCenterLoginLog',
  '/UserCenterChild',
  '/UserCenterSubAccount',
  '/UserCenterRecharge',
  '/UserCenterAccountLog',
  '/UserCenterChangeTranslateLog',
  '/UserCenterChangeTranslateTest',
  '/UserCenterOrder',
  '/UserCenterInvite',
  '/UserCenterNotices',
  '/UserWorkSpace',
  '/UserCenterApiKeys',
  '/UserCenterGlossaries',
  '/UserCenterGlossaryTerms',
  '/UserCenterWebhooks',
  '/UserCenterWebhookDeliveries',
  '/UserCenterQuotaRequests',
  '/UserCenterDocuments',
] as const
