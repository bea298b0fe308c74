/** First passwords of new sub-accounts, shown once: to print, save or copy. */
import { createPortal } from 'react-dom'
import { exactCount } from '#client/i18n/format.ts'
import { wireNow } from '#client/i18n/time.ts'
import { byteOrderMark, csvLine, saveFile } from '#console/engine/export/export-file.ts'
import type { FirstLogin } from '#console/features/sub-account-import/first-passwords.ts'
import { t } from '#console/refine/i18n.ts'
import { useCopy } from '#console/ui/copy-button.tsx'
import { ScrollArea } from '#console/ui/scroll-area.tsx'
import '#console/ui/printed.css'

/** Rows on the screen; all are printed and saved. */
const maxRows = 200

export function PasswordSheet({
  title,
  logins,
  onKept,
  close,
}: {
  /** What was done. */
  title: string
  logins: readonly FirstLogin[]
  /** Called once the passwords are printed, saved or copied. */
  onKept: () => void
  close: () => void
}) {
  const headings = sheetHeadings()
  const lines = logins.map(toLine)
  const { isCopied, copy } = useCopy([headings, ...lines].map((line) => line.join('\t')).join('\n'))
  const hidden = logins.length - maxRows
  return (
    <>
      <div className="form-note" data-tone="success" role="status">
        <strong>{title}</strong>
        <span>{t('subAccountImport.sheet.help')}</span>
      </div>
      <ScrollArea className="import-scroll" label={t('subAccountImport.sheet.title')} role="group">
        <LoginTable logins={logins.slice(0, maxRows)} headings={headings} />
      </ScrollArea>
      {hidden > 0 && (
        <p className="muted">
          {t('subAccountImport.sheet.rest', { count: hidden, shown: exactCount(hidden) })}
        </p>
      )}
      <p className="password-sheet-once">{t('subAccountImport.sheet.once')}</p>
      <div className="dialog-actions">
        <button
          type="button"
          className="button"
          onClick={() => {
            copy()
            onKept()
          }}
        >
          {t(isCopied ? 'copy.done' : 'subAccountImport.sheet.copy')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            print()
            onKept()
          }}
        >
          {t('subAccountImport.sheet.print')}
        </button>
        <button
          type="button"
          className="button"
          data-initial-focus
          onClick={() => {
            savePasswords(logins)
            onKept()
          }}
        >
          {t('subAccountImport.sheet.save')}
        </button>
        <button type="button" className="button primary" onClick={close}>
          {t('subAccountImport.sheet.saved')}
        </button>
      </div>
      {createPortal(
        <div className="printed password-sheet" aria-hidden="true">
          <h1>{t('subAccountImport.sheet.head', { product: t('product.name'), at: wireNow() })}</h1>
          <p>{t('subAccountImport.sheet.address', { address: `${location.origin}/login` })}</p>
          <LoginTable logins={logins} headings={headings} />
        </div>,
        document.body,
      )}
    </>
  )
}

const sheetHeadings = () =>
  (['account', 'nickname', 'password'] as const).map((key) => t(`subAccountImport.sheet.${key}`))

const toLine = ({ account, nickname, password }: FirstLogin) => [account, nickname ?? '', password]

/** Saves all as CSV. */
export const savePasswords = (logins: readonly FirstLogin[]): void =>
  saveFile(
    [byteOrderMark, csvLine(sheetHeadings()), ...logins.map((login) => csvLine(toLine(login)))],
    `${t('subAccountImport.sheet.file')}-${wireNow().slice(0, 10)}.csv`,
    'text/csv;charset=utf-8',
  )

function LoginTable({
  logins,
  headings,
}: {
  logins: readonly FirstLogin[]
  headings: readonly string[]
}) {
  return (
    <table className="import-table">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {logins.map(({ account, nickname, password }) => (
          <tr key={account}>
            <th scope="row">{account}</th>
            <td>{nickname}</td>
            <td>
              <code>{password}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
