/** The two views of the login page (2.5). */

/** Link to the other view. Preserves the query, including invitation code and redirect target. */
export function viewLink(type: '1' | '2'): string {
  const query = new URLSearchParams(location.search)
  query.set('type', type)
  return `/login?${query.toString()}`
}

/** Session storage key of the e-mail just registered, removed after sign-in. */
export const registeredKey = 'registered'
/** Session storage key of the reason why the invitation gave no reward, removed after sign-in. */
export const rewardRefusedKey = 'rewardRefused'
