/** Limits of what operators enter, in the console or by command. */
export const catalogueLimits = {
  /** Characters of a name or label. */
  text: 200,
  /** Records of one kind; all are read to check a change. */
  rows: { catalogue: 1_000, announcements: 10_000 },
  /** Records chosen in one field. */
  references: 50,
  /** Position in a list. */
  position: 1_000_000,
  /** Amounts in fen; well below the safe integers. */
  price: { package: 1_000_000_000, channel: 100_000_000 },
  /** Characters or minutes of one package. */
  units: 1_000_000_000_000,
  /** `bytes`: of the stored JSON; `textLength`: of the text with its indentation. */
  config: { idLength: 64, bytes: 200_000, textLength: 500_000 },
  announcement: { title: 200, content: 1_000 },
} as const
