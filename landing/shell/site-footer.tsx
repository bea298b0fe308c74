/** Footer of public pages: contacts, navigation and ICP filing (spec 2.8). */
import type { SiteRoute } from '#client/routes.ts'
import { Island } from '#landing/live/islands.tsx'
import { Logo } from '#ui/logo.tsx'
import { OpenValidateButton } from '#landing/shell/validate-dialog.tsx'
import { copyrightYear, siteOwner } from '#landing/site-data.ts'
import { sitePath } from '#landing/site-links.ts'
import { t } from '#landing/messages.ts'

const groups = [
  ['product', ['/home', '/price', '/download']],
  ['help', ['/useDoc', '/developers', '/contactUs']],
  ['company', ['/aboutUs', '/terms', '/privacy']],
] as const satisfies readonly (readonly [string, readonly SiteRoute[]])[]

const withoutSlash = <R extends string>(route: `/${R}`) => route.slice(1) as R
/** Public registry of website filings. */
const filingRegistryUrl = 'https://beian.miit.gov.cn/'

export function SiteFooter() {
  const { companyName, filingNumber } = siteOwner()
  return (
    <footer className="site-footer">
      <div className="site-bar foot">
        <section className="foot-contacts" aria-labelledby="foot-contact">
          <h2 id="foot-contact">{t('frame.foot.contact')}</h2>
          <p>{t('frame.foot.contactText')}</p>
          <Island name="footPreSale" />
        </section>
        <div className="foot-links">
          {groups.map(([group, routes]) => (
            <nav key={group} aria-label={t(`frame.foot.${group}`)}>
              <h2>{t(`frame.foot.${group}`)}</h2>
              <ul>
                {routes.map((route) => (
                  <li key={route}>
                    <a href={sitePath(route)}>{t(`frame.nav.${withoutSlash(route)}`)}</a>
                  </li>
                ))}
                {group === 'help' && (
                  <li>
                    <OpenValidateButton className="link">
                      {t('frame.side.validate')}
                    </OpenValidateButton>
                  </li>
                )}
              </ul>
            </nav>
          ))}
        </div>
      </div>
      <div className="site-bar foot-last">
        <Logo size={20} />
        <span>
          {t('frame.foot.copyright', {
            year: copyrightYear(),
            owner: companyName || t('product.name'),
          })}
        </span>
        <span>{t('frame.foot.restrictions')}</span>
        <a href={filingRegistryUrl} target="_blank" rel="noreferrer">
          {filingNumber || t('frame.foot.filing')}
        </a>
      </div>
    </footer>
  )
}
