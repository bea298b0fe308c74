/**
 * What the demo may make of text where its pages allow that only by name (`trusted-types demo`):
 * its two workers, and the pages of its own server.
 */

type Trusted = { createHTML: (html: string) => string; createScriptURL: (url: string) => string }
type Factory = { createPolicy: (name: string, rules: Trusted) => Trusted }

const asItIs: Trusted = { createHTML: (html) => html, createScriptURL: (url) => url }

export const ours: Trusted =
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('demo', asItIs) ?? asItIs
