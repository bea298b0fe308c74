/**
 * The few places where text may become markup, each under a name that the policy of our pages
 * grants (`trusted-types`, W3C Trusted Types).
 */

type Markup = (html: string) => string
type Factory = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string | null },
  ) => { createHTML: Markup }
  readonly defaultPolicy: object | null
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

/**
 * Markup that may be used where its maker says so; to be called once for a name. It passes for a
 * string, as which the DOM's own types know it.
 */
export function trustedTypes(name: 'parsed' | 'redrawn'): Markup {
  const policy = factory?.createPolicy(name, { createHTML: (html) => html })
  return (html) => policy?.createHTML(html) ?? html
}

/**
 * Lets libraries set text that has no tag in it: antd writes its style sheets into the page as
 * `innerHTML`. Whatever else is set without a name is refused, and everything is before this is
 * called.
 */
export function trustStyles(): void {
  if (factory && !factory.defaultPolicy)
    factory.createPolicy('default', { createHTML: (html) => (html.includes('<') ? null : html) })
}
