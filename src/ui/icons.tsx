/** Decorative icons on a 16px grid with 1.5px strokes, in the text colour. */
import type { ReactNode } from 'react'

export const CloseIcon = () => renderIcon(<path d="m4 4 8 8M12 4l-8 8" />)
export const CheckIcon = () => renderIcon(<path d="m3 8.5 3.2 3.2L13 4.8" />)
export const CopyIcon = () =>
  renderIcon(
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M3.5 10.5h-.2c-.7 0-1.3-.6-1.3-1.3V3.3C2 2.6 2.6 2 3.3 2h5.9c.7 0 1.3.6 1.3 1.3v.2" />
    </>,
  )
export const MenuIcon = () => renderIcon(<path d="M2.5 4h11M2.5 8h11M2.5 12h11" />)
export const BellIcon = () =>
  renderIcon(
    <path d="M3.5 11.5h9c-.9-.9-1.2-2-1.2-4a3.3 3.3 0 0 0-6.6 0c0 2-.3 3.1-1.2 4ZM6.7 13.7a1.6 1.6 0 0 0 2.6 0" />,
  )
export const SearchIcon = () =>
  renderIcon(
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.4 10.4 3.1 3.1" />
    </>,
  )
export const SwapIcon = () =>
  renderIcon(<path d="M2.5 5.5h10M9.5 2.5l3 3-3 3M13.5 10.5h-10M6.5 7.5l-3 3 3 3" />)
export const DownIcon = () => renderIcon(<path d="m4.5 6.5 3.5 3.5 3.5-3.5" />)
/** Two arrows; the active direction is highlighted. */
export const SortIcon = () =>
  renderIcon(
    <>
      <path className="ascending" d="m5 6.2 3-3 3 3" />
      <path className="descending" d="m5 9.8 3 3 3-3" />
    </>,
  )
export const LightIcon = () =>
  renderIcon(
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1" />
    </>,
  )
export const DarkIcon = () =>
  renderIcon(<path d="M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6a5.8 5.8 0 1 0 7 7Z" />)
export const SystemIcon = () =>
  renderIcon(
    <>
      <rect x="1.5" y="2.5" width="13" height="8.5" rx="1.5" />
      <path d="M5.5 13.8h5" />
    </>,
  )
export const CalendarIcon = () =>
  renderIcon(
    <>
      <rect x="2" y="3" width="12" height="11" rx="1.5" />
      <path d="M2 6.5h12M5.2 1.5v3M10.8 1.5v3" />
    </>,
  )
export const RefreshIcon = () =>
  renderIcon(<path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.7M13.5 2.2v3.5H10" />)
export const ColumnsIcon = () =>
  renderIcon(
    <>
      <rect x="2" y="2.5" width="12" height="11" rx="1.5" />
      <path d="M6 2.5v11M10 2.5v11" />
    </>,
  )
export const ChartIcon = () =>
  renderIcon(<path d="M2.5 13.5h11M4.5 10.5v-3M8 10.5v-8M11.5 10.5v-5" />)
export const ExportIcon = () =>
  renderIcon(<path d="M8 2v7.5M4.8 6.5 8 9.7l3.2-3.2M2.5 12.5v1h11v-1" />)
/** A flag on a list: a saved view. */
export const ViewIcon = () =>
  renderIcon(<path d="M4.5 2.5h7c.3 0 .5.2.5.5v10.5l-4-2.8-4 2.8V3c0-.3.2-.5.5-.5Z" />)
export const ImportIcon = () =>
  renderIcon(<path d="M8 9.5V2M4.8 5.2 8 2l3.2 3.2M2.5 12.5v1h11v-1" />)
export const PlusIcon = () => renderIcon(<path d="M8 3v10M3 8h10" />)
export const PencilIcon = () =>
  renderIcon(
    <path d="M3 13l.6-2.8 7.2-7.2a1.2 1.2 0 0 1 1.7 0l.5.5a1.2 1.2 0 0 1 0 1.7L5.8 12.4 3 13ZM9.6 4.2l2.2 2.2" />,
  )
export const BinIcon = () =>
  renderIcon(
    <path d="M2.5 4.5h11M6 4.3V3.2c0-.4.3-.7.7-.7h2.6c.4 0 .7.3.7.7v1.1M4 4.5l.6 8.3c0 .4.3.7.7.7h5.4c.4 0 .7-.3.7-.7l.6-8.3M6.7 7v4M9.3 7v4" />,
  )
/** A list with ticks and a cross: removes what is ticked. */
export const DeleteSelectedIcon = () =>
  renderIcon(
    <path d="m2 4 1.3 1.3L5.8 2.8M2 10l1.3 1.3 2.5-2.5M8.5 4.2H14M8.5 8H14M9.8 10.6l3.6 3.6M13.4 10.6l-3.6 3.6" />,
  )
export const MoreIcon = () => renderIcon(<path strokeWidth="2" d="M3.5 8h.01M8 8h.01M12.5 8h.01" />)
/** Like that of filters, crossed out. */
export const ClearFiltersIcon = () =>
  renderIcon(<path d="M2 4h12M4.5 8h4M6.5 12h1M10 9.5l4 4M14 9.5l-4 4" />)
export const FilterIcon = () => renderIcon(<path d="M2.5 4h11M4.5 8h7M6.5 12h3" />)
export const EyeIcon = () =>
  renderIcon(
    <>
      <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z" />
      <circle cx="8" cy="8" r="2" />
    </>,
  )
export const LeaveIcon = () =>
  renderIcon(
    <path d="M6.5 13.5H4c-.8 0-1.5-.7-1.5-1.5V4c0-.8.7-1.5 1.5-1.5h2.5M10.3 11l3-3-3-3M13.3 8h-7" />,
  )

function renderIcon(lines: ReactNode) {
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
