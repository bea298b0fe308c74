/** Hosts that a payment form may post to, for the page and the Content Security Policy. */

/** Alipay and its sandbox (spec 4.8). */
export const alipayHosts = ['openapi.alipay.com', 'openapi-sandbox.dl.alipaydev.com'] as const

/** Parses the comma-separated hosts of `VITE_PAY_HOSTS`, allowed in addition. */
export const parseHosts = (text: string | undefined): string[] =>
  (text ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || [])

/** Whether the text is a host name with an optional port; prevents injection into the policy. */
export const isHost = (text: string): boolean =>
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(text)
