import type { ConnectedAccount } from '../instagram/instagram.accounts.ts';
import { noAnswer, notReady, type InstagramProblem } from '../instagram/instagram.errors.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { ContainerStatus } from '../instagram/instagram.publishing.ts';
import { newId } from '../ids.ts';
import type { Failures, MadeContainer } from './containers.repository.ts';
import { endedAfter, failedWith, gaveUpPiece, named, unverifiable, type Move } from './moves.ts';
import type { Piece } from './plan.ts';
import type { StepDependencies } from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import {
  CONTAINER_BUDGET,
  FAILING_MS,
  MAX_BLIND_LOOKS,
  MAX_CONTAINERS,
  MAX_UNPROCESSED,
  PAUSE_MS,
  PROCESSING_LIMIT_MS,
  processingDelayMs,
  troubleDelayMs,
} from './publishing.rules.ts';
import { publishedUnasked } from './unseen.ts';

/** A piece that cannot be had now: what is to be done about the post. */
export interface Setback {
  problem: InstagramProblem;
  piece: Piece;
}

interface PieceContext {
  post: ClaimedPost;
  account: ConnectedAccount;
  failures: ReadonlyMap<string, Failures>;
  deps: StepDependencies;
}

export type PiecesResult =
  | { kind: 'ready'; containers: MadeContainer[]; hasCopyrightMatch: boolean }
  | { kind: 'move'; move: Move }
  | { kind: 'setback'; setback: Setback };

/**
 * Sees to a set of containers: those that are missing are made, the others asked how they are, all
 * at once. Ready when every one is finished.
 */
export async function haveReady(
  pieces: readonly Piece[],
  living: readonly MadeContainer[],
  context: PieceContext,
): Promise<PiecesResult> {
  const { post } = context;
  const found = pieces.map((piece) => ({
    piece,
    container: living.find(({ fingerprint }) => fingerprint === piece.fingerprint),
  }));
  const missing = found.filter(({ container }) => container === undefined);
  if (missing.length > 0) {
    return makeAll(
      missing.map(({ piece }) => piece),
      context,
    );
  }
  const asked = await Promise.all(
    found.flatMap(({ piece, container }) =>
      container === undefined ? [] : [ask(piece, container, context)],
    ),
  );
  const trouble = asked.find((result) => result.kind === 'move' || result.kind === 'setback');
  if (trouble?.kind === 'move' || trouble?.kind === 'setback') return trouble;
  if (asked.some(({ kind }) => kind === 'processing')) {
    const ms = processingDelayMs(post.looks);
    return { kind: 'move', move: { kind: 'wait', ms, isLook: true, onInstagram: true } };
  }
  return {
    kind: 'ready',
    containers: asked.flatMap((result) => (result.kind === 'ready' ? result.containers : [])),
    hasCopyrightMatch: asked.some((result) => result.kind === 'ready' && result.hasCopyrightMatch),
  };
}

async function makeAll(
  pieces: readonly Piece[],
  { post, account, failures, deps }: PieceContext,
): Promise<PiecesResult> {
  const hopeless = pieces.find((piece) => isHopeless(failures.get(piece.fingerprint), post));
  if (hopeless !== undefined) {
    return { kind: 'move', move: endedAfter(post.error_code, gaveUpPiece(hopeless.name)) };
  }
  if ((await deps.containers.madeInADay(account.igUserId)) + pieces.length > CONTAINER_BUDGET) {
    return { kind: 'move', move: waitForBudget };
  }
  const made = await Promise.all(pieces.map((piece) => make(piece, post, account, deps)));
  const setback = made.find((result) => result !== undefined);
  if (setback === 'overtaken') return { kind: 'move', move: { kind: 'wait', ms: 0 } };
  if (setback !== undefined) return { kind: 'setback', setback };
  return { kind: 'move', move: { kind: 'wait', ms: processingDelayMs(0) } };
}

/**
 * What it is made of will not do: Instagram cannot process it, or lost it again and again, for a good
 * while, and its hour has come.
 */
const isHopeless = (failures: Failures | undefined, post: ClaimedPost): boolean =>
  failures !== undefined &&
  (failures.unprocessed >= MAX_UNPROCESSED ||
    (failures.count >= MAX_CONTAINERS && failures.sinceMs >= FAILING_MS && post.due_in_ms <= 0));

/** Instagram takes 400 containers of an account in 24 hours; what is over waits for room. */
const waitForBudget: Move = {
  kind: 'wait',
  ms: PAUSE_MS.quota,
  onInstagram: true,
  forecastMs: PAUSE_MS.quota,
  problem: {
    code: 'container-budget',
    cause:
      'A conta chegou ao limite de envios do Instagram em 24 horas. O post sai assim que houver vaga.',
    action: 'wait',
  },
};

