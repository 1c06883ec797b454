export interface PublishingAccount {
  igUserId: string;
  token: string;
}
