/** A post without an account id belongs to the first account. */
export interface AccountSelection {
  id: string;
  isFirst: boolean;
}
