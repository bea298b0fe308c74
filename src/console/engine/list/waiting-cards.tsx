/** Cards in place of rows that are loading, or whose code is. */
export const WaitingCards = ({ label }: { label: string }) => (
  <ul className="card-list" aria-label={label} aria-busy="true">
    {Array.from({ length: 3 }, (_, index) => (
      <li key={index} className="row-card">
        <i className="waiting" />
        <i className="waiting" />
        <i className="waiting" />
      </li>
    ))}
  </ul>
)
