/** Maps every call of the contract to its handler. */
import {
  editGroup,
  getBudget,
  getOwnBudget,
  moveToGroup,
  removeGroups,
  setBudget,
} from '#server/features/budgets/handlers.ts'
import { answerViewRequest, endView, leave } from '#server/features/support-views/handlers.ts'
import {
  allowSubAccountKeys,
  editKey,
  issueKey,
  revokeKey,
  rotateKey,
} from '#server/features/api-keys/handlers.ts'
import {
  editWebhook,
  addRobot,
  editRobot,
  registerWebhook,
  resendDelivery,
  resumeWebhook,
  rotateSecret,
  sendTestEvent,
  removeWebhooks,
} from '#server/features/webhooks/handlers.ts'
import {
  hideAddress,
  hideBodies,
  hidingFromSupport,
} from '#server/features/webhooks/hide-from-support.ts'
import {
  downloadDocument,
  startDocuments,
  uploadDocument,
} from '#server/features/documents/handlers.ts'
import { importTerms, withTermLimit } from '#server/features/glossaries/handlers.ts'
import {
  askForQuota,
  declineRequest,
  grantOtherAmounts,
  grantRequest,
  withdrawRequest,
} from '#server/features/quota-requests/handlers.ts'
import {
  getStatement,
  getStatementMail,
  getStatementPdf,
  pageStatements,
  saveStatementMail,
} from '#server/features/statements/handlers.ts'
import {
  askForFapiao,
  downloadFapiao,
  listInvoiceableOrders,
  withdrawFapiao,
} from '#server/features/fapiaos/handlers.ts'
import { addTitle, editTitle } from '#server/features/fapiaos/titles.ts'
import { handlersOfCollections } from '#server/collections.ts'
import { statements } from '#contract/statements.ts'
import { streamHandler, type Handlers, listServedExtensions } from '#server/http/handler.ts'
import {
  getBalanceAlert,
  saveBalanceAlert,
  changeAutoDistribution,
  distributeAll,
  distributeChars,
  distributeVoice,
  reclaimQuota,
} from '#server/features/ledger/handlers.ts'
import {
  checkAccount,
  checkUsername,
  signInHandler,
  signOut,
  getLoginLog,
  pageLoginLog,
} from '#server/features/identity/sign-in/handlers.ts'
import {
  endAllOtherSessions,
  endOneSession,
  pageSessions,
} from '#server/features/identity/sessions/handlers.ts'
import {
  getAlertSettings,
  saveQuietHours,
  setAlertMeans,
} from '#server/features/alerts/handlers.ts'
import { setAccountRole } from '#server/features/accounts/sub-accounts/set-account-role.ts'
import { cancelUser, getUser, updateUser } from '#server/features/accounts/handlers.ts'
import { changePassword } from '#server/features/identity/passwords/change-password.ts'
import { findEmail, register, sendVCode } from '#server/features/identity/registration/handlers.ts'
import { resetForgottenPassword } from '#server/features/identity/passwords/reset-forgotten-password.ts'
import { readInvitePage } from '#server/features/identity/registration/read-invites.ts'
import {
  countUnread,
  pageNotices,
  markNoticesRead,
  markNoticesUnread,
} from '#server/features/notifications/handlers.ts'
import {
  getChannelQuote,
  getOrderQuote,
  getSwitchableChannels,
  switchChannel,
} from '#server/features/packages/handlers.ts'
import {
  cancelOrder,
  checkPayment,
  getLastBought,
  getOrder,
  getPayChannels,
  getPayInfo,
  pageOrders,
  payOrder,
  payOrderAgain,
} from '#server/features/orders/handlers.ts'
import {
  askForRefund,
  previewRefund,
  withdrawRefund,
} from '#server/features/orders/refunds/handlers.ts'
import {
  createSavedView,
  editSavedView,
  listSavedViews,
  removeSavedView,
  setDefaultSavedView,
} from '#server/features/saved-views/handlers.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  signInWithTwoFactor,
} from '#server/features/identity/two-factor/handlers.ts'
import {
  listContacts,
  listContactPlatforms,
  getConfig,
  saveConfig,
  validateContact,
} from '#server/features/site/handlers.ts'
import {
  acceptInvitation,
  createInvitation,
  createSpace,
  declineInvitation,
  editSpace,
  leaveSpace,
  listSpaces,
  myInvitations,
  pageInvitations,
  pageMembers,
  removeInvitation,
  removeMember,
  removeSpace,
} from '#server/features/workspace/handlers.ts'
import { findInAccount } from '#server/features/global-search/handlers.ts'
import {
  changeEnabledMany,
  distributeMany,
  previewMany,
  reclaimMany,
} from '#server/features/accounts/sub-accounts/change-many.ts'
import {
  checkImport,
  hashPasswords,
  importMany,
} from '#server/features/accounts/sub-accounts/import-sub-accounts.ts'
import {
  changeEnabled,
  createSubAccount,
  endAllSubAccountSessions,
  endOneSubAccountSession,
  getSubAccountFans,
  getSubAccountHistory,
  getSubAccount,
  getSubAccountNames,
  pageSubAccounts,
  pageSubAccountSessions,
  removeSubAccounts,
  getSubAccountTotals,
  resetPassword,
  saveSubAccount,
} from '#server/features/accounts/sub-accounts/handlers.ts'
import {
  translationChannels,
  translationLanguages,
  pageTranslationLog,
  getDailyUsage,
  getTranslationUsage,
} from '#server/features/translation/handlers.ts'
import { compareChannels } from '#server/features/translation/compare-channels.ts'
import { translateText } from '#server/features/translation/translate-text.ts'
import { readAccountLogPage } from '#server/features/ledger/read-account-log.ts'
import { listChannels, listPackagesOnSale } from '#server/features/packages/queries.ts'
import { getUnitUsage, useImages, useVoice } from '#server/features/translation/use-units.ts'
import { forecastUsage } from '#server/features/translation/usage/forecast.ts'
import { readUsageByPerson } from '#server/features/translation/usage/queries.ts'
import { readReconciliation } from '#server/features/ledger/reconciliation/queries.ts'

