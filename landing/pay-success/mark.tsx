/** Icon of the payment result: done, waiting or unknown. */

export function Mark({ tone }: { tone: 'waiting' | 'unsure' | 'done' }) {
  return (
    <svg
      className="pay-mark"
      data-tone={tone}
      viewBox="0 0 64 64"
      width="64"
      height="64"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="32" cy="32" r="30" />
      {tone === 'done' && <path d="m20 33 8.5 8.5L45 25" />}
      {tone === 'waiting' && <path d="M32 17v15l10 6" />}
      {tone === 'unsure' && <path d="M32 18v18M32 44.5v.5" />}
    </svg>
  )
}
