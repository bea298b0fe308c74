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
      strokeWidth="3.5"
      aria-hidden="true"
    >
      <path stroke="var(--ink)" d="M3 21h9.5M3 27h6" />
      <path stroke="var(--primary)" d="M19.5 21h9.5M23 27h6" />
      <path stroke="var(--primary)" strokeWidth="2" d="M4.5 15.5C8 3.5 24 3.5 27.5 15.5" />
    </svg>
  )
}
