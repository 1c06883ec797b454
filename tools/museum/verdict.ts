import { NOT_VISIBLE } from '@pontual/contract/posts/issue-codes.ts';
import { findIssueByCode } from '@pontual/server/instagram/graph/errors.ts';
import type { Blame, Exhibit } from './exhibit.ts';

interface ShownIssue {
  account: number;
  code: string;
  action: string;
}

/** What an owner is told by email, push and webhook; null: about the account. */
interface Notice extends ShownIssue {
  postId: string | null;
  at: number;
}

interface PlayedPost {
  id: string;
  account: number;
  dueAt: number;
  status: string;
  /** The engine has not finished with it. */
  isActive: boolean;
  publishedAt: number | null;
  /** How many media of Instagram's ledger have its caption. */
  media: number;
}

export interface Observations {
  /** The first fault was armed. */
  beganAt: number;
  posts: readonly PlayedPost[];
  notices: readonly Notice[];
  /** On the screen, at any time. */
  shown: readonly ShownIssue[];
  /** Accounts that waited for their owner at any time. */
  offAir: ReadonlySet<number>;
  /** When each alert fired first. */
  alerts: ReadonlyMap<string, number>;
  unexpectedErrors: readonly string[];
}

export interface ExhibitVerdict {
  exhibit: Exhibit;
  posts: number;
  published: number;
  /** Not published, and their owners know it. */
  told: number;
  lost: number;
  doubled: number;
  wronglyOffAir: number;
  blamed: Blame[];
  latestMs: number;
  /** From the beginning; null: none has fired. */
  alertAfterMs: number | null;
  /** From the due time of a post that is late; the worst of all, null without one. */
  noticeAfterMs: number | null;
  violations: string[];
}

const MINUTE = 60_000;
const MAX_ALERT_MINUTES = 5;
/** A post that is less late needs no notice. */
const MAX_NOTICE_MS = 10 * MINUTE;

const ownBlame: Readonly<Record<string, Blame>> = {
  'no-account': 'account',
  'other-account': 'account',
  'not-fetched': 'operator',
  uploading: 'operator',
  'too-late': 'operator',
  'not-processable': 'file',
};

/** Whom an issue names as the cause, by its code and by what it asks of the owner. */
function blameOf({ code, action }: Pick<ShownIssue, 'code' | 'action'>): Blame {
  const own = ownBlame[code];
  if (own !== undefined) return own;
  if (action === 'reconnect') return 'account';
  if (action === 'change_media' || action === 'edit') return 'file';
  const issue = findIssueByCode(code);
  if (issue?.class === 'blocked') return 'account';
  return issue?.class === 'bug' || issue?.fileFailure === 'unfetched' ? 'operator' : 'instagram';
}

export function judge(exhibit: Exhibit, observations: Observations): ExhibitVerdict {
  const { expected } = exhibit;
  const { posts, beganAt } = observations;
  const { unpublished = 0, offAir = [], hasForecast = false } = expected;
  const blamed = new Set([...observations.notices, ...observations.shown].map(blameOf));
  const alertAt = [...observations.alerts.values()].toSorted((one, other) => one - other)[0];
  const delays = posts.flatMap((post) => noticeDelay(post, observations.notices) ?? []);
  const told = posts.filter((post) => !isPublished(post) && isTold(post, observations.notices));
  const verdict: ExhibitVerdict = {
    exhibit,
    posts: posts.length,
    published: posts.filter(isPublished).length,
    told: told.length,
    lost: posts.filter((post) => !isAccountedFor(post, observations.notices)).length,
    doubled: posts.reduce((sum, { media }) => sum + Math.max(0, media - 1), 0),
    wronglyOffAir: [...observations.offAir].filter((account) => !offAir.includes(account)).length,
    blamed: [...blamed],
    latestMs: Math.max(0, ...posts.map((post) => (post.publishedAt ?? 0) - post.dueAt)),
    alertAfterMs: alertAt === undefined ? null : alertAt - beganAt,
    noticeAfterMs: delays.length === 0 ? null : Math.max(...delays),
    violations: [],
  };
  const { violations } = verdict;
  const require = (isTrue: boolean, what: string) => isTrue || violations.push(what);
  require(verdict.lost === 0, `${verdict.lost} posts lost`);
  require(verdict.doubled === 0, `${verdict.doubled} posts doubled`);
  const early = posts.filter(({ publishedAt, dueAt }) => publishedAt && publishedAt < dueAt);
  require(early.length === 0, `${early.length} posts early`);
  const missing = posts.length - verdict.published;
  require(missing === unpublished, `${missing} posts not published instead of ${unpublished}`);
  require(verdict.wronglyOffAir === 0, `${verdict.wronglyOffAir} accounts wrongly off the air`);
  for (const account of offAir)
    require(observations.offAir.has(account), `account ${account} is not off the air`);
  require(hasRightBlame(exhibit, observations), `blames ${verdict.blamed.join(', ')}`);
  const alerts = [...observations.alerts.keys()];
  const isAlertRight =
    expected.alert === null
      ? alerts.length === 0
      : (observations.alerts.get(expected.alert) ?? Infinity) - beganAt <=
        MAX_ALERT_MINUTES * MINUTE;
  require(isAlertRight, `alerts: ${describeAlerts(observations) || 'none'}`);
  const isNoticeRight = hasForecast || (verdict.noticeAfterMs ?? 0) <= MAX_NOTICE_MS;
  require(isNoticeRight, `a notice after ${minutes(verdict.noticeAfterMs ?? 0)} min`);
  violations.push(...observations.unexpectedErrors);
  return verdict;
}

const isPublished = ({ status, media }: PlayedPost) => status === 'published' && media > 0;

const isAbout = ({ id, account }: PlayedPost, notice: Notice) =>
  notice.account === account && (notice.postId === null || notice.postId === id);

const isTold = (post: PlayedPost, notices: readonly Notice[]) =>
  notices.some((notice) => isAbout(post, notice));

/**
 * Out and called published, or neither and its owner knows it. Of a post that is called published and is not out, only
 * one notice says that.
 */
function isAccountedFor(post: PlayedPost, notices: readonly Notice[]): boolean {
  if (isPublished(post)) return true;
  const relevant =
    post.status === 'published' ? notices.filter(({ code }) => code === NOT_VISIBLE) : notices;
  return !post.isActive && post.media === 0 && isTold(post, relevant);
}

/** @returns undefined for a post that needs no notice */
function noticeDelay(post: PlayedPost, notices: readonly Notice[]): number | undefined {
  const lateMs = (post.publishedAt ?? Infinity) - post.dueAt;
  if (isPublished(post) && lateMs <= MAX_NOTICE_MS) return undefined;
  const first = Math.min(...notices.filter((notice) => isAbout(post, notice)).map(({ at }) => at));
  return Math.max(0, first - post.dueAt);
}

function hasRightBlame({ expected }: Exhibit, { notices, shown }: Observations): boolean {
  const { blame } = expected;
  // What is shown for moments, between two attempts, is judged only where an owner is told.
  if (blame === null) return notices.length === 0;
  const named = [...notices, ...shown].map(blameOf);
  const others = named.filter((one) => one !== 'instagram' && one !== blame);
  return others.length === 0 && named.includes(blame);
}

const describeAlerts = ({ alerts, beganAt }: Observations) =>
  [...alerts].map(([name, at]) => `${name} after ${minutes(at - beganAt)} min`).join(', ');

const minutes = (ms: number): string => (ms / MINUTE).toFixed(1);
