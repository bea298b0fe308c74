/** What other features may use of budgets. */
export { assignGroups, isGroupOf } from './assign-groups.ts'
export { periodEndColumns, toCapLeft, type PeriodEnds } from './cap-left.ts'
export { refuseAboveBudget, refuseAboveCap } from './refuse-above-cap.ts'
export { isCapped, joinBudget, joinCharsLeft, readBudgets } from './read-budgets.ts'
