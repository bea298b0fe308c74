/** What one page leaves for the next public page to say: `signedIn` or `signedOut` (8.8). */
export const messageKey = 'siteMessage'
