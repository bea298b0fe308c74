/** `llms.txt`: what assistants find on the site, in English (llmstxt.org). */
import { businessValues } from '#contract/business-values.ts'
import type { SiteRoute } from '#client/routes.ts'
import { developersMarkdownPath } from '#landing/developers/document.ts'
import { sitePathIn } from '#landing/site-links.ts'
import { interpolate } from '#locales/messages.ts'
import { en as frame } from '#locales/site/frame.ts'
import { en as developers } from '#locales/site/developers.ts'
import { en as guide } from '#locales/site/guide.ts'
import { en as price } from '#locales/site/price.ts'
import { en as about } from '#locales/site/about.ts'
import { en as shared } from '#locales/shared.ts'

/** `origin`: of the site, such as `https://www.example.com`. */
export function llmsText(origin: string): string {
  const link = (label: string, path: string, description: string) =>
    `- [${label}](${origin}${path}): ${interpolate(description, businessValues.en)}`
  const page = (route: SiteRoute, label: string, description: string) =>
    link(label, sitePathIn(route, 'en'), description)
  const { nav } = frame
  const { calls } = developers
  return [
    `# ${shared.product.name}`,
    `> ${shared.product.slogan}. ${developers.lead}`,
    calls.authorization,
    '## API',
    [
      link(nav.developers, developersMarkdownPath.en, developers.description),
      link(calls.openapi, '/openapi.json', calls.openapiText),
      link(calls.reference, '/api/docs?lang=en', calls.referenceText),
    ].join('\n'),
    '## Optional',
    [
      page('/price', nav.price, price.description),
      page('/useDoc', nav.useDoc, guide.description),
      page('/aboutUs', nav.aboutUs, about.description),
    ].join('\n'),
    '',
  ].join('\n\n')
}
