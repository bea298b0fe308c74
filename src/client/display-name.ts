/** The name by which pages show a user: the nickname, else the login name. */
type Named = {
  readonly nickname?: string | null | undefined
  readonly username?: string | null | undefined
  readonly account?: string | null | undefined
}

/** Empty for an account that was deleted. */
export const displayName = ({ nickname, username, account }: Named): string =>
  nickname || username || account || ''
