/** Logo: a line of text and its translation, joined by an arc. */

export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg
      className="logo"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <path className="logo-source" d="M3 21h9.5M3 27h6" />
      <path className="logo-target" d="M19.5 21h9.5M23 27h6" />
      <path className="logo-arc" d="M4.5 15.5C8 3.5 24 3.5 27.5 15.5" />
    </svg>
  )
}
