/** Trusted Types policies, under the names that the Content-Security-Policy allows. */

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
 * Creates the policy `name`; call once per name. Typed as string because the DOM types lack
 * TrustedHTML.
 */
export function createMarkupPolicy(name: 'parsed' | 'redrawn'): Markup {
  const policy = factory?.createPolicy(name, { createHTML: (html) => html })
  return (html) => policy?.createHTML(html) ?? html
}

/**
 * Default policy that accepts `innerHTML` without tags, which antd uses to insert style sheets. All
 * other unnamed HTML is rejected, as is everything before this call.
 */
export function trustStyles(): void {
  if (factory && !factory.defaultPolicy)
    factory.createPolicy('default', { createHTML: (html) => (html.includes('<') ? null : html) })
}
