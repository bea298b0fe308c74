/** The list of downloads; an item with children opens a dialog that lists them, the others open in a new tab (2.14). */
import { readDownloads, type Download } from '#landing/download/read-downloads.ts'
import { useSiteData } from '#landing/site-data.ts'
import { lang, t } from '#landing/words.ts'

export function Downloads() {
  const list = readDownloads(useSiteData().downloads)
  if (list.length === 0) return <p className="downloads-none">{t('download.none')}</p>
  return (
    <ul className="downloads">
      {list.map((item) => (
        <li key={item.id} className="download">
          <Words {...item} />
          {item.children.length > 0 ? <Choice {...item} /> : <Get {...item} />}
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ label, enLabel }: Download) => (lang() === 'en' ? enLabel : label)

function Words(item: Download) {
  return (
    <div className="download-words">
      <strong>{nameOf(item)}</strong>
      {item.version && <span>{t('download.version', { version: item.version })}</span>}
    </div>
  )
}

function Get(item: Download) {
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

function Choice(item: Download) {
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
      <dialog id={id} className="download-dialog" aria-labelledby={`${id}-title`} closedby="any">
        <div className="download-box">
          <h2 id={`${id}-title`}>{nameOf(item)}</h2>
          <ul className="downloads">
            {item.children.map((child) => (
              <li key={child.id} className="download">
                <Words {...child} />
                <Get {...child} />
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
