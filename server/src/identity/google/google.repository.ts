import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import type { ExistingUser } from './google.rules.ts';

export type MatchingUser = ExistingUser & {
  userId: string;
  workspaceIds: string[];
};

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

    /** Valid once, for the browser that began the sign-in, for ten minutes. */
    async consumeSignIn(stateHash: Buffer, browserHash: Buffer) {
      const consumed = await sql<Row<'google_sign_ins', 'nonce' | 'code_verifier' | 'return_to'>>`
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

    /** Locks the row: the user's sign-in methods do not change until the transaction ends. */
    async lockUserByIdentity(issuer: string, subject: string): Promise<string | undefined> {
      const locked = await sql<{ id: string }>`
        select id from users where id = (
          select user_id from identities where issuer = ${issuer} and subject = ${subject})
        for share`.execute(db);
      return locked.rows[0]?.id;
    },

    /**
     * `for no key update`: a transaction that writes a post locks its workspace and then references the user,
     * and this one locks the workspace later.
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

    /** Returns false when the identity already belongs to a user. */
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
