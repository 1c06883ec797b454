/** By workspace, for as long as the page stands. */
const lastByWorkspace = new Map<string, string>();

/** The account that was chosen or looked at last, where the next post begins. */
export const lastInstagramAccount = (workspace: string): string | undefined =>
  lastByWorkspace.get(workspace);

export const setLastInstagramAccount = (workspace: string, account: string): void =>
  void lastByWorkspace.set(workspace, account);
