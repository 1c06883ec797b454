/** By workspace, for as long as the page stands. */
const last = new Map<string, string>();

/** The account that was chosen or looked at last, where the next post begins. */
export const lastAccount = (workspace: string): string | undefined => last.get(workspace);

export const setLastAccount = (workspace: string, account: string): void =>
  void last.set(workspace, account);
