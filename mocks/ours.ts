/** The demo's Trusted Types policy (`trusted-types demo`): its workers and its server's pages. */

type Trusted = { createHTML: (html: string) => string; createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: Trusted) => Trusted }

const asItIs: Trusted = { createHTML: (html) => html, createScriptURL: (url) => url }

export const ours: Trusted =
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('demo', asItIs) ?? asItIs