export const handlers: Handlers = {
  login: {
    login: signInHandler,
    logout: signOut,
    checkAccount,
    checkUsername,
    sendVCode,
    register,
    findEmail,
    resetPassword: resetForgottenPassword,
  },
  users: {
    get: getUser,
    update: updateUser,
    changePassword,
    changeAutoDistribution,
    cancel: cancelUser,
  },
  invites: {
    page: (query, { db, me, settings }) => readInvitePage(db, me.ownerId, query, settings.timeZone),
  },
  subAccounts: {
    page: pageSubAccounts,
    totals: getSubAccountTotals,
    get: getSubAccount,
    names: getSubAccountNames,
    fans: getSubAccountFans,
    history: getSubAccountHistory,
    sessions: pageSubAccountSessions,
    endSession: endOneSubAccountSession,
    endSessions: endAllSubAccountSessions,
    create: createSubAccount,
    edit: saveSubAccount,
    setRole: setAccountRole,
    resetPassword,
    changeEnabled,
    remove: removeSubAccounts,
    distribute: distributeChars,
    distributeVoice,
    distributeAll,
    reclaim: reclaimQuota,
    previewMany,
    distributeMany,
    reclaimMany,
    changeEnabledMany,
    checkImport,
    hashPasswords,
    importMany,
  },
  globalSearch: { find: findInAccount },
  sessions: { page: pageSessions, end: endOneSession, endOthers: endAllOtherSessions },
  secondStep: {
    get: getTwoFactor,
    begin: beginTwoFactor,
    confirm: confirmTwoFactor,
    renewCodes: renewRecoveryCodes,
    disable: disableTwoFactor,
    signIn: signInWithTwoFactor,
  },
  loginLog: { page: pageLoginLog, get: getLoginLog },
  accountLog: {
    page: (query, { reads, me, settings }) =>
      readAccountLogPage(reads, me, query, settings.timeZone),
  },
  units: { useVoice, useImages, usage: getUnitUsage },
  usage: {
    daily: getDailyUsage,
    forecast: (_, { db, me, settings, clock }) => forecastUsage(db, me, settings.timeZone, clock()),
    people: ({ limit }, { db, me, settings, clock }) =>
      readUsageByPerson(db, me.ownerId, limit, settings.timeZone, clock()),
  },
  balanceAlert: { get: getBalanceAlert, save: saveBalanceAlert },
  alerts: {
    get: getAlertSettings,
    setMeans: setAlertMeans,
    saveQuietHours,
  },
  reconciliation: {
    get: (_, { db, me, settings }) => readReconciliation(db, me, settings.timeZone),
  },
  packages: {
    sale: (_, { reads }) => listPackagesOnSale(reads),
    channels: getSwitchableChannels,
    channelQuote: getChannelQuote,
    changeChannel: switchChannel,
  },
  channels: { list: (_, { reads }) => listChannels(reads) },
  orders: {
    page: pageOrders,
    get: getOrder,
    quote: getOrderQuote,
    pay: payOrder,
    payAgain: payOrderAgain,
    payInfo: getPayInfo,
    flush: checkPayment,
    cancel: cancelOrder,
    payChannels: getPayChannels,
    lastBought: getLastBought,
  },
  orderRefunds: { preview: previewRefund, ask: askForRefund, withdraw: withdrawRefund },
  translation: {
    languages: translationLanguages,
    channels: translationChannels,
    text: translateText,
    compare: compareChannels,
  },
  translationLog: { page: pageTranslationLog, usage: getTranslationUsage },
  spaces: {
    list: listSpaces,
    create: createSpace,
    edit: editSpace,
    remove: removeSpace,
    leave: leaveSpace,
  },
  spaceMembers: { page: pageMembers, remove: removeMember },
  spaceInvitations: {
    page: pageInvitations,
    create: createInvitation,
    remove: removeInvitation,
    mine: myInvitations,
    accept: acceptInvitation,
    decline: declineInvitation,
  },
  listViews: {
    list: listSavedViews,
    create: createSavedView,
    edit: editSavedView,
    remove: removeSavedView,
    setDefault: setDefaultSavedView,
  },
  customerService: {
    platforms: listContactPlatforms,
    list: listContacts,
    validate: validateContact,
  },
  siteConfig: { get: getConfig, save: saveConfig },
  notices: {
    stream: streamHandler,
    page: pageNotices,
    unread: countUnread,
    read: markNoticesRead,
    markUnread: markNoticesUnread,
  },
  supportViews: { answer: answerViewRequest, end: endView, leave },
  extensions: {
    list: (_, { drawStatement }) =>
      Promise.resolve(
        listServedExtensions(handlers).filter(
          (path) => path !== statements.pdf.path || drawStatement !== undefined,
        ),
      ),
  },
  // A handler of its own: `glossary: { ...handlersOfCollections.glossary, create: createTerm }`.
  ...handlersOfCollections,
  glossaryTerms: {
    ...handlersOfCollections.glossaryTerms,
    create: withTermLimit<'create'>(handlersOfCollections.glossaryTerms.create),
    edit: withTermLimit<'edit'>(handlersOfCollections.glossaryTerms.edit),
    import: importTerms(handlersOfCollections.glossaryTerms.import),
  },
  documents: {
    ...handlersOfCollections.documents,
    upload: uploadDocument,
    start: startDocuments,
    download: downloadDocument(handlersOfCollections.documents.get),
  },
  apiKeys: {
    ...handlersOfCollections.apiKeys,
    issue: issueKey,
    edit: editKey(handlersOfCollections.apiKeys.edit),
    rotate: rotateKey,
    revoke: revokeKey,
    allowSubAccounts: allowSubAccountKeys,
  },
  webhooks: {
    ...handlersOfCollections.webhooks,
    ...hidingFromSupport(handlersOfCollections.webhooks, hideAddress),
    remove: removeWebhooks(handlersOfCollections.webhooks.remove),
    register: registerWebhook,
    edit: editWebhook(handlersOfCollections.webhooks.edit),
    addRobot,
    editRobot,
    rotate: rotateSecret,
    sendTest: sendTestEvent,
    resume: resumeWebhook,
  },
  webhookDeliveries: {
    ...handlersOfCollections.webhookDeliveries,
    ...hidingFromSupport(handlersOfCollections.webhookDeliveries, hideBodies),
    resend: resendDelivery,
  },
  statements: { page: pageStatements, get: getStatement, pdf: getStatementPdf },
  statementMail: { get: getStatementMail, save: saveStatementMail },
  budgets: { get: getBudget, own: getOwnBudget, setBudget, moveToGroup },
  subAccountGroups: {
    ...handlersOfCollections.subAccountGroups,
    edit: editGroup(handlersOfCollections.subAccountGroups.edit),
    remove: removeGroups(handlersOfCollections.subAccountGroups.remove),
  },
  fapiaoTitles: {
    ...handlersOfCollections.fapiaoTitles,
    add: addTitle,
    edit: editTitle(handlersOfCollections.fapiaoTitles.edit),
  },
  fapiaos: {
    ...handlersOfCollections.fapiaos,
    orders: listInvoiceableOrders,
    ask: askForFapiao,
    withdraw: withdrawFapiao,
    download: downloadFapiao(handlersOfCollections.fapiaos.get),
  },
  quotaRequests: {
    ...handlersOfCollections.quotaRequests,
    ask: askForQuota,
    withdraw: withdrawRequest,
    grant: grantRequest,
    grantOther: grantOtherAmounts,
    decline: declineRequest,
  },
}
