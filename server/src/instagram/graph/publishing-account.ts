/** The account to act for, with its token. */
export interface PublishingAccount {
  igUserId: string;
  token: string;
}
