import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { ExistingUser } from './google.rules.ts';

export type MatchingUser = ExistingUser & {
  userId: string;
  /** Those that they answer for. */
  workspaceIds: string[];
};

/** SQL of sign-ins under way, and of identities. */
export function createGoogleRepository(db: Db | Tx) {
  return {
    async insertSignIn(signIn: {
      stateHash: Buffer;
      browserHash: Buffer;
      nonce: string;
      codeVerifier: string;
      returnTo: string | null;
    }): Promise<void> {
      await sql`
        insert into google_sign_ins
          (state_hash, browser_hash, nonce, code_verifier, return_to, expires_at)
        values (${signIn.stateHash}, ${signIn.browserHash}, ${signIn.nonce},
                ${signIn.codeVerifier}, ${signIn.returnTo}, app_now() + interval '10 minutes')
      `.execute(db);
    },

    /** Uses a sign-in up: it is good once, for the browser that began, for ten minutes. */
    async consumeSignIn(stateHash: Buffer, browserHash: Buffer) {
      const consumed = await sql<{
        nonce: string;
        code_verifier: string;
        return_to: string | null;
      }>`
        delete from google_sign_ins
        where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > app_now()
        returning nonce, code_verifier, return_to`.execute(db);
      return consumed.rows[0];
    },

    async findUserId(issuer: string, subject: string): Promise<string | undefined> {
      const found = await db
        .selectFrom('identities')
        .select('user_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return found?.user_id;
    },

    /** Whose the identity is; until the transaction ends, nobody changes by what they come in. */
    async lockUserByIdentity(issuer: string, subject: string): Promise<string | undefined> {
      const locked = await sql<{ id: string }>`
        select id from users where id = (
          select user_id from identities where issuer = ${issuer} and subject = ${subject})
        for share`.execute(db);
      return locked.rows[0]?.id;
    },

    /**
     * The account that has the address, held until the transaction ends. No more than that: whoever
     * writes a post holds its workspace and then names the user, and this comes to hold the workspace.
     */
    async lockUserByEmail(email: string, issuer: string): Promise<MatchingUser | undefined> {
      const found = await sql<MatchingUser>`
        select u.id as "userId", array(
            select m.workspace_id from workspace_members m
            where m.user_id = u.id and m.role = 'owner' order by m.joined_at) as "workspaceIds",
          u.email_verified_at is not null as "isVerified",
          exists (select from identities i
            where i.user_id = u.id and i.issuer = ${issuer}) as "hasOtherIdentity"
        from users u
        where lower(u.email) = ${email.toLowerCase()} for no key update of u`.execute(db);
      return found.rows[0];
    },

    /** False when the identity is somebody's already. */
    async insertIdentity(issuer: string, subject: string, userId: string): Promise<boolean> {
      const inserted = await db
        .insertInto('identities')
        .values({ issuer, subject, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    async forgetExpired(): Promise<void> {
      await sql`delete from google_sign_ins where expires_at < app_now()`.execute(db);
    },
  };
}
