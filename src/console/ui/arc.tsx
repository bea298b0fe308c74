/** Decorative illustration: a line of text and its translation, joined by an arc. */
export const Arc = () => (
  <svg className="arc" viewBox="0 0 160 56" width="160" height="56" fill="none" aria-hidden="true">
    <path
      d="M28 42C44 4 116 4 132 42"
      stroke="var(--primary)"
      strokeWidth="2"
      strokeLinecap="round"
    />
    <path d="M6 52h44M110 52h44" stroke="var(--line)" strokeWidth="6" strokeLinecap="round" />
  </svg>
)
