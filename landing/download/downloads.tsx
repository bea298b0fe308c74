/** Download list, from the JSON text of a configuration record (spec 2.14, 3.15, 7.18). */
import { useSiteData } from '#landing/site-data.ts'
import { lang, t } from '#landing/messages.ts'
import { parseJson } from '#client/browser.ts'

/** Items with children open a dialog to choose from, others open in a new tab (spec 2.14). */
export function Downloads() {
  const list = readDownloads(useSiteData().downloads)
  if (list.length === 0) return <p className="downloads-none">{t('download.none')}</p>
  return (
    <ul className="downloads">
      {list.map((item) => (
        <li key={item.id} className="download">
          <Device {...item} />
          <DownloadText {...item} />
          {item.children.length > 0 ? <VersionChoice {...item} /> : <DownloadLink {...item} />}
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ label, enLabel }: Download) => (lang() === 'en' ? enLabel : label)

function DownloadText(item: Download) {
  return (
    <div className="download-words">
      <strong>{nameOf(item)}</strong>
      {item.version && <span>{t('download.version', { version: item.version })}</span>}
    </div>
  )
}

/** Phone icon if the label names a mobile system, otherwise a computer icon. */
function Device({ label, enLabel }: Download) {
  const isHandheld = /android|ios|iphone|ipad/i.test(label + enLabel)
  return (
    <svg
      className="download-device"
      width="48"
      height="48"
      viewBox="0 0 48 48"
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {isHandheld ? (
        <>
          <rect x="14" y="5" width="20" height="38" rx="5" />
          <path d="M21 38h6M19 14h7" />
          <path className="download-line" d="M19 20h10" />
        </>
      ) : (
        <>
          <rect x="6" y="9" width="36" height="24" rx="4" />
          <path d="M2 39h44M13 17h12" />
          <path className="download-line" d="M13 24h20" />
        </>
      )}
    </svg>
  )
}

function DownloadLink(item: Download) {
  return (
    <a
      className="button button-primary"
      href={item.link}
      target="_blank"
      rel="noreferrer"
      aria-label={`${t('download.getNamed', { name: nameOf(item) })} ${t('download.newTab')}`}
    >
      {t('download.get')}
    </a>
  )
}

/** Button that opens a dialog with the item's children. */
function VersionChoice(item: Download) {
  const id = `download-${item.id}`
  return (
    <>
      <button
        className="button"
        type="button"
        data-act="open"
        data-opens={id}
        {...{ command: 'show-modal', commandfor: id }}
        aria-label={t('download.chooseNamed', { name: nameOf(item) })}
      >
        {t('download.choose')}
      </button>
      <dialog
        id={id}
        className="dialog download-dialog"
        aria-labelledby={`${id}-title`}
        closedby="any"
      >
        <div className="download-box">
          <h2 id={`${id}-title`}>{nameOf(item)}</h2>
          <ul className="downloads">
            {item.children.map((child) => (
              <li key={child.id} className="download">
                <DownloadText {...child} />
                <DownloadLink {...child} />
              </li>
            ))}
          </ul>
          <form method="dialog">
            <button className="button" type="submit">
              {t('download.close')}
            </button>
          </form>
        </div>
      </dialog>
    </>
  )
}

type Download = {
  id: string
  label: string
  enLabel: string
  version: string
  /** Empty for an item that only has children. */
  link: string
  children: Download[]
}

type Fields = Record<string, unknown>

/**
 * Parses the configuration's JSON text. Skips invalid items. Downloads are the top-level items and
 * their `child` items; items referenced by another item's `childId` are listed only below that
 * item.
 */
export function readDownloads(text: string | null): Download[] {
  const listed = topLevelItems(parseJson(text))
  const allItems = listed.flatMap((item) => [item, ...listOf(item['child'])])
  const childIdsOf = (item: Fields) => listOf<unknown>(item['childId']).map(String)
  const referencedIds = new Set(listed.flatMap(childIdsOf))
  /** Children have no children of their own. */
  const childrenOf = (item: Fields): Download[] => {
    const childIds = childIdsOf(item)
    return allItems
      .filter((other) => other !== item && childIds.includes(textOf(other['id'])))
      .flatMap((child) => toDownload(child, []))
  }
  return listed
    .filter((item) => !referencedIds.has(textOf(item['id'])))
    .flatMap((item) => toDownload(item, childrenOf(item)))
}

/** Empty for an item without id, label or anything to open. */
function toDownload(item: Fields, children: Download[]): Download[] {
  const [id, label, link] = [textOf(item['id']), textOf(item['label']), textOf(item['val'])]
  const isSafe = /^(https?:\/\/|\/[\w-])/.test(link)
  if (!id || !label || (!isSafe && children.length === 0)) return []
  return [
    {
      id,
      label,
      enLabel: textOf(item['enLabel']) || label,
      version: textOf(item['version']),
      link: isSafe ? link : '',
      children,
    },
  ]
}

/** The list may be wrapped in a root item, which has children but no label. */
function topLevelItems(value: unknown): Fields[] {
  const [first] = listOf(value)
  return first && Array.isArray(first['child']) && first['label'] === undefined
    ? listOf(first['child'])
    : listOf(value)
}

/** The list without null items; empty for any other value. */
const listOf = <T = Fields,>(value: unknown): T[] =>
  Array.isArray(value) ? (value.filter((item) => item !== null && item !== undefined) as T[]) : []
/** Empty unless a text or a number. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
