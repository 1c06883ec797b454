import { basename } from 'node:path/posix';
import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type {
  ReviewCallResult,
  ReviewedLogin,
  ReviewResult,
} from '@pontual/contract/operations/operator.ts';
import * as z from 'zod';
import type { InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { CallLimiter } from '../../instagram/graph/call-limiter.ts';
import { noAnswer } from '../../instagram/graph/errors.ts';
import { InstagramError, type Graph } from '../../instagram/graph/graph.ts';
import {
  findThrottleCodes,
  forgetTrial,
  recordTrial,
} from '../../instagram/readiness/readiness.repository.ts';
import { SAMPLE_ID, type MediaLinks } from '../../media/links.ts';
import { SAMPLE } from '../../media/uploads/sample.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { newId } from '../../platform/ids.ts';
import { redact } from './redact.ts';
import {
  callsFor,
  describeCall,
  fillPath,
  SAMPLE_IMAGE,
  type ReviewCall,
} from './review-calls.rules.ts';
import { createReviewRepository, type ReviewableConnection } from './review.repository.ts';

const MAX_ANSWER_CHARACTERS = 4000;
/** Instagram downloads the sample image before it answers. */
const TIMEOUT_MS = 30_000;
const GONE = 'Esta conta ou esta permissão não está mais na lista. Escolha de novo.';

/** The id that a call brings: of a created object, or of the first of a list. */
const withId = z.union([
  z.object({ id: z.string() }),
  z
    .object({ data: z.tuple([z.object({ id: z.string() })], z.unknown()) })
    .transform(({ data: [{ id }] }) => ({ id })),
]);

interface Outcome extends ReviewCallResult {
  /** Of Instagram, or the outcome. */
  code: string;
  id?: string | undefined;
}

export type Review = ReturnType<typeof createReview>;

/** Makes the test calls of App Review with the operator's own accounts (decision 042). Nothing is published. */
export function createReview(deps: {
  /** `email`: of the user whose accounts may be called. `scopes`: empty for a login that is not offered. */
  operator: { email: string; scopes: Record<InstagramLogin, readonly string[]> };
  database: Database;
  accounts: Pick<InstagramAccounts, 'openToken'>;
  graph: Graph;
  callLimiter: CallLimiter;
  links: Pick<MediaLinks, 'forContainer'>;
}) {
  const { graph, callLimiter, links, operator } = deps;
  const { db } = deps.database;
  const repository = createReviewRepository(db);

  const sampleLink = () => links.forContainer(SAMPLE_ID, SAMPLE.contentType);

  const tokensOf = ({ workspace_id, ig_user_id, page_token, user_token }: ReviewableConnection) => {
    const open = (sealed: string) => deps.accounts.openToken(workspace_id, ig_user_id, sealed);
    return { account: open(page_token), owner: open(user_token) };
  };

  async function send(
    call: ReviewCall,
    path: string,
    connection: ReviewableConnection,
  ): Promise<unknown> {
    const { ig_user_id: igUserId, login: host } = connection;
    const tokens = tokensOf(connection);
    const token = call.asOwner === true ? tokens.owner : tokens.account;
    const options = { host, token, answer: z.unknown(), timeoutMs: TIMEOUT_MS };
    if (call.method === 'GET') {
      const params = { ...call.params };
      return callLimiter.runRead(igUserId, () => graph.call('GET', path, { ...options, params }));
    }
    const sample = sampleLink();
    const params = Object.fromEntries(
      Object.entries(call.params).map(([name, value]) => [
        name,
        value === SAMPLE_IMAGE ? sample : value,
      ]),
    );
    return callLimiter.runCreate(igUserId, () =>
      graph.call('POST', path, { ...options, params, kind: 'trial' }),
    );
  }

  /** A container counts among the trials of its account, of which there are few a day. */
  async function sendCounted(
    call: ReviewCall,
    path: string,
    connection: ReviewableConnection,
  ): Promise<unknown> {
    if (call.method === 'GET') return send(call, path, connection);
    const id = newId();
    if (!(await recordTrial(db, id, connection.ig_user_id))) return undefined;
    try {
      return await send(call, path, connection);
    } catch (error) {
      const isRefused = error instanceof InstagramError && error.issue.code !== noAnswer.code;
      if (isRefused) await forgetTrial(db, id);
      throw error;
    }
  }

  async function make(
    call: ReviewCall,
    connection: ReviewableConnection,
    ids: ReadonlyMap<string, string>,
  ): Promise<Outcome> {
    const request = describeCall(call);
    const path = fillPath(call.path, ids);
    if (path === undefined) return { request, outcome: 'no-id', code: 'no-id', answer: '' };
    // The file name of the link is its signature: a refusal may quote the address.
    const secrets = [...Object.values(tokensOf(connection)), basename(sampleLink())];
    const hide = (answer: unknown) => redact(answer, secrets);
    try {
      const answer = await sendCounted(call, path, connection);
      if (answer === undefined) {
        return { request, outcome: 'daily-limit', code: 'daily-limit', answer: '' };
      }
      const shown = JSON.stringify(hide(answer), null, 2).slice(0, MAX_ANSWER_CHARACTERS);
      const id = withId.safeParse(answer).data?.id;
      return { request, outcome: 'ok', code: 'ok', answer: shown, id };
    } catch (error) {
      if (!(error instanceof InstagramError)) throw error;
      const { code } = error.issue;
      if (code === noAnswer.code) return { request, outcome: 'no-answer', code, answer: '' };
      const text = String(hide(error.text)).trim();
      return { request, outcome: 'refused', code, answer: `${code}\n${text}`.trim() };
    }
  }

  return {
    email: operator.email,

    async overview(): Promise<ReviewedLogin[]> {
      const connections = await repository.connectionsOf(operator.email);
      const runs = await repository.runs();
      return (['facebook', 'instagram'] as const)
        .filter((login) => operator.scopes[login].length > 0)
        .map((login) => ({
          login,
          accounts: connections
            .filter((connection) => connection.login === login)
            .map(({ id, username }) => ({ connectionId: id, username })),
          permissions: operator.scopes[login].map((name) => {
            const run = runs.get(name);
            return {
              name,
              requests: callsFor(login, name).map(describeCall),
              last:
                run === undefined
                  ? null
                  : { calledAt: run.called_at.toISOString(), outcome: run.outcome },
              succeeded:
                run?.succeeded_at == null
                  ? null
                  : { at: run.succeeded_at.toISOString(), isRecent: run.is_recent === true },
            };
          }),
        }));
    },

    /** @throws AppError NOT_FOUND for an account that is not the operator's, RATE_LIMITED while it may not be called */
    async run(asked: { connectionId: string; permission: string }): Promise<ReviewResult> {
      const { connectionId, permission } = asked;
      const connections = await repository.connectionsOf(operator.email);
      const connection = connections.find(({ id }) => id === connectionId);
      if (connection === undefined) throw new AppError('NOT_FOUND', { message: GONE });
      const { login, username, ig_user_id: igUserId } = connection;
      const calls = callsFor(login, permission);
      if (calls.length === 0 || !operator.scopes[login].includes(permission)) {
        throw new AppError('NOT_FOUND', { message: GONE });
      }
      const throttleCode = (await findThrottleCodes(db, [igUserId], login)).get(igUserId);
      if (throttleCode != null) {
        throw new AppError('RATE_LIMITED', {
          message: `O Instagram pediu uma pausa para esta conta (código ${throttleCode}). Nada foi chamado. Tente de novo mais tarde.`,
        });
      }
      const ids = new Map<string, string>([['account', igUserId]]);
      if (connection.page_id !== null) ids.set('page', connection.page_id);
      const outcomes: Outcome[] = [];
      for (const call of calls) {
        const made = await make(call, connection, ids);
        if (call.brings !== undefined && made.id !== undefined) ids.set(call.brings, made.id);
        outcomes.push(made);
      }
      const failed = outcomes.find(({ outcome }) => outcome !== 'ok');
      await repository.saveRun(permission, failed?.code ?? 'ok');
      return {
        connectionId,
        username,
        login,
        permission,
        calls: outcomes.map(({ request, outcome, answer }) => ({ request, outcome, answer })),
      };
    },
  };
}