const make = (
  piece: Piece,
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Setback | 'overtaken' | undefined> =>
  deps.publishing.whenItMayMake(account, () => makeNow(piece, post, account, deps));

async function makeNow(
  piece: Piece,
  post: ClaimedPost,
  account: ConnectedAccount,
  { containers, publishing, links, observe }: StepDependencies,
): Promise<Setback | 'overtaken' | undefined> {
  // The row comes first: the link that Instagram fetches the file from hangs on it.
  const id = newId();
  if (!(await containers.insert(id, post, account.igUserId, piece))) return 'overtaken';
  const { file } = piece;
  const address: Record<string, string> =
    file === undefined ? {} : { [`${file.kind}_url`]: links.forContainer(id, file.contentType) };
  try {
    await observe('creating', post.id);
    const graphId = await publishing.createContainer(account, { ...piece.params, ...address });
    await observe('created', post.id);
    await containers.made(id, graphId);
    await observe('stored', post.id);
    return undefined;
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { problem } = error;
    // Without an answer it may have been made all the same: an orphan, that is never published.
    if (problem.class === 'new_container') await containers.died(id, problem.code);
    else if (problem.code === noAnswer.code) await containers.died(id, null);
    else await containers.notMade(id);
    return { problem, piece };
  }
}

type Answer = PiecesResult | { kind: 'processing' };

async function ask(
  piece: Piece,
  container: MadeContainer,
  { post, account, deps }: PieceContext,
): Promise<Answer> {
  const { id, state } = container;
  try {
    const status = await deps.publishing.containerStatus(account, container.graph_id);
    await deps.observe('polled', post.id);
    if (status.state === 'finished' && state !== 'finished') await deps.containers.finished(id);
    return await answerOf(status, piece, container, { account, deps });
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    const { problem } = error;
    // Instagram knows it no longer, or has not let us read it for long.
    const isLost = problem.class === 'new_container' || post.looks >= MAX_BLIND_LOOKS;
    if (isLost && problem.class !== 'reconnect') {
      await deps.containers.died(id, problem.code);
      return {
        kind: 'setback',
        setback: { problem: { ...problem, class: 'new_container' }, piece },
      };
    }
    return { kind: 'setback', setback: { problem, piece } };
  }
}

async function answerOf(
  status: ContainerStatus,
  piece: Piece,
  container: MadeContainer,
  { account, deps }: Pick<PieceContext, 'account' | 'deps'>,
): Promise<Answer> {
  const lost = async (problem: InstagramProblem): Promise<Answer> => {
    const isAboutFile = problem.class !== 'blocked' && problem.class !== 'reconnect';
    await deps.containers.died(container.id, isAboutFile ? problem.code : null);
    if (problem.class === 'content') {
      return { kind: 'move', move: failedWith(problem, piece.name) };
    }
    // Whatever else was said of a container that is dead, another one may work.
    const told = isAboutFile ? ({ ...problem, class: 'new_container' } as const) : problem;
    return { kind: 'setback', setback: { problem: told, piece } };
  };
  switch (status.state) {
    case 'processing': {
      const limit = PROCESSING_LIMIT_MS[piece.file?.kind ?? 'image'];
      return container.age_ms > limit ? lost(notReady) : { kind: 'processing' };
    }
    case 'finished':
      return {
        kind: 'ready',
        containers: [container],
        hasCopyrightMatch: status.hasCopyrightMatch,
      };
    case 'published':
      // Which post a published child went into, nobody can tell.
      return {
        kind: 'move',
        move: piece.kind === 'child' ? unverifiable : publishedUnasked(container, account),
      };
    case 'expired':
      return lost(notReady);
    case 'failed':
      return lost(status.problem);
  }
}

/**
 * Instagram lost a piece: another is made soon, and its owner sees why it takes longer. When it goes
 * on they are told by mail, and it is tried until its hour has come and for a good while: it may be
 * for no fault of theirs, and being late for it expires no post.
 */
export function makeAgain(
  { problem, piece }: Setback,
  failures: ReadonlyMap<string, Failures>,
  post: ClaimedPost,
): Move {
  const count = failures.get(piece.fingerprint)?.count ?? 0;
  const told = named(problem, piece.name);
  const noticeKey = `piece:${post.id}:${post.revision}`;
  return {
    kind: 'wait',
    ms: troubleDelayMs(count),
    onInstagram: true,
    problem: count + 1 < MAX_CONTAINERS ? told : { ...told, noticeKey },
  };
}
