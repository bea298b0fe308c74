/** What other features may use of support-views. */
export { toViewEvent } from './open-views.ts'
export { findLatestView } from './queries.ts'
export {
  endSupportViews,
  endViewOfOperator,
  findOpenView,
  openView,
  requestView,
} from './service.ts'
