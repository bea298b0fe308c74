/** Handlers of the operators' own calls: sign-in, operators and their log. */
import type { operatorLog } from '#contract/operator/operator-log.ts'
import type { operators } from '#contract/operator/operators.ts'
import type { refusedSignIns } from '#contract/operator/refused-sign-ins.ts'
import type { operatorSession } from '#contract/operator/session.ts'
import {
  readOperatorLogPage,
  readRefusedSignInPage,
} from '#server/features/operators/read-operator-log.ts'
import { readOperatorPage } from '#server/features/operators/read-operators.ts'
import { createOperator } from '#server/features/operators/create-operator.ts'
import { changeOperatorEnabled, editOperator } from '#server/features/operators/edit-operator.ts'
import { renewCredentials } from '#server/features/operators/operator-credentials.ts'
import type {
  OperatorCall,
  OperatorHandler,
  OperatorHandlers,
} from '#server/features/operators/operator.ts'
import {
  changeOwnPassword,
  endOperatorSession,
  signInOperator,
} from '#server/features/operators/sign-in.ts'
import { endSupportViews } from '#server/features/support-views/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { errorFields } from '#server/platform/log.ts'

const signIn: OperatorHandler<typeof operatorSession.signIn> = (typed, call) =>
  signInOperator(call, typed)

const signOut: OperatorHandler<typeof operatorSession.signOut> = async (_, call) => {
  await transaction(call.db, (tx) => endOperatorSession(tx, call.me))
  endViewsAfterwards(call)
  return null
}

const getOperator: OperatorHandler<typeof operatorSession.get> = async (_, { me }) => me

const changePassword: OperatorHandler<typeof operatorSession.changePassword> = async (
  typed,
  call,
) => {
  await changeOwnPassword(call, typed)
  endViewsAfterwards(call)
  return null
}

const pageOperators: OperatorHandler<typeof operators.page> = (query, { db, me, settings }) =>
  readOperatorPage(db, query, me, settings.timeZone)

const addOperator: OperatorHandler<typeof operators.create> = (typed, call) =>
  createOperator(call.db, call, typed, call.me, call.clock())

const saveOperator: OperatorHandler<typeof operators.edit> = async (typed, call) => {
  const { db, me, clock } = call
  await transaction(db, (tx) => editOperator(tx, typed, me, clock()))
  endViewsAfterwards(call)
  return null
}

const changeEnabled: OperatorHandler<typeof operators.changeEnabled> = async (
  { id, enabled },
  call,
) => {
  const { db, me, clock } = call
  const change = { id, enabled: enabled === 1 }
  await transaction(db, (tx) => changeOperatorEnabled(tx, change, me, clock()))
  endViewsAfterwards(call)
  return null
}

const renewOperator: OperatorHandler<typeof operators.renewCredentials> = ({ id }, call) => {
  endViewsAfterwards(call)
  return renewCredentials(call.db, call, id, call.me, call.clock())
}

const pageRefusedSignIns: OperatorHandler<typeof refusedSignIns.page> = (query, { db, settings }) =>
  readRefusedSignInPage(db, query, settings.timeZone)

const pageLog: OperatorHandler<typeof operatorLog.page> = (query, { db, settings }) =>
  readOperatorLogPage(db, query, settings.timeZone)

/**
 * After the commit, closes and logs the views whose operator was signed out, and informs the
 * customers.
 */
function endViewsAfterwards({ outerDb, clock, events, log, afterCommit }: OperatorCall): void {
  afterCommit(() => {
    void endSupportViews({ db: outerDb, clock, events }).catch((reason: unknown) =>
      log.warn('ended views could not be logged', errorFields(reason)),
    )
  })
}

export const sessionHandlers: OperatorHandlers['session'] = {
  signIn,
  signOut,
  get: getOperator,
  changePassword,
}

export const operatorAccountHandlers: OperatorHandlers['operators'] = {
  page: pageOperators,
  create: addOperator,
  edit: saveOperator,
  changeEnabled,
  renewCredentials: renewOperator,
}

export const operatorLogHandlers: OperatorHandlers['operatorLog'] = { page: pageLog }

export const refusedSignInHandlers: OperatorHandlers['refusedSignIns'] = {
  page: pageRefusedSignIns,
}
