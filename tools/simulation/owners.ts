import type { Sandbox } from '@pontual/sandbox/sandbox.ts';
import type { Database } from '@pontual/server/platform/database/database.ts';
import { newId } from '@pontual/server/platform/ids.ts';
import {
  createInstagramRepository,
  type NewConnection,
} from '@pontual/server/instagram/connection/instagram.repository.ts';
import { createTeamChanges } from '@pontual/server/planning/approvals/approval-rule.ts';
import { createServices } from '@pontual/server/composition/services.ts';
import type { SeededRandom } from './random.ts';
import { openProcessDatabase } from './database.ts';
import type { Installation } from './installation.ts';
import type { Workspace } from './population.ts';
import { createPostActions } from './post-actions.ts';
import { createProcess } from './process.ts';
import { createStopActions, toMember } from './stop-actions.ts';
import type { VirtualTime } from './time.ts';

interface Login {
  ig_user_id: string;
  username: string;
  user_id: string;
  user_access_token: string;
  page_id: string;
  page_access_token: string;
}

/** What a login gives; the tokens are not encrypted yet. */
export type Credentials = Pick<
  NewConnection,
  'igUserId' | 'login' | 'pageId' | 'authorizerId' | 'grantedScopes' | 'userToken' | 'pageToken'
>;

export type Owners = Awaited<ReturnType<typeof startOwners>>;

/** The actions of owners; each runs in one transaction, as in the API. */
export async function startOwners(
  installation: Installation,
  parts: { time: VirtualTime; random: SeededRandom; sandbox: Sandbox },
) {
  const { time, random, sandbox } = parts;
  const process = createProcess(time, random.fork(), () => undefined);
  const database: Database = openProcessDatabase(installation.shared, process);
  const services = await createServices(
    installation.buildServiceDependencies(process, database, () => undefined),
  );
  const { accounts, connection } = services.instagram;
  const { accountChanges } = services.publishing;
  const { media } = services.media;
  const changes = createTeamChanges(services.publishing.publicationWriter);
  const manuallyPublished = new Set<string>();

  async function logIn(username: string): Promise<Login> {
    const response = await time.freezeDuring(
      sandbox.fetch(`${sandbox.url}/_sandbox/instagram/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username }),
      }),
    );
    return (await time.freezeDuring(response.json())) as Login; // the sandbox guarantees the shape
  }

  async function connectWith(
    { id: workspaceId, userId }: Pick<Workspace, 'id' | 'userId'>,
    username: string,
    credentials: Credentials,
  ): Promise<void> {
    const { igUserId, userToken, pageToken } = credentials;
    const seal = (token: string) => accounts.seal(workspaceId, igUserId, token);
    await database.inTransaction(async (tx) => {
      const repository = createInstagramRepository(tx);
      await repository.end(workspaceId);
      await repository.connect({
        ...credentials,
        id: newId(),
        workspaceId,
        username,
        userToken: seal(userToken),
        pageToken: seal(pageToken),
        userTokenExpiresAt: null,
        dataAccessExpiresAt: null,
        pictureFileId: null,
        connectedBy: userId,
      });
      await accountChanges.accountConnected(tx, workspaceId, igUserId);
    });
  }

  return {
    ...createPostActions(database, changes, media, time, random, manuallyPublished),
    ...createStopActions({ database, services, sandbox, time, random, manuallyPublished }),
    manuallyPublished,

    disconnect: (workspace: Workspace) =>
      connection.disconnect(workspace.id, undefined, accountChanges),

    connectWith,

    async connect(workspace: Pick<Workspace, 'id' | 'userId'>, username: string): Promise<void> {
      const login = await logIn(username);
      await connectWith(workspace, username, {
        login: 'facebook',
        igUserId: login.ig_user_id,
        pageId: login.page_id,
        authorizerId: login.user_id,
        userToken: login.user_access_token,
        pageToken: login.page_access_token,
      });
    },

    confirm: (workspace: Workspace) =>
      services.posts.editing.confirmAccount(toMember(workspace), undefined),
  };
}
