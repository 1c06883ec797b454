import type { Sandbox } from '@pontual/sandbox/sandbox.ts';
import type { Owners } from '../simulation/owners.ts';
import type { Workspace } from '../simulation/population.ts';
import type { Exhibit, PersonAct } from './exhibit.ts';
import { createLogins } from './logins.ts';

/** The numbers of the accounts of the settings. */
const ofOnePerson: Partial<Record<NonNullable<Exhibit['setting']>, readonly number[]>> = {
  'one-person': [3, 4],
  'one-person-has-all': [0, 1, 2, 3, 4],
};
const WITHOUT_PAGE = 2;

/** What the owners of the accounts do at Instagram and at Facebook, and in the product to connect. */
export function createPeople(parts: {
  sandbox: Sandbox;
  owners: Owners;
  workspaces: readonly Workspace[];
  setting: Exhibit['setting'];
}) {
  const { sandbox, owners, workspaces, setting } = parts;
  const logins = createLogins(sandbox);
  const shared = (setting === undefined ? [] : (ofOnePerson[setting] ?? [])).map(
    (account) => find(account).username,
  );

  function find(account: number): Workspace {
    const workspace = workspaces[account];
    if (workspace === undefined) throw new Error(`there is no account ${account}`);
    return workspace;
  }

  async function connect(account: number): Promise<void> {
    const workspace = find(account);
    const { username } = workspace;
    if (setting !== 'instagram-login' || account !== WITHOUT_PAGE) {
      return owners.connect(workspace, username);
    }
    const credentials = await logins.logInWithoutPage(username);
    return owners.connectWith(workspace, username, credentials);
  }

  return {
    async connectAll(): Promise<void> {
      await logins.createForOnePerson(shared);
      for (const account of workspaces.keys()) await connect(account);
    },

    async act(act: PersonAct): Promise<void> {
      if ('reconnect' in act) {
        const [first = ''] = shared;
        if (shared.length > 0) {
          await logins.grant(first, { pages: shared, publishing: shared });
        }
        return connect(act.reconnect);
      }
      const { username } = find(act.account);
      const others = shared.filter((one) => one !== username);
      await logins.grant(username, {
        pages: act.withdraw === 'page' ? others : shared,
        publishing: others,
      });
    },
  };
}
