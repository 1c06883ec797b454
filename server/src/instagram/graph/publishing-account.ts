/** The account to act for, and the right to. */
export interface PublishingAccount {
  igUserId: string;
  token: string;
}
