/** Product logo and name, linking to the public site. */
import { t } from '#console/refine/i18n.ts'

export function Brand() {
  const product = t('product.name')
  return (
    <a className="brand" href="/" aria-label={t('shell.brand', { product })}>
      <Mark />
      <span>{product}</span>
    </a>
  )
}

/** Logo: a line of text and its translation, joined by an arc. */
const Mark = () => (
  <svg
    viewBox="0 0 32 32"
    width="28"
    height="28"
    fill="none"
    strokeLinecap="round"
    strokeWidth="3.5"
    aria-hidden="true"
  >
    <path stroke="var(--ink)" d="M3 21h9.5M3 27h6" />
    <path stroke="var(--primary)" d="M19.5 21H29M23 27h6" />
    <path stroke="var(--primary)" strokeWidth="2" d="M7.5 15.5c1.5-12 15.5-12 17 0" />
  </svg>
)
