/** By workspace, until the page is unloaded. */
const lastByWorkspace = new Map<string, string>();

export const lastInstagramAccount = (workspace: string): string | undefined =>
  lastByWorkspace.get(workspace);

export const setLastInstagramAccount = (workspace: string, account: string): void =>
  void lastByWorkspace.set(workspace, account);
