/** What other features may use of support-views. */
export { endSupportViews, endViewOfOperator } from './end-view.ts'
export { findOpenView } from './find-open-view.ts'
export { openView } from './open-view.ts'
export { findLatestView } from './queries.ts'
export { requestView } from './request-view.ts'
export { toViewEvent } from './stored-views.ts'
