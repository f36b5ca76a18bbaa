/** HTTP Basic credentials for the card-management interface (card management 5). */
export interface Credentials {
  readonly login: string
  readonly password: string
}

/** The value of the header Authorization. */
export const basic = ({ login, password }: Credentials): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
