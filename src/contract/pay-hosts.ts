/**
 * Where a payment's form may be posted to: the page that posts it and the policy that the server
 * sends with the page read the same.
 */

/** Alipay and its sandbox (spec 4.8). */
export const alipayHosts = ['openapi.alipay.com', 'openapi-sandbox.dl.alipaydev.com'] as const

/** The hosts that `VITE_PAY_HOSTS` names, which are allowed besides. */
export const hostsIn = (text: string | undefined): string[] =>
  (text ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || [])

/** A name, or one with a port: nothing that could say more in a policy. */
export const isHost = (text: string): boolean =>
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(text)
