/** The pictures of lists and forms, drawn like those of the shell; all decoration. */
import type { ReactNode } from 'react'

export const CalendarIcon = () =>
  drawn(
    <>
      <rect x="2" y="3" width="12" height="11" rx="1.5" />
      <path d="M2 6.5h12M5.2 1.5v3M10.8 1.5v3" />
    </>,
  )
export const RefreshIcon = () => drawn(<path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.7M13.5 2.2v3.5H10" />)
export const ColumnsIcon = () =>
  drawn(
    <>
      <rect x="2" y="2.5" width="12" height="11" rx="1.5" />
      <path d="M6 2.5v11M10 2.5v11" />
    </>,
  )
export const ExportIcon = () => drawn(<path d="M8 2v7.5M4.8 6.5 8 9.7l3.2-3.2M2.5 12.5v1h11v-1" />)

function drawn(lines: ReactNode) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {lines}
    </svg>
  )
}
