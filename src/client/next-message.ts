/** Session storage key of the toast for the next public page: `signedIn` or `signedOut` (8.8). */
export const messageKey = 'siteMessage'
