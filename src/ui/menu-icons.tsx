/** Decorative menu icons on a 20px grid with 1.5px strokes, in the text colour. */
import type { ReactNode } from 'react'

const iconPaths = {
  overview: <path d="M3 10.5 10 4l7 6.5M5 9v7.5h10V9M8.25 16.5V12h3.5v4.5" />,
  person: (
    <path d="M10 9.75a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2ZM3.75 16.75c.6-2.9 3-4.5 6.25-4.5s5.65 1.6 6.25 4.5" />
  ),
  key: (
    <path d="M7 16a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM9.5 10l6.75-6.75M13 6.5l2.25 2.25M15 4.5l1.5 1.5" />
  ),
  history: <path d="M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7.2M3.5 3.5v3.7h3.7M10 6.5V10l2.5 1.75" />,
  people: (
    <path d="M7.5 9.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM2.5 16.25c.4-2.6 2.3-4.1 5-4.1s4.6 1.5 5 4.1M12.75 3.9a2.75 2.75 0 0 1 0 5.2M14.5 12.5c1.7.5 2.7 1.8 3 3.75" />
  ),
  shield: (
    <path d="M10 2.75 4 5v4.5c0 3.6 2.4 6.3 6 7.75 3.6-1.45 6-4.15 6-7.75V5l-6-2.25ZM7.5 9.9l1.8 1.8 3.3-3.5" />
  ),
  devices: (
    <path d="M11.5 14h-8c-.55 0-1-.45-1-1V5c0-.55.45-1 1-1h12c.55 0 1 .45 1 1v1.5M6 16.75h4.5M13 9h3.5c.4 0 .75.35.75.75V16c0 .4-.35.75-.75.75H13c-.4 0-.75-.35-.75-.75V9.75c0-.4.35-.75.75-.75Z" />
  ),
  gift: (
    <path d="M3.5 10.25v6.5h13v-6.5M2.75 6.75h14.5v3.5H2.75zM10 6.75v10M10 6.75C8.5 6.75 6 6.3 6 4.6c0-2 3.3-2 4 2.15.7-4.15 4-4.15 4-2.15 0 1.7-2.5 2.15-4 2.15Z" />
  ),
  wallet: (
    <path d="M15.5 6.5V4.25a1 1 0 0 0-1-1H4.25A1.75 1.75 0 0 0 2.5 5v10c0 .95.8 1.75 1.75 1.75H16.5a1 1 0 0 0 1-1V7.5a1 1 0 0 0-1-1H4M13.5 11.6h.75" />
  ),
  order: (
    <path d="M4.5 2.75h11v14.5l-2.2-1.5-1.65 1.5-1.65-1.5-1.65 1.5-1.65-1.5-2.2 1.5V2.75ZM7.5 6.75h5M7.5 10h5" />
  ),
  ledger: (
    <path d="M5 2.75h10.5v14.5H5a1.5 1.5 0 0 1-1.5-1.5V4.25c0-.85.65-1.5 1.5-1.5ZM3.5 14.5c0-.7.65-1.25 1.5-1.25h10.5M7.25 6.25h5M7.25 9.25h3" />
  ),
  log: <path d="M3 5h2M8 5h9M3 10h2M8 10h9M3 15h2M8 15h9" />,
  translate: (
    <path d="M2.75 5h8.5M7 3.25V5M4.25 5c.4 2.9 2.6 5.3 5.5 6.25M9.75 5c-.4 3.1-2.9 5.6-6.5 6.5M9.5 17l3.75-8.5L17 17M10.75 14.25h5" />
  ),
  workspace: <path d="M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z" />,
  page: <path d="M5 2.75h6.5L15.5 7v10.25H5zM11.25 3v4.25h4" />,
  coin: (
    <path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7.25 6.5 10 10.25l2.75-3.75M10 10.25V14M7.75 11.5h4.5" />
  ),
  return: <path d="M6.75 4 3.25 7.5 6.75 11M3.25 7.5h8.5a4.5 4.5 0 0 1 0 9h-4.5" />,
  badge: (
    <path d="M2.75 4.5h14.5v11H2.75zM7.25 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM4.75 13.1c.25-1.2 1.2-1.85 2.5-1.85s2.25.65 2.5 1.85M12.25 8.25h2.5M12.25 11.5h2.5" />
  ),
  send: <path d="M3 9.5 17 3.25 11.75 17l-2.5-5.75L3 9.5ZM9.25 11.25 17 3.25" />,
  settings: (
    <path d="M2.75 6.25h5M12 6.25h5.25M9.9 8.25a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM2.75 13.75H5M9.25 13.75h8M7.1 15.75a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />
  ),
} as const satisfies Record<string, ReactNode>

export type MenuIconName = keyof typeof iconPaths

export const PageIcon = ({ name }: { name: MenuIconName }) => (
  <svg
    className="menu-icon"
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {iconPaths[name]}
  </svg>
)
