/** Receipt of a paid order: shown on screen, printed or saved as PDF without the console. */
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { OrderFailure, OrderSkeleton } from '#console/features/orders/placeholder.tsx'
import { ReceiptSheet } from '#console/features/orders/receipt-sheet.tsx'
import { useOrder } from '#console/features/orders/use-order.ts'
import '#console/features/orders/receipt.css'
import { t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/dialog.tsx'
import '#console/ui/printed.css'
import type { Order } from '#contract/orders.ts'

export default function Receipt({ row, close }: { row: Order; close: () => void }) {
  const { story, error, retry } = useOrder(row)
  useFileName(t('orders.receipt.file', { no: row.no }))
  return (
    <Dialog shape="modal" title={t('orders.receipt.title')} onClose={close}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard scrolling */}
      <div className="receipt-desk" tabIndex={0}>
        {story ? (
          <ReceiptSheet story={story} />
        ) : error ? (
          <OrderFailure error={error} retry={retry} />
        ) : (
          <OrderSkeleton />
        )}
      </div>
      <footer className="form-actions receipt-actions">
        <span className="receipt-hint">{t('orders.receipt.hint')}</span>
        <button type="button" className="button" onClick={close}>
          {t('pages.form.close')}
        </button>
        <button
          type="button"
          className="button primary"
          data-first
          disabled={!story}
          onClick={() => print()}
        >
          {t('orders.receipt.print')}
        </button>
      </footer>
      {/* Rendered outside the console's root, so that only the sheet is printed. */}
      {story &&
        createPortal(
          <div className="printed" aria-hidden="true">
            <ReceiptSheet story={story} />
          </div>,
          document.body,
        )}
    </Dialog>
  )
}

/** Sets the window title while printing, which browsers propose as the file name. */
function useFileName(name: string) {
  useEffect(() => {
    let before = document.title
    const enter = () => {
      before = document.title
      document.title = name
    }
    const leave = () => {
      document.title = before
    }
    addEventListener('beforeprint', enter)
    addEventListener('afterprint', leave)
    return () => {
      removeEventListener('beforeprint', enter)
      removeEventListener('afterprint', leave)
    }
  }, [name])
}
