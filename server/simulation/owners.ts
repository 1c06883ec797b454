import type { Sandbox } from '@pontual/sandbox/sandbox.ts';
import type { Database, Tx } from '../src/database/database.ts';
import { newId } from '../src/ids.ts';
import { createInstagramRepository } from '../src/instagram/instagram.repository.ts';
import { createOwnerChanges } from '../src/publishing/owner-changes.ts';
import { createServices } from '../src/services.ts';
import type { Jobs } from '../src/jobs/jobs.ts';
import type { Chance } from './chance.ts';
import { openProcessDatabase } from './database.ts';
import type { Installation } from './installation.ts';
import type { PlannedPost, Workspace } from './population.ts';
import { createProcess } from './process.ts';
import type { VirtualTime } from './time.ts';

interface Login {
  ig_user_id: string;
  username: string;
  user_id: string;
  user_access_token: string;
  page_id: string;
  page_access_token: string;
}

interface LockedPost {
  id: string;
  status: string;
  stage: string;
  caption: string;
  in_hand: boolean;
  error_code: string | null;
  unseen_since: Date | null;
}

export type Owners = Awaited<ReturnType<typeof startOwners>>;

/** What the owners of posts and accounts do, each thing in one transaction as the API does it. */
export async function startOwners(
  installation: Installation,
  parts: { time: VirtualTime; chance: Chance; sandbox: Sandbox; jobs: Jobs },
) {
  const { time, chance, sandbox, jobs } = parts;
  const process = createProcess(time, chance.fork(), () => undefined);
  const database: Database = openProcessDatabase(installation.shared, process);
  const services = await createServices(
    installation.partsFor(process, database, () => undefined),
  );
  const { accounts, accountChanges, connection } = services;
  const changes = createOwnerChanges(jobs);

  async function lock(tx: Tx, post: PlannedPost): Promise<LockedPost | undefined> {
    return tx
      .selectFrom('posts')
      .select((select) => [
        'id',
        'status',
        'stage',
        'caption',
        'error_code',
        'unseen_since',
        select
          .and([
            select('lease_until', '>', new Date(time.now())),
            select('scheduled_time', '<=', new Date(time.now())),
          ])
          .$castTo<boolean>()
          .as('in_hand'),
      ])
      .where('id', '=', post.id)
      .forUpdate()
      .executeTakeFirst();
  }

  /** With the post in hand, unless the engine has it or it may have gone out unseen. */
  const change = (
    post: PlannedPost,
    statuses: readonly string[],
    act: (tx: Tx, locked: LockedPost) => Promise<void>,
  ) =>
    database.inTransaction(async (tx) => {
      const locked = await lock(tx, post);
      if (locked === undefined || locked.unseen_since !== null) return;
      const isFree = !['publishing', 'doubt'].includes(locked.stage) && !locked.in_hand;
      if (isFree && statuses.includes(locked.status)) await act(tx, locked);
    });

  const write = (tx: Tx, post: PlannedPost, columns: { caption?: string; scheduled_time?: Date }) =>
    tx.updateTable('posts').set(columns).where('id', '=', post.id).execute();

  async function logIn(username: string): Promise<Login> {
    const response = await time.still(
      sandbox.fetch(`${sandbox.url}/_sandbox/instagram/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username }),
      }),
    );
    return (await time.still(response.json())) as Login; // the sandbox's promise
  }

  return {
    async schedule(post: PlannedPost): Promise<void> {
      const { id, workspace, mediaType, caption, files } = post;
      await database.inTransaction(async (tx) => {
        await tx
          .insertInto('posts')
          .values({
            id,
            workspace_id: workspace.id,
            created_by: workspace.userId,
            media_type: mediaType,
            status: 'draft',
            caption,
            scheduled_time: new Date(Math.max(post.dueAt, time.now() + 1)),
          })
          .execute();
        const isVideo = mediaType === 'VIDEO' || mediaType === 'REELS';
        for (let position = 0; position < files; position += 1) {
          const file_id = isVideo || position === 2 ? workspace.videoId : workspace.imageId;
          await tx.insertInto('post_media').values({ post_id: id, position, file_id }).execute();
        }
        await changes.scheduled(tx, id);
      });
    },

    edit: (post: PlannedPost) =>
      change(post, ['scheduled'], async (tx, { caption }) => {
        // What two posts have in common is not edited: the ledger could not be read any more.
        if (post.marker === undefined) return;
        await write(tx, post, { caption: `${caption}!` });
        await changes.edited(tx, post.id);
      }),

    move: (post: PlannedPost) =>
      change(post, ['scheduled', 'failed', 'expired'], async (tx, { status }) => {
        const hour = time.now() + chance.between(1000, 40 * 60_000);
        await write(tx, post, { scheduled_time: new Date(hour) });
        await (status === 'scheduled' ? changes.moved(tx, post.id) : changes.scheduled(tx, post.id));
      }),

    publishNow: (post: PlannedPost) =>
      change(post, ['scheduled', 'failed', 'expired'], async (tx, { status }) => {
        await write(tx, post, { scheduled_time: new Date(time.now()) });
        await (status === 'scheduled'
          ? changes.publishNow(tx, post.id)
          : changes.publishAgain(tx, post.id));
      }),

    delete: (post: PlannedPost) =>
      change(post, ['scheduled'], async (tx) => {
        await tx.deleteFrom('posts').where('id', '=', post.id).execute();
      }),

    disconnect: (workspace: Workspace) => connection.disconnect(workspace.id, accountChanges),

    /** Authorises an account, the same as before or another. */
    async connect({ id: workspaceId, userId }: Workspace, username: string): Promise<void> {
      const login = await logIn(username);
      const seal = (token: string) => accounts.seal(workspaceId, login.ig_user_id, token);
      await database.inTransaction(async (tx) => {
        const repository = createInstagramRepository(tx);
        await repository.end(workspaceId);
        await repository.connect({
          id: newId(),
          workspaceId,
          igUserId: login.ig_user_id,
          username,
          pageId: login.page_id,
          facebookUserId: login.user_id,
          userToken: seal(login.user_access_token),
          pageToken: seal(login.page_access_token),
          userTokenExpiresAt: null,
          dataAccessExpiresAt: null,
          pictureFileId: null,
          connectedBy: userId,
        });
        await accountChanges.accountConnected(tx, workspaceId, login.ig_user_id);
      });
    },

    confirm: ({ id }: Workspace) =>
      database.inTransaction(async (tx) => {
        await changes.accountConfirmed(tx, id, undefined);
      }),
  };
}
