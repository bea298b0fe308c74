/** What other features may use of budgets. */
export { refuseAboveCap } from './refuse-above-cap.ts'
export { isCapped, joinBudget, readBudgets } from './read-budgets.ts'
